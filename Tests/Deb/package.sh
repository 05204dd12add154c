#!/usr/bin/env bash
# The package on a machine: installed, used, upgraded under clients, removed, purged, and installed again. In a chroot that was just
# made (chroot.sh), with apt. On a machine with the private systemd, /etc and /var are overlays of with-systemd; /usr becomes one
# here, in which the toolchain is hidden, so that nothing can need it.
#   FASCIA_DEBS  the directory of old.deb and new.deb
#   FASCIA_TOOLCHAINS  the directories of libraries that the programs were built with; unset for a machine without any
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

install_package() { dpkg --no-triggers -i "$FASCIA_DEBS/$1.deb" >/dev/null; }
if [ -n "${FASCIA_TOOLCHAINS-}" ]; then
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
else
  for program in swift swiftc cc clang; do ! command -v "$program" || report "there is a toolchain: $program"; done
  install_package() { apt-get install -y "$FASCIA_DEBS/$1.deb"; }
fi
export PATH=/usr/sbin:/usr/bin DEBIAN_FRONTEND=noninteractive
unset FASCIA_SOCKET XDG_RUNTIME_DIR PYTHONDONTWRITEBYTECODE
before=$(places) accounts=$(getent passwd; getent group)

# Installed, it runs: the socket at once, the daemon with the first command. Three commands lead to a panel.
begin=$(date +%s%N)
install_package old
cp /usr/share/doc/fascia/examples/box.yaml /etc/fascia/panels/
systemctl enable --quiet --now fascia-panel@box
fascia wait text "The box" --timeout inf
echo "from the package to the first panel: $((($(date +%s%N) - begin) / 1000000)) ms"
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
  desk:
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
install_package new
echo >&"${clients[1]}"
expect "clients after the upgrade" "$(read -r line <&"${clients[0]}" && echo "$line")" '20 of the same connections answer'
[ "$(systemctl show --value -p MainPID fasciad)" != "$daemon" ] || report "the daemon is the old one"
[ "$(systemctl show --value -p MainPID fascia-panel@desk)" != "$agent" ] || report "the panel's agent is the old one"
expect "the switch" "$(fascia get desk/lamp)" on
fascia toggle set desk/lamp off --wait
[ ! -e /var/lib/fascia-panel/desk/lamp ]

# Removed, it keeps what it was told; purged, it leaves nothing but its users, whose numbers must not get another owner.
remove() {
  dpkg --no-triggers -r fascia >/dev/null
  expect "what runs after the removal" "$(pgrep -l fascia || true)" ''
  expect "the unit" "$(systemctl show --value -p LoadState fasciad.service)" not-found
  [ -d /var/lib/fascia ] && [ -e /etc/fascia/panels/desk.yaml ] && [ ! -e /usr/bin/fascia ]
}
purge() {
  dpkg --no-triggers -P fascia >/dev/null
  expect "what a purge leaves" "$(diff <(echo "$before") <(echo "$(places)") || true)" ''
  expect "its users" "$(diff <(echo "$accounts") <(getent passwd; getent group) | sed -n 's/^> \([^:]*\):.*/\1/p' | sort -u | xargs)" \
    'fascia fascia-author fascia-panel fascia-view'
  expect "units that failed" "$(systemctl list-units --failed --no-legend)" ''
}
remove
purge

# Installed again, it begins anew.
install_package new
expect "the socket, again" "$(systemctl is-active fasciad.socket) $(systemctl is-enabled fasciad.socket)" 'active enabled'
expect "the panel, again" "$(fascia call value.get '{}')" '{"values":{}}'
mkdir -p /etc/fascia/panels && touch /etc/fascia/panels/desk.yaml
remove
purge
