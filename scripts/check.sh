#!/usr/bin/env bash
# What the code must pass besides its tests. Runs all checks and names those that failed.
#
#   scripts/check.sh [--changed] [NAME...]
#
#   NAME        format, layers, spelling, sizes, tidy (clang-tidy, minutes); default: all of them
#   --changed   tidy looks only at sources that differ from origin/main, or from the commit before
set -euo pipefail
cd "$(dirname "$0")/.."

check_format() { scripts/format --check; }

check_layers() { python3 scripts/check_layers.py; }

our_files() {
  find . \( -path ./build -o -path ./testdata -o -path ./.git -o -path ./LICENSE -o -name __pycache__ \) -prune \
    -o -type f -print0
}

check_spelling() {
  our_files | xargs -0 build/venv/bin/codespell --ignore-words-list=abd,ans,ba,crate,fo,inout,nd,primitiv,te,ue
}

check_sizes() {
  our_files | xargs -0 stat -c '%s %n' | awk '$1 > 500000 {print $2 ": more than 500 kB"; bad = 1} END {exit bad}'
}

# The sources to look at: all, or with --changed those that differ from where this work began, themselves or in their
# header: the common ancestor with origin/main, on main the commit before.
tidy_sources() {
  local base
  if [ "$changed" = yes ] && base=$(git merge-base HEAD origin/main 2>/dev/null) &&
    { [ "$base" != "$(git rev-parse HEAD)" ] || base=$(git rev-parse -q --verify HEAD~1); }; then
    git diff --name-only "$base" -- lib apps | sed -n 's/\.[ch]pp$/.cpp/p' | sort -u |
      while read -r file; do [ ! -f "$file" ] || echo "$file"; done
  else
    find lib apps -name '*.cpp'
  fi
}

check_tidy() {
  cmake --preset dev >/dev/null
  cmake --build --preset dev --target gyre_wire_headers >/dev/null
  tidy_sources | xargs -r -P "$(nproc)" -n 4 build/venv/bin/clang-tidy -p build/dev --quiet --warnings-as-errors='*'
}

changed=no
if [ "${1:-}" = --changed ]; then
  changed=yes
  shift
fi
[ $# -gt 0 ] || set -- format layers spelling sizes tidy
failed=()
for name in "$@"; do
  (set -e; "check_$name") || failed+=("$name")
done
if [ ${#failed[@]} -gt 0 ]; then
  echo "check.sh: failed: ${failed[*]}" >&2
  exit 1
fi
echo "check.sh: passed: $*"
