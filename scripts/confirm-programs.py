#!/usr/bin/env python3
"""Compares what the test programs of C expect with what cbmc says.

Each program in crates/c/tests/programs starts with comments that say how it is checked and what fails (README.md there).
cbmc runs each with these arguments. What differs is listed, and the exit code is then 1. A program with a line
`// doubt:` expects something else than cbmc says, and is listed if they agree.

usage: confirm-programs.py [--write] [--cbmc FILE] [PROGRAM...]

--write puts what cbmc found into `// fails:`. The verdict in `// expect:` is never changed: people write it.
"""

import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "crates" / "c" / "tests" / "programs"
# What cbmc calls a property, between the function and the number, and our class of it.
CLASSES = {
    "assertion": "assertion",
    "array_bounds": "bounds",
    "bit_count": "bounds",
    "division-by-zero": "division",
    "error_label": "assertion",
    "memory-leak": "leak",
    "no-body": "no_body",
    "overflow": "overflow",
    "pointer": "pointer",
    "pointer_arithmetic": "pointer",
    "pointer_dereference": "pointer",
    "pointer_primitives": "pointer",
    "precondition_instance": "precondition",
    "recursion": "recursion",
    "undefined-shift": "shift",
    "unwind": "unwinding",
}


def header(path):
    """The fields of the comments at the start of a program."""
    fields = {}
    for line in path.read_text().splitlines():
        match = re.match(r"// (args|expect|fails|follows|doubt):\s*(.*)$", line)
        if not match:
            break
        fields[match[1]] = match[2] if match[1] in ("expect", "doubt") else match[2].split()
    return fields


def units(path):
    """All translation units of a program: a file alone, or the files of a directory with a main.c."""
    if path.name == "main.c":
        return [path] + sorted(p for p in path.parent.glob("*.c") if p != path)
    return [path]


def kind(result):
    """Our class of a failed property."""
    name = result["property"]
    if "__CPROVER_memory_leak" in result["description"] or ".memory-leak." in name:
        return "leak"
    for part, ours in CLASSES.items():
        if f".{part}." in name or name.endswith(f".{part}"):
            # Checks of values that a conversion cuts are named like those of arithmetic.
            cut = ours == "overflow" and "type conversion" in result["description"]
            return "conversion" if cut else ours
    return f"?{name}"


def place(path, result):
    """A line of the main unit, a file and a line of another one, or a function of cbmc's library."""
    location = result.get("sourceLocation", {})
    file = pathlib.Path(location.get("file", "")).name
    if file.startswith("<builtin") or "line" not in location:
        return location.get("function", "end") if kind(result) != "leak" else "end"
    return location["line"] if file == path.name else f"{file}:{location['line']}"


def order(failure):
    ours, at = failure.split("@")
    file, _, line = at.rpartition(":")
    return (file, int(line) if line.isdigit() else 0, ours, at)


def ask(cbmc, path):
    """The verdict of cbmc, and what fails."""
    command = [cbmc, *header(path)["args"], *map(str, units(path)), "--json-ui", "--verbosity", "4"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    try:
        answers = json.loads(done.stdout)
    except json.JSONDecodeError:
        return "error", (done.stderr or done.stdout).strip().splitlines()[:2]
    results = [r for answer in answers for r in answer.get("result", [])]
    if done.returncode not in (0, 10):
        return "error", [a["messageText"] for a in answers if a.get("messageType") == "ERROR"]
    failed = {f"{kind(r)}@{place(path, r)}" for r in results if r["status"] == "FAILURE"}
    return "unsafe" if done.returncode else "safe", sorted(failed, key=order)


def write(path, failed):
    lines = path.read_text().splitlines(keepends=True)
    for i, line in enumerate(lines):
        if line.startswith("// fails:"):
            lines[i] = " ".join(["// fails:", *failed]) + "\n"
            break
    path.write_text("".join(lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--cbmc", default=str(ROOT / ".peers" / "bin" / "cbmc"))
    parser.add_argument("programs", nargs="*", type=pathlib.Path)
    given = parser.parse_args()
    found = given.programs or sorted(p for p in PROGRAMS.rglob("*.c") if header(p))
    differ = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for path, (verdict, failed) in zip(found, pool.map(lambda p: ask(given.cbmc, p), found)):
            fields = header(path)
            if given.write and verdict == fields["expect"] and "doubt" not in fields:
                write(path, [f for f in failed if f not in fields.get("follows", [])])
                fields = header(path)
            expected = fields["fails"] + fields.get("follows", [])
            same = verdict == fields["expect"] and set(failed) == set(expected)
            if same == ("doubt" in fields):
                differ += 1
                words = " ".join([fields["expect"], *expected])
                print(f"{path}: expects {words}; cbmc says {' '.join([verdict, *failed])}")
    print(f"{len(found)} programs, {differ} differ from cbmc", file=sys.stderr)
    sys.exit(1 if differ else 0)


if __name__ == "__main__":
    main()
