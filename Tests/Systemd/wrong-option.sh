#!/usr/bin/env bash
# A start that fails for good is not repeated, whoever waits at the socket; and when the error is gone, the socket works again.
. "$(dirname "$0")/scenario.sh"

systemctl start fasciad.socket
drop_in ExecStart= 'ExecStart=/var/opt/fascia/bin/fasciad --max-line 0'
! fascia status 2>/run/error || report "it started with a wrong option"
await systemctl --quiet is-failed fasciad.socket
# Whoever comes back again and again.
for _ in {1..20}; do ! fascia status 2>/run/error || report "somebody is served"; done
expect "what a client is told" "$(cat /run/error)" '*no daemon at /run/fascia/fascia.sock*'
expect "how often it was started" "$(property ActiveState) $(journalctl --no-pager -o cat -u fasciad | grep -c 'max-line must be')" \
  'failed 1'

rm /run/systemd/system/fasciad.service.d/scenario.conf
systemctl daemon-reload
systemctl start fasciad.socket
fascia status >/dev/null
