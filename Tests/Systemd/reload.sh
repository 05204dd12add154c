#!/usr/bin/env bash
# A reload returns when it is complete. The process and its connections remain.
. "$(dirname "$0")/scenario.sh"

systemctl start fasciad.service
before=$(property MainPID)
coproc client { exec socat - "UNIX-CONNECT:$FASCIA_SOCKET"; }
ask() { printf '%s\n' "$1" >&"${client[1]}" && IFS= read -r -t 20 reply <&"${client[0]}"; }
ask '{"id":1,"method":"sync"}'

systemctl reload fasciad.service
await_journal reloaded SYSLOG_IDENTIFIER=fasciad
expect "the journal" "$(journalctl -q -o cat SYSLOG_IDENTIFIER=fasciad MESSAGE=reloaded)" reloaded
expect "the process" "$(property MainPID)" "$before"
expect ActiveState "$(property ActiveState)" active
ask '{"id":2,"method":"sync"}'
expect "the old connection's reply" "$reply" '*"id":2,"result":*'

# SIGHUP reloads, too.
systemctl kill --kill-whom=main --signal=HUP fasciad.service
ask '{"id":3,"method":"sync"}'
expect "after SIGHUP" "$reply" '*"id":3,"result":*'
expect "the process after SIGHUP" "$(property MainPID)" "$before"

# The access file need not give any right to the daemon's own user.
mkdir -p /etc/fascia
printf 'grant:\n  - {user: root, role: admin}\n' >/etc/fascia/access.yaml
await_journal "the access file is in force" SYSLOG_IDENTIFIER=fasciad
systemctl reload fasciad.service
ask '{"id":4,"method":"daemon.hello"}'
expect "the rights after a reload" "$reply" '*"access":"/etc/fascia/access.yaml"*'

# If a plugin cannot be loaded, the reload fails and logs why, and the daemon keeps running.
drop_in ExecStart= 'ExecStart=/var/opt/fascia/bin/fasciad --socket /run/fascia/fascia.sock --keep-connections --plugin nosuch'
systemctl restart fasciad.service
! systemctl reload fasciad.service 2>/dev/null
await_journal 'fascia: no plugin "nosuch"' -u fasciad
expect "after a reload that failed" "$(property ActiveState)" active
fascia status >/dev/null
