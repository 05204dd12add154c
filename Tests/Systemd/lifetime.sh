#!/usr/bin/env bash
# After a stop, a shutdown and a kill the socket remains, and the next request is answered.
. "$(dirname "$0")/scenario.sh"

systemctl start fasciad.socket
fascia status >/dev/null

systemctl stop fasciad.service
expect "the result of a stop" "$(property Result)" success
fascia status >/dev/null
expect "after a stop and a line" "$(property ActiveState)" active

fascia shutdown
systemctl stop fasciad.service
expect "the result of a shutdown" "$(property Result) $(property NRestarts)" 'success 0'
await_journal stopped -u fasciad
fascia status >/dev/null

drop_in RestartSec=0
kill -KILL "$(property MainPID)"
await_journal 'Scheduled restart job'
fascia status >/dev/null
expect "after a crash" "$(property ActiveState) $(property NRestarts)" 'active 1'

# A wrong command line fails at once and causes no restart.
systemctl stop fasciad.service
drop_in ExecStart= 'ExecStart=/var/opt/fascia/bin/fasciad --max-line 0'
! systemctl start fasciad.service 2>/dev/null
expect "a wrong command line" "$(property ActiveState) $(property ExecMainStatus) $(property NRestarts)" 'failed 2 0'
