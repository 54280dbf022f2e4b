#!/usr/bin/env bash
# setup-peers.sh [DIRECTORY]  puts the programs that assay is compared with into DIRECTORY/bin (default: .peers beside the Makefile)
#
# These are cbmc (C) and NuSMV (SMV). Nothing of assay needs them, so `make setup` does not call this.
set -euo pipefail

here="$(cd "$(dirname "$0")" && pwd)"
directory="${1:-$here/../.peers}"
mkdir -p "$directory"
"$here/peers/cbmc.sh" "$directory"
"$here/peers/nusmv.sh" "$directory"
