#!/usr/bin/env bash
# setup-browser.sh          installs what the browser tests of the HTML report need: Chromium by apt-get where we may, and the
#                           pinned npm packages
# setup-browser.sh --check  only says whether they can run
# Neither fails for want of a browser: the tests themselves skip with a note.
set -euo pipefail
tests="$(cd "$(dirname "$0")/.." && pwd)/crates/report/tests/browser"

# By another name than the program's, which `command -v` would find instead of it.
has_browser() {
  [ -n "${ASSAY_CHROMIUM:-}" ] && [ -x "$ASSAY_CHROMIUM" ] || command -v chromium chromium-browser google-chrome >/dev/null
}

if [ "${1:-}" != --check ]; then
  if ! has_browser && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get install -y --no-install-recommends chromium ||
      { apt-get update && apt-get install -y --no-install-recommends chromium; } || true
  fi
  if command -v npm >/dev/null && ! cmp -s "$tests/package-lock.json" "$tests/node_modules/.installed"; then
    npm ci --no-audit --no-fund --prefix "$tests" && cp "$tests/package-lock.json" "$tests/node_modules/.installed" || true
  fi
fi

missing=()
command -v node >/dev/null || missing+=("node")
has_browser || missing+=("chromium")
[ -d "$tests/node_modules/playwright-core" ] || missing+=("npm packages")
if [ ${#missing[@]} -gt 0 ]; then
  echo "the browser tests of the HTML report will be skipped: no $(IFS=,; echo "${missing[*]}" | sed 's/,/, no /g'); scripts/setup-browser.sh installs them"
fi
