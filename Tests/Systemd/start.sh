#!/usr/bin/env bash
# `systemctl start` returns as soon as the daemon answers requests, and not before. The status text describes the daemon.
. "$(dirname "$0")/scenario.sh"

systemctl start fasciad.service
fascia status >/dev/null
expect Type "$(property Type)" notify
expect ActiveState "$(property ActiveState)" active
expect "the daemon's user" "$(ps -o user= -p "$(property MainPID)")" fascia
expect "the state's mode" "$(stat -c '%U %a' /var/lib/fascia)" 'fascia 700'
expect "the socket's mode" "$(stat -c '%U %G %a' "$FASCIA_SOCKET")" 'root fascia 660'
boot=$(cat /proc/sys/kernel/random/boot_id)
expect "the boot that it knows" "$(head -n 1 /var/lib/fascia/in-use)" "$boot"
expect "the status text" "$(property StatusText)" '*0 clients*revision 0'
expect "systemctl status" "$(systemctl status --no-pager fasciad)" '*Status: "*revision 0"*'


# Without the id of the boot it could not tell that the machine was down.
drop_in 'Environment=FASCIA_BOOT_ID='
! systemctl restart fasciad.service 2>/dev/null || report "it started without the id of the boot"
await_journal "the id of the machine's start cannot be read" -u fasciad
