#!/usr/bin/env bash
# A change with `revert: within` goes back unless it is confirmed, whatever is killed meanwhile. Prints a table.
#   FASCIA_WITHIN  the time in seconds; 2
. "$(dirname "$0")/scenario.sh"
. "$(dirname "$0")/panel.sh"

within=${FASCIA_WITHIN:-2}
unit net.service '[Service]' 'ExecStart=sleep infinity'
systemctl daemon-reload
cat >/run/net.yaml <<FILE
panel: net
screens:
  home:
    - group: net
      options: {up: {unit: net.service, revert: {within: ${within}s}}}
FILE
systemctl start fasciad.socket
run_panel /run/net.yaml --property=Restart=always --property=RestartSec=0

kill_agent() { systemctl kill --signal=KILL panel.service; }
kill_daemon() { "$root/Tests/Systemd/kill-daemon"; }
kill_both() { kill_agent && kill_daemon; }
stop_agent() { systemctl stop panel.service; }

# goes_back WHAT COMMAND...: carries a change out, runs the command, and waits until the unit has stopped by itself.
goes_back() {
  await_known net/up off
  since_now
  fascia toggle set net/up on --wait
  before=$EPOCHREALTIME
  "${@:2}"
  if [ "$2" = stop_agent ]; then
    # The deadline passes while nobody can carry the change out.
    await_event 'pending:net/up' 'off'
    run_panel /run/net.yaml --property=Restart=always --property=RestartSec=0
  fi
  fascia wait toggle net/up off --timeout inf
  await_known net/up off
  after=$EPOCHREALTIME
  expect "the unit, $1" "$(systemctl is-active net.service || true)" inactive
  rows+=("$1" "goes back after $(((${after/./} - ${before/./}) / 100000))00 ms")
}
rows=()
goes_back 'not confirmed' true
goes_back 'the agent is killed' kill_agent
goes_back 'the daemon is killed' kill_daemon
goes_back 'both are killed' kill_both
goes_back 'the agent is away at the deadline' stop_agent

# Another connection confirms. Then no deadline is left.
fascia toggle set net/up on --wait --revert-within 600
[[ $(fascia toggle list net) == *unconfirmed* ]]
fascia confirm net/up
[[ $(fascia toggle list net) != *unconfirmed* ]]
kill_both
await_known net/up on
expect "the unit, confirmed" "$(systemctl is-active net.service)" active
rows+=('confirmed from another connection' stays)
printf '%-36s %s\n' "revert within $within s" then "${rows[@]}"
