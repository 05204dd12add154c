#!/usr/bin/env bash
# The services of box.yaml, switched with keys in an attached terminal: what becomes of the units is on the screen.
#   FASCIA_SCREENS  a directory that keeps the screens as text
. "$(dirname "$0")/scenario.sh"
. "$(dirname "$0")/panel.sh"

unit nginx.service '[Service]' 'ExecStart=sleep infinity'
unit ssh.service '[Service]' 'Type=oneshot' 'RemainAfterExit=yes' 'ExecStart=true'
unit cron.service '[Service]' 'Type=oneshot' 'ExecStart=sh -c "exit 3"'
systemctl daemon-reload
systemctl start fasciad.socket
run_panel "$root/Sources/Examples/Box/box.yaml"
for switch in nginx ssh cron; do await_known services/$switch off; done

terminal() { tmux -L fascia -f /dev/null "$@"; }
press() { terminal send-keys "$@"; }
screen() { terminal capture-pane -p; }
on_screen() { screen | grep -q -- "$1"; }
not_on_screen() { ! on_screen "$1"; }
# await_screen NAME PATTERN...: waits until each pattern matches a line of the screen, and keeps the screen.
await_screen() {
  local pattern
  for pattern in "${@:2}"; do await on_screen "$pattern"; done
  [ -z "${FASCIA_SCREENS-}" ] || screen >"$FASCIA_SCREENS/$1.txt"
}

terminal new-session -d -x 64 -y 20 'fascia attach'
await_screen home '›.*Services'
press Enter
await_screen services '› *Services'

# A service that starts.
press Down
await_screen focused '› *Web server .*○━━'
press Enter
await_screen started 'Web server .*━━●' 'Services .*1 of 3'
await systemctl --quiet is-active nginx.service

# One that does not: the switch goes back, and the reason is below it.
press Down
await_screen focused '› *Scheduled jobs .*○━━'
press Enter
await_screen failed '! cron.service: exit status 3' 'Scheduled jobs .*failed  ○━━'
expect "the failing unit" "$(systemctl is-active cron.service || true)" failed
systemctl reset-failed cron.service
await not_on_screen failed

# All of them by the first switch, which stays between on and off.
press Up
await_screen focused '›.*Web server'
press Up
await_screen focused '› *Services'
press Enter
await_screen master '! cron.service: exit status 3' 'Remote login .*━━●' 'Services .*2 of 3  ━◐━'
expect "its services" "$(systemctl is-active nginx.service cron.service ssh.service || true)" $'active\nfailed\nactive'

# By hand.
systemctl stop nginx.service
await_screen stopped 'Web server .*○━━' 'Services .*1 of 3'
