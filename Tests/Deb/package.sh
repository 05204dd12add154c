#!/usr/bin/env bash
# The package on a machine with the private systemd: installed, used, upgraded under clients, removed and purged. /etc and /var are
# overlays of with-systemd; /usr becomes one here, in which the toolchain is hidden, so that nothing can need it.
#   FASCIA_DEBS  the directory of old.deb and new.deb
#   FASCIA_TOOLCHAINS  the directories of libraries that the programs were built with
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
report() {
  echo "failed: $1" >&2
  journalctl --no-pager -n 50 >&2 || true
  exit 1
}
trap 'report "line $LINENO: $BASH_COMMAND"' ERR
expect() {
  # shellcheck disable=SC2053
  [[ $2 == $3 ]] || report "$1: expected $3, and it is $2"
}
# What is on the machine under any name of Fascia's, apart from what dpkg and the journal know.
places() { find /etc /usr /var /run -iname '*fascia*' -not -path '/run/package-test/*' -not -path '/var/log/*' -not -path '/var/tmp/*' -prune; }

mkdir -p /run/package-test/units
mount -t tmpfs -o mode=755 none /run/package-test
mkdir /run/package-test/{units,usr,work}
mount --bind /usr/lib/systemd/system /run/package-test/units
mount -t overlay -o lowerdir=/usr,upperdir=/run/package-test/usr,workdir=/run/package-test/work overlay /usr
mount --bind /run/package-test/units /usr/lib/systemd/system
mount -t tmpfs none /usr/lib/systemd/system-generators
for directory in $FASCIA_TOOLCHAINS; do mount -t tmpfs none "$directory"; done
# Some machines start nothing when a package is installed.
rm -f /usr/sbin/policy-rc.d
export PATH=/usr/sbin:/usr/bin DEBIAN_FRONTEND=noninteractive
unset FASCIA_SOCKET XDG_RUNTIME_DIR PYTHONDONTWRITEBYTECODE
before=$(places)

# Installed, it runs: the socket at once, the daemon with the first command.
dpkg --no-triggers -i "$FASCIA_DEBS/old.deb" >/dev/null
expect "the socket" "$(systemctl is-active fasciad.socket) $(systemctl is-enabled fasciad.socket)" 'active enabled'
fascia status >/dev/null
expect "the daemon" "$(systemctl is-active fasciad.service) $(ps -o user= -C fasciad)" 'active fascia'
linked=$(ldd /usr/bin/fascia /usr/bin/fasciad /usr/lib/fascia/fascia-plugin-host \
  /usr/lib/fascia/*.so /usr/lib/fascia/plugins/*.so 2>/dev/null)
expect "libraries that are missing" "$(grep 'not found' <<<"$linked" || true)" ''
expect "libraries from elsewhere" "$(sed -n 's/.*=> \([^ ]*\) .*/\1/p' <<<"$linked" | xargs -r realpath | grep -v '^/usr/lib/' || true)" ''
for file in man/man1/fascia.1.gz man/man8/fasciad.8.gz man/man5/fascia-panel.5.gz doc/fascia/copyright \
  doc/fascia/examples/box.yaml bash-completion/completions/fascia; do [ -s "/usr/share/$file" ] || report "no $file"; done
for file in /usr/share/doc/fascia/examples/*.yaml; do fascia panel check "$file" >/dev/null; done

# A panel of the machine.
cat >/etc/fascia/panels/desk.yaml <<'FILE'
panel: desk
screens:
  home:
    - group: desk
      options:
        lamp:
          on: {shell: 'touch "$STATE_DIRECTORY/lamp"'}
          off: {shell: 'rm -f "$STATE_DIRECTORY/lamp"'}
          status: {shell: 'test -e "$STATE_DIRECTORY/lamp"'}
FILE
mkdir -p /etc/polkit-1/rules.d
fascia panel polkit /etc/fascia/panels/desk.yaml >/etc/polkit-1/rules.d/50-fascia-panel-desk.rules
systemctl enable --quiet --now fascia-panel@desk
fascia toggle set desk/lamp on --wait
[ -e /var/lib/fascia-panel/desk/lamp ]
[[ $(fascia plugin list) == *neon* ]]

# Upgraded under 20 clients: none of them notices.
daemon=$(systemctl show --value -p MainPID fasciad) agent=$(systemctl show --value -p MainPID fascia-panel@desk)
coproc clients { exec /usr/bin/python3 "$here/clients.py" 20; }
expect "clients" "$(read -r line <&"${clients[0]}" && echo "$line")" '20 connected'
dpkg --no-triggers -i "$FASCIA_DEBS/new.deb" >/dev/null
echo >&"${clients[1]}"
expect "clients after the upgrade" "$(read -r line <&"${clients[0]}" && echo "$line")" '20 of the same connections answer'
[ "$(systemctl show --value -p MainPID fasciad)" != "$daemon" ] || report "the daemon is the old one"
[ "$(systemctl show --value -p MainPID fascia-panel@desk)" != "$agent" ] || report "the panel's agent is the old one"
expect "the switch" "$(fascia get desk/lamp)" on
fascia toggle set desk/lamp off --wait
[ ! -e /var/lib/fascia-panel/desk/lamp ]

# Removed, it keeps what it was told; purged, it leaves nothing.
dpkg --no-triggers -r fascia >/dev/null
expect "what runs after the removal" "$(pgrep -l fascia || true)" ''
expect "the unit" "$(systemctl show --value -p LoadState fasciad.service)" not-found
[ -d /var/lib/fascia ] && [ -e /etc/fascia/panels/desk.yaml ] && [ ! -e /usr/bin/fascia ]
dpkg --no-triggers -P fascia >/dev/null
expect "what a purge leaves" "$(diff <(echo "$before") <(echo "$(places)") || true)" ''
