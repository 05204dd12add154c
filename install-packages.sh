#!/usr/bin/env bash
# install-packages.sh PACKAGE...
# Installs the Debian packages that are missing. Prefers the versions that match what is installed: a development package wants
# its library in the same version, and a newer one would upgrade that with all that belongs to it. Says what is installed, and
# what has to be upgraded or removed for it, before it does so.
set -euo pipefail

is_installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# The version of a package that was built together with an installed one, if it can be had.
matching_version() {
  local source version
  source=$(apt-cache show --no-all-versions "$1" 2>/dev/null | sed -n 's/^Source: \([^ ]*\).*/\1/p' | head -n 1)
  dpkg-query -W -f='${source:Package} ${Version} ${db:Status-Status}\n' 2>/dev/null \
    | awk -v source="${source:-$1}" '$1 == source && $3 == "installed" { print $2 }' | sort -u | while read -r version; do
    if apt-cache madison "$1" 2>/dev/null | awk -F' *[|] *' -v version="$version" '$2 == version { found = 1 } END { exit !found }'; then
      echo "$version"
      break
    fi
  done
}

missing=()
for package in "$@"; do
  is_installed "$package" || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

root=()
[ "$(id -u)" = 0 ] || root=(sudo)
export DEBIAN_FRONTEND=noninteractive
echo "These Debian packages are missing, and are installed now: ${missing[*]}"
"${root[@]}" apt-get update -q

wanted=()
for package in "${missing[@]}"; do
  version=$(matching_version "$package")
  wanted+=("$package${version:+=$version}")
done

# "Inst NAME [OLD] (NEW …)" is an upgrade, and one without [OLD] is new.
plan=$(apt-get install --simulate -q -y --no-install-recommends "${wanted[@]}")
changes=$(sed -n 's/^Inst \([^ ]*\) \[\([^]]*\)\] (\([^ ]*\).*/  \1 \2 -> \3/p; s/^Remv \([^ ]*\).*/  \1 is removed/p' <<<"$plan")
if [ -n "$changes" ]; then
  echo "That is not possible with the versions that are installed, so that these are changed, too:"
  echo "$changes"
fi
"${root[@]}" apt-get install -q -y --no-install-recommends "${wanted[@]}"
