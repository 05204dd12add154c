#!/usr/bin/env bash
# chroot.sh BUILD ROOT: packages of the finished release build in the directory BUILD, on a Debian 12 that debootstrap makes in the
# directory ROOT, if there is nothing. systemd boots there, in a container of systemd-nspawn, whose changes are thrown away; then
# package.sh runs. Needs root, a network, and the packages debootstrap and systemd-container.
set -euo pipefail
build=$(realpath "$1") root=$(realpath -m "$2")
here=$(cd "$(dirname "$0")" && pwd)
debs=$(mktemp -d)
trap 'rm -rf "$debs"' EXIT
for package in old:0.1.0 new:0.1.1; do
  FASCIA_DEB_VERSION=${package#*:} "$here/../../deb/build.sh" "$build" "$debs"
  mv "$debs"/fascia_"${package#*:}"_*.deb "$debs/${package%:*}.deb"
done
[ -e "$root/usr/bin/apt-get" ] || debootstrap --variant=minbase \
  --include=systemd,systemd-sysv,dbus,libpam-systemd,polkitd,ca-certificates,man-db,acl,procps,python3 bookworm "$root"

cat >"$debs/package-test.service" <<'END'
[Unit]
SuccessAction=exit-force
FailureAction=exit-force
FailureActionExitStatus=1
[Service]
Type=exec
Environment=FASCIA_DEBS=/mnt/debs
ExecStart=/bin/bash -xc 'systemctl is-system-running --wait; exec bash -x /mnt/test/package.sh'
StandardOutput=file:/mnt/debs/log
StandardError=file:/mnt/debs/log
[Install]
WantedBy=multi-user.target
END
ln -sf /mnt/debs/package-test.service "$root/etc/systemd/system/package-test.service"
mkdir -p "$root/etc/systemd/system/multi-user.target.wants"
ln -sf /mnt/debs/package-test.service "$root/etc/systemd/system/multi-user.target.wants/package-test.service"
status=0
systemd-nspawn --quiet --directory="$root" --volatile=overlay --boot --register=no --keep-unit --console=pipe --link-journal=no \
  --bind="$debs:/mnt/debs" --bind-ro="$here:/mnt/test" </dev/null >"$debs/boot" 2>&1 || status=$?
cat "$debs/log" || cat "$debs/boot"
exit $status
