#!/usr/bin/env bash
# A start that fails for good is not repeated, whoever waits at the socket; and when the error is gone, the socket works again.
. "$(dirname "$0")/scenario.sh"

# fails_for_good REASON TIMES LINE...: with these settings it is started only so many times, and the journal says the reason.
fails_for_good() {
  systemctl start fasciad.socket
  drop_in "${@:3}"
  ! fascia status --timeout 5 2>/run/error || report "it started with ${*:3}"
  await systemctl --quiet is-failed fasciad.socket
  # Whoever comes back again and again.
  for _ in {1..20}; do ! fascia status --timeout 5 2>/run/error || report "somebody is served"; done
  expect "what a client is told" "$(cat /run/error)" '*no daemon at /run/fascia/fascia.sock*'
  expect "how often it was started" \
    "$(property ActiveState) $(journalctl --no-pager -o cat -u fasciad | grep -c "$1")" "failed $2"
}
fails_for_good 'max-line must be' 1 ExecStart= 'ExecStart=/var/opt/fascia/bin/fasciad --max-line 0'
# What does not even start cannot close the socket, which gives up after 20 attempts.
fails_for_good 'status=203/EXEC' 20 ExecStart= 'ExecStart=/no/such/program'
fails_for_good 'status=217/USER' 20 User=nobody-has-this-name

# What fails in another way is started again, for it may help, but not for ever, and nobody has to wait at the socket.
systemctl reset-failed
expect 'the shipped limit' "$(property StartLimitIntervalUSec) $(property StartLimitBurst)" '1min 60'
drop_in ExecStart= 'ExecStart=/var/opt/fascia/bin/fasciad --socket /run/fascia/fascia.sock --state /nonexistent/state' '[Unit]' StartLimitBurst=4
systemctl start --no-block fasciad.service
await systemctl --quiet is-failed fasciad.service
expect 'how often it was started' "$(journalctl --no-pager -o cat -u fasciad | grep -c 'state directory /nonexistent')" 4
expect 'the socket' "$(systemctl is-active fasciad.socket)" failed
systemctl reset-failed

rm /run/systemd/system/fasciad.service.d/scenario.conf
systemctl daemon-reload
systemctl start fasciad.socket
fascia status >/dev/null
