#!/usr/bin/env bash
# Runs the quick start and the tests as a newcomer would: a clone of the last commit, in a bare system made by debootstrap.
#
#   scripts/fresh_check.sh [--suite NAME] [--mirror URL] [--folder DIR] [--keep] [-- COMMAND...]
#
#   --suite NAME     bookworm by default
#   --mirror URL     by default the host's own mirror
#   --folder DIR     where the system goes (about 5 GB); by default a new folder below $TMPDIR
#   --keep           leave the folder when done
#   COMMAND          what to run in the clone instead of `scripts/quickstart.sh && scripts/test.sh`
#
# Needs root. Package sources, certificates, pip's and the proxy's settings are those of the host.
set -euo pipefail
tree=$(cd "$(dirname "$0")/.." && pwd)

suite=bookworm mirror='' folder='' keep=no
while [ $# -gt 0 ]; do
  case $1 in
    --suite) suite=$2; shift ;;
    --mirror) mirror=$2; shift ;;
    --folder) folder=$2; shift ;;
    --keep) keep=yes ;;
    --) shift; break ;;
    -h | --help) sed -n '2,/^set/{s/^# \{0,1\}//p}' "$0"; exit 0 ;;
    *) echo "fresh_check.sh: unknown argument: $1" >&2; exit 2 ;;
  esac
  shift
done
[ $# -gt 0 ] || set -- sh -c 'scripts/quickstart.sh && scripts/test.sh'
[ "$(id -u)" = 0 ] || { echo "fresh_check.sh: debootstrap and chroot need root" >&2; exit 1; }
command -v debootstrap >/dev/null || { echo "fresh_check.sh: apt-get install debootstrap first" >&2; exit 1; }

host_sources=yes
if [ -n "$mirror" ]; then
  host_sources=no
else
  mirror=$(grep -hE '^(deb |URIs:)' /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources} 2>/dev/null |
    grep -oE 'https?://[^ ]+' | sed -n 1p || true)
fi

[ -n "$folder" ] || folder=$(mktemp -d --suffix=.gyre-fresh)
root=$folder/root
mounted=()
clean_up() {
  local place
  cd /
  for place in "${mounted[@]}"; do umount -l "$place"; done
  # Never delete across a mount that would not go.
  if [ $keep = no ] && ! grep -q " $root/" /proc/mounts; then rm -rf --one-file-system "$root"; rmdir "$folder" 2>/dev/null || true; fi
}
trap clean_up EXIT

script=()
# debootstrap has one script for all of a distribution's suites, but an old one does not know the new names.
[ -e "/usr/share/debootstrap/scripts/$suite" ] || script=(/usr/share/debootstrap/scripts/gutsy)
[ -e "$root/etc/os-release" ] || debootstrap --variant=minbase "$suite" "$root" "$mirror" "${script[@]}"

# copy_from_host PATH...: each that exists, to the same place, links followed. What stood there goes first, since an
# absolute link in the new system would be followed to the host's own file.
copy_from_host() {
  local path
  for path in "$@"; do
    [ -e "$path" ] || continue
    rm -rf "${root:?}/$path"
    mkdir -p "$root/$(dirname "$path")"
    cp -rL --no-target-directory "$path" "$root/$path"
  done
}
if [ $host_sources = yes ]; then
  rm -f "$root/etc/apt/sources.list"
  copy_from_host /etc/apt/sources.list /etc/apt/sources.list.d /etc/apt/trusted.gpg.d /etc/apt/keyrings
else
  echo "deb $mirror $suite main universe" >"$root/etc/apt/sources.list"
fi
copy_from_host /etc/apt/apt.conf.d /etc/resolv.conf /etc/hosts /etc/pip.conf /etc/ssl/certs /usr/local/share/ca-certificates
copy_from_host ${PIP_CERT:+"$PIP_CERT"} ${SSL_CERT_FILE:+"$SSL_CERT_FILE"} ${PIP_CONFIG_FILE:+"$PIP_CONFIG_FILE"}

for place in proc sys dev dev/pts; do
  mountpoint -q "$root/$place" || { mount --bind "/$place" "$root/$place"; mounted=("$root/$place" "${mounted[@]}"); }
done

rm -rf "$root/gyre"
git clone -q --no-hardlinks "$tree" "$root/gyre"

# Nothing of the host's environment but what reaching the package servers takes.
environment=(HOME=/root TERM=dumb LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin)
while IFS='=' read -r name value; do
  case $name in
    PIP_* | *_proxy | *_PROXY | SSL_CERT_* | REQUESTS_CA_BUNDLE | CI) environment+=("$name=$value") ;;
  esac
done < <(env)
started=$SECONDS
env -i "${environment[@]}" chroot "$root" sh -c 'cd /gyre && exec "$@"' sh "$@" </dev/null
echo "fresh_check.sh: passed on $suite in $((SECONDS - started)) s"
