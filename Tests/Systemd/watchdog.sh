#!/usr/bin/env bash
# A daemon whose loop stands still is killed and started again; one whose loop turns is left alone.
. "$(dirname "$0")/scenario.sh"

drop_in WatchdogSec=1s RestartSec=100ms TimeoutStopSec=1s
systemctl start fasciad.service
before=$(property MainPID)
# The manager has heard from the loop at least twice after it was ready: it is fed, not merely not yet overdue.
first=$(property WatchdogTimestampMonotonic)
while [ "$(property WatchdogTimestampMonotonic)" = "$first" ]; do :; done

kill -STOP "$before"
await_journal 'Watchdog timeout'
await_journal 'Scheduled restart job'
systemctl start fasciad.service
fascia status >/dev/null
expect "the number of restarts" "$(property NRestarts)" 1
[ "$(property MainPID)" != "$before" ]
expect "the journal" "$(journalctl -q -o cat -u fasciad)" "*Failed with result 'watchdog'*"
