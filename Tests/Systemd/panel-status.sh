#!/usr/bin/env bash
# What systemctl and the journal say of a panel: a bad edit, a change that failed or was refused, no bus, no daemon. One that hangs
# is started again.
. "$(dirname "$0")/scenario.sh"
. "$(dirname "$0")/panel.sh"

panel_property() { systemctl show --value --property "$1" fascia-panel@box.service; }
has_status() { [[ $(panel_property StatusText) == $1 ]]; }
await_status() { await has_status "$1"; }

mkdir -p /etc/fascia/panels
write() {
  cat >/etc/fascia/panels/box.yaml <<FILE
panel: box
screens:
  home:
    - switch: services/broken
      on: {shell: "echo 'no such thing' >&2; exit 1"}
      off: ["true"]
      status: ["false"]
    - switch: services/plain
      unit: plain.service
    - value: greeting
      pattern: "[a-z]+"
      set: ["true"]
$1
FILE
}
write ''
unit plain.service '[Service]' 'ExecStart=sleep infinity'
mkdir -p /run/systemd/system/fascia-panel@box.service.d
printf '%s\n' '[Service]' WatchdogSec=5s RestartSec=100ms TimeoutStopSec=1s >/run/systemd/system/fascia-panel@box.service.d/scenario.conf
systemctl daemon-reload
systemctl start fascia-panel@box.service
await_status 'shows /etc/fascia/panels/box.yaml'

write '    - nonsense'
await_status '/etc/fascia/panels/box.yaml: line 13: *: the panel goes on as it was before the edit'
write ''
await_status 'shows /etc/fascia/panels/box.yaml'

! fascia toggle set services/broken on --wait 2>/dev/null || report "it was switched on"
await_journal 'services/broken was not changed: no such thing' -u fascia-panel@box
! fascia value set greeting 'Good day' --wait 2>/dev/null || report "it was set"
await_journal 'value:greeting was not changed: greeting must match [a-z]+' -u fascia-panel@box

await_known services/plain off
systemctl stop dbus.socket dbus.service
# It tries to connect again, and says that it cannot.
await_status '/etc/fascia/panels/box.yaml: *the system bus*'
await_journal '/etc/fascia/panels/box.yaml: the system bus has gone' -u fascia-panel@box
systemctl start dbus.socket
await_status 'shows /etc/fascia/panels/box.yaml'

systemctl stop fasciad.socket fasciad.service
await_status '/etc/fascia/panels/box.yaml: the daemon at /run/fascia/fascia.sock has closed the connection*'
systemctl start fasciad.socket
await_status 'shows /etc/fascia/panels/box.yaml'

pid=$(panel_property MainPID)
kill -STOP "$pid"
await_journal 'Watchdog timeout' -u fascia-panel@box
is_back() { case $(panel_property MainPID) in 0 | "$pid") false ;; esac; }
await is_back
await_known services/broken off
