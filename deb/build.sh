#!/usr/bin/env bash
# build.sh BUILD_DIRECTORY OUTPUT_DIRECTORY: makes fascia_VERSION_ARCH.deb and fascia-dev_VERSION_ARCH.deb of a finished build.
# Needs no network. "make deb" calls it.
#   FASCIA_DEB_VERSION     the version of the packages; that of the programs by default
#   FASCIA_DEB_OPTIONS     for dpkg-deb, such as -Znone; without, the packages are kept small, and checked to be so
#   DEBFULLNAME, DEBEMAIL  whom the packages name
set -euo pipefail
umask 022

build=$(realpath "$1") output=$(mkdir -p "$2" && realpath "$2")
cd "$(dirname "$0")/.."
[ -x "$build/fascia" ] && [ -x "$build/fascia-manual" ] || {
  echo "build.sh: packages are made of a finished build, which is not in $build: run \"make build\" first" >&2
  exit 1
}
programs=$("$build/fascia" --version)
version=${FASCIA_DEB_VERSION:-$programs}
architecture=$(dpkg --print-architecture)
maintainer="${DEBFULLNAME:-Fascia} <${DEBEMAIL:-packages@fascia.invalid}>"
# The same build makes the same packages.
date=$(sed -n "s/^## $programs (\(.*\))$/\1/p" CHANGELOG.md)
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(date -u -d "$date" +%s)}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
main=$work/debian/fascia dev=$work/debian/fascia-dev
make -s install-files BUILD_DIRECTORY="$build" DESTDIR="$main" PREFIX=/usr SYSTEMUNITDIR=/lib/systemd/system \
  ZSHCOMPLETIONDIR=/usr/share/zsh/vendor-completions

# What only who writes plugins needs.
mkdir -p "$dev/usr/share/fascia"
mv "$main/usr/include" "$dev/usr/include"
mv "$main/usr/share/fascia/plugin-kit" "$dev/usr/share/fascia/plugin-kit"
rmdir "$main/usr/share/fascia"

mkdir -p "$main/etc/fascia/panels" "$main/usr/share/doc/fascia/examples" "$dev/usr/share/doc/fascia-dev"
cp Sources/Examples/Box/box.yaml Sources/Examples/Box/menu.yaml "$main/usr/share/doc/fascia/examples/"
cp Sources/Examples/Whiptail/menu.yaml "$main/usr/share/doc/fascia/examples/whiptail.yaml"
chmod 644 "$main"/usr/share/doc/fascia/examples/*
for page in access box panel-file bound scripts python ask whiptail terminal systemd plugins; do
  gzip -9n <"docs/$page.md" >"$main/usr/share/doc/fascia/$page.md.gz"
done
gzip -9n "$main"/usr/share/man/man*/*
for package in fascia fascia-dev; do
  documents=$work/debian/$package/usr/share/doc/$package
  cp deb/copyright "$documents/copyright"
  printf 'fascia (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- %s  %s\n' \
    "$version" "$maintainer" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")" | gzip -9n >"$documents/changelog.gz"
done
gzip -9n <CHANGELOG.md >"$main/usr/share/doc/fascia/CHANGELOG.md.gz"
mkdir -p "$main/usr/share/lintian/overrides"
cp deb/lintian-overrides "$main/usr/share/lintian/overrides/fascia"

# What the programs need of Debian, in the versions that they were linked with. Swift's libraries are in the package.
cat >"$work/debian/control" <<END
Source: fascia
Maintainer: $maintainer

Package: fascia
Architecture: $architecture
END
mkdir "$main/DEBIAN" "$dev/DEBIAN"
depends=$(cd "$work" && find debian/fascia/usr -type f \( -perm -100 -o -name '*.so' \) -print0 \
  | xargs -0 dpkg-shlibdeps -O --ignore-missing-info --warnings=0 -Sdebian/fascia -ldebian/fascia/usr/lib/fascia \
    2>shlibdeps.log \
  | sed -n 's/^shlibs:Depends=//p')
[ -n "$depends" ] || { cat "$work/shlibdeps.log" >&2; echo "build.sh: the dependencies are not known" >&2; exit 1; }

# control PACKAGE DEPENDS SECTION SUMMARY DESCRIPTION
control() {
  local root=$work/debian/$1
  cat >"$root/DEBIAN/control" <<END
Package: $1
Source: fascia
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f 1)
Depends: $2
Section: $3
Priority: optional
Description: $4
 $5
END
  if [ "$1" = fascia ]; then sed -i '/^Depends:/a Recommends: acl, polkitd, dbus, man-db\nSuggests: python3' "$root/DEBIAN/control"; fi
  (cd "$root" && find . -type f ! -path './DEBIAN/*' -printf '%P\0' | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
}
control fascia "$depends, init-system-helpers (>= 1.54~), systemd" admin "control panel of a machine, for terminals and scripts" \
  "A daemon keeps a panel of screens, switches, pickers and values. Any number
 of terminals show and operate it at the same time, and scripts read and
 change the same state. Panel files say which services and commands are
 behind the switches."
control fascia-dev "fascia (= $version)" devel "control panel of a machine: to write plugins" \
  "The header for plugins in C, and the package for plugins in Swift, of the
 control panel fascia."
for script in postinst prerm postrm; do install -m 755 "deb/$script" "$main/DEBIAN/$script"; done

# too_large PACKAGE WHAT
too_large() {
  echo "build.sh: $1 takes at most 20 MB, and 75 MB when it is installed; it takes $2" >&2
  exit 1
}
for package in fascia fascia-dev; do
  file=$output/${package}_${version}_$architecture.deb
  installed=$(sed -n 's/^Installed-Size: //p' "$work/debian/$package/DEBIAN/control")
  [ -n "${FASCIA_DEB_OPTIONS-}" ] || [ "$installed" -le 73242 ] || too_large "$package" "$installed KiB installed"
  # shellcheck disable=SC2086
  dpkg-deb --root-owner-group ${FASCIA_DEB_OPTIONS--Zxz -z9} --build "$work/debian/$package" "$file" >/dev/null
  size=$(stat -c %s "$file")
  [ -n "${FASCIA_DEB_OPTIONS-}" ] || [ "$size" -le 20000000 ] || too_large "$package" "$size bytes"
  echo "$file: $((size / 1000)) kB, installed $installed KiB"
done
