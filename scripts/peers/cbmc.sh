#!/usr/bin/env bash
# cbmc.sh DIRECTORY  puts cbmc, as Debian 13 has it, into DIRECTORY/bin: for benchmarks of C, and for a second opinion on our own test
# programs
#
# The package wants a newer C library than older systems have. So its libraries and their loader are unpacked beside it, and
# bin/cbmc starts it with them. Nothing is installed, and no root access is needed. The packages come, with their signatures
# checked, from the archive that apt on this system uses. cbmc itself calls `gcc -E`, which is not unpacked.
set -euo pipefail

release=trixie
packages=(cbmc libc6 libgcc-s1 libstdc++6 minisat zlib1g)
programs=(cbmc goto-cc goto-instrument)

fail() { echo "cbmc.sh: $*" >&2; exit 1; }

directory="${1:?cbmc.sh DIRECTORY}"
mkdir -p "$directory"
directory="$(cd "$directory" && pwd)"
if [ -x "$directory/bin/cbmc" ] && "$directory/bin/cbmc" --version >/dev/null 2>&1; then
  echo "cbmc $("$directory/bin/cbmc" --version | cut -d' ' -f1) is in $directory/bin"
  exit
fi

command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || fail "needs apt-get and dpkg-deb, to fetch Debian's packages"
# What apt knows is asked, so that mirrors and proxies hold. The security archive has other packages.
archive="$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Component: main' | grep -v security | head -n 1 || true)"
[ -n "$archive" ] || fail "apt has no archive of Debian among its sources"
keys=/usr/share/keyrings/debian-archive-keyring.gpg
[ -r "$keys" ] || fail "there is no $keys: install debian-archive-keyring"

scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch"/{lists/partial,cache/archives/partial,parts,debs,root}
: > "$scratch/status"
echo "deb [signed-by=$keys] $archive $release main" > "$scratch/sources.list"
# A configuration of our own: the lists and the status of the system are neither read nor written.
options=(
  -o "Dir::Etc::sourcelist=$scratch/sources.list" -o "Dir::Etc::sourceparts=$scratch/parts"
  -o "Dir::Etc::preferencesparts=$scratch/parts" -o "Dir::State::lists=$scratch/lists"
  -o "Dir::State::status=$scratch/status" -o "Dir::Cache=$scratch/cache" -o "APT::Sandbox::User=$(id -un)"
  -o "Acquire::Languages=none" -o "Acquire::Retries=3"
)
echo "fetching ${packages[*]} of Debian $release" >&2
apt-get "${options[@]}" --quiet=2 update
(cd "$scratch/debs" && apt-get "${options[@]}" --quiet=2 download "${packages[@]}")
for package in "$scratch"/debs/*.deb; do
  dpkg-deb --extract "$package" "$scratch/root"
done

# The place of the loader in libc6, and of most libraries, depends on the processor. That of minisat is in usr/lib itself.
loader="$(cd "$scratch/root" && find usr -name 'ld-linux*.so.*' -type f | head -n 1)"
libraries="$(cd "$scratch/root" && dirname "$(find usr -name 'libstdc++.so.6' | head -n 1)")"
[ -n "$loader" ] && [ -n "$libraries" ] || fail "the packages have no loader or no C++ library in them"
"$scratch/root/$loader" --inhibit-cache --library-path "$scratch/root/$libraries:$scratch/root/usr/lib" \
  "$scratch/root/usr/bin/cbmc" --version >/dev/null ||
  fail "cbmc needs a library of another package"

# Renamed at the end, so that an interrupted run leaves no half of a package.
rm -rf "$directory/cbmc"
mv "$scratch/root" "$directory/cbmc"
mkdir -p "$directory/bin"
for program in "${programs[@]}"; do
  [ -x "$directory/cbmc/usr/bin/$program" ] || continue
  cat > "$directory/bin/$program.part" <<SCRIPT
#!/bin/sh
root="\$(dirname "\$(readlink -f "\$0")")/../cbmc"
exec "\$root/$loader" --inhibit-cache --argv0 "\$0" --library-path "\$root/$libraries:\$root/usr/lib" "\$root/usr/bin/$program" "\$@"
SCRIPT
  chmod 755 "$directory/bin/$program.part"
  mv "$directory/bin/$program.part" "$directory/bin/$program"
done
echo "cbmc $("$directory/bin/cbmc" --version | cut -d' ' -f1) is in $directory/bin"
