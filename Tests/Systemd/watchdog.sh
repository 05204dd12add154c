#!/usr/bin/env bash
# systemd kills and restarts a daemon whose event loop hangs, but not one whose event loop runs.
. "$(dirname "$0")/scenario.sh"

# A busy machine may not run the daemon for a while.
drop_in WatchdogSec=3s RestartSec=100ms TimeoutStopSec=1s
systemctl start fasciad.service
before=$(property MainPID)
# Waits for a second notification after the first: the event loop notifies the watchdog regularly.
first=$(property WatchdogTimestampMonotonic)
has_notified() { [ "$(property WatchdogTimestampMonotonic)" != "$first" ]; }
await has_notified

kill -STOP "$before"
await_journal 'Watchdog timeout'
await_journal 'Scheduled restart job'
systemctl start fasciad.service
fascia status >/dev/null
expect "the number of restarts" "$(property NRestarts)" 1
[ "$(property MainPID)" != "$before" ]
expect "the journal" "$(journalctl -q -o cat -u fasciad)" "*Failed with result 'watchdog'*"
