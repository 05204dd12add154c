#!/usr/bin/env bash
# The daemon's log messages are journal entries with fields, not lines of text.
. "$(dirname "$0")/scenario.sh"

systemctl start fasciad.service
await_journal ready SYSLOG_IDENTIFIER=fasciad
entry=$(journalctl -q -o json MESSAGE=ready SYSLOG_IDENTIFIER=fasciad PRIORITY=6 _TRANSPORT=journal)
for field in '"FASCIA_SOCKET":"/run/fascia/fascia.sock"' '"FASCIA_STATE":"/var/lib/fascia"' \
  '"_SYSTEMD_UNIT":"fasciad.service"' '"CODE_FUNC":"run()"' '"CODE_LINE":"' '"CODE_FILE":"fasciad/'; do
  expect "the entry" "$entry" "*$field*"
done
# The daemon prints no plain text, neither for a new state nor for an existing one.
systemctl restart fasciad.service
await_journal ready SYSLOG_IDENTIFIER=fasciad _PID="$(property MainPID)"
expect "plain lines" "$(journalctl -q -o cat _TRANSPORT=stdout SYSLOG_IDENTIFIER=fasciad)" ''
