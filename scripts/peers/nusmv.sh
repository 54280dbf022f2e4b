#!/usr/bin/env bash
# nusmv.sh DIRECTORY  builds NuSMV 2.5.4 and puts it into DIRECTORY/bin
#
# Its sources are part of the source package of pynusmv on PyPI. It is built without SAT solvers, which are not needed for CTL and
# invariants on decision diagrams. Needs a C compiler, make, flex, bison, m4, python3 with pip; takes about two minutes.
set -euo pipefail

package=pynusmv==1.0rc8

fail() { echo "nusmv.sh: $*" >&2; exit 1; }

directory="${1:?nusmv.sh DIRECTORY}"
mkdir -p "$directory/bin"
directory="$(cd "$directory" && pwd)"
if [ -x "$directory/bin/NuSMV" ]; then
  echo "NuSMV 2.5.4 is in $directory/bin"
  exit
fi
for program in cc make flex bison m4 python3; do
  command -v "$program" >/dev/null || fail "needs $program (Debian: apt-get install gcc make flex bison m4 python3-pip)"
done

scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
echo "fetching $package" >&2
python3 -m pip download --quiet --no-deps --no-binary :all: "$package"
tar xzf pynusmv-*.tar.gz
tar xzf pynusmv-*/dependencies/NuSMV/NuSMV-*.tar.gz

# Written for older compilers, and for a `union wait` that the C library no longer has.
old="-O2 -std=gnu89 -w -fcommon"
sizes="-DHAVE_IEEE_754 -DBSD"
for prefix in NUSMV_ ""; do
  sizes="$sizes -D${prefix}SIZEOF_VOID_P=8 -D${prefix}SIZEOF_LONG=8 -D${prefix}SIZEOF_INT=4"
done
echo "building NuSMV" >&2
(
  cd NuSMV-*/cudd-*
  sed -i 's/union wait status/int status/' util/pipefork.c
  make -f Makefile_64bit XCFLAGS="$old $sizes"
  cd ../nusmv
  CFLAGS="$old" ./configure --disable-minisat --disable-zchaff
  make -j2
) > build.log 2>&1 || { tail -n 5 build.log | cut -c1-300 >&2; fail "the build failed"; }

install -m 755 NuSMV-*/nusmv/NuSMV "$directory/bin/NuSMV.part"
mv "$directory/bin/NuSMV.part" "$directory/bin/NuSMV"
echo "NuSMV 2.5.4 is in $directory/bin"
