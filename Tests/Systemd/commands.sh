#!/usr/bin/env bash
# An agent whose control group is delegated gives each command one of its own, so that none of its processes escapes.
. "$(dirname "$0")/scenario.sh"

systemctl start fasciad.service
cat >/run/systemd/system/agent.service <<'END'
[Service]
Delegate=yes
Environment=FASCIA_SOCKET=/run/fascia/fascia.sock
ExecStart=/var/opt/fascia/bin/fascia handle tools --title Tools --open \
  "Wait=trap '' TERM; (env -i setsid sleep 7531 &) ; (setsid sh -c 'setsid sleep 7531 & exit' &) ; echo started; sleep 7531" \
  "Leave=setsid sleep 7532 >/dev/null 2>&1 & echo left"
END
systemctl daemon-reload
systemctl start agent.service
groups=/sys/fs/cgroup$(systemctl show --value --property ControlGroup agent.service)

# count PATTERN: the processes with this command line.
count() { pgrep -c -x -f "$1" || true; }

fascia wait screen tools --even-if-missing --timeout inf
fascia tap Wait >/dev/null
fascia wait text started --timeout inf
all_run() { [ "$(count 'sleep 7531')" = 3 ]; }
await all_run
expect "the groups" "$(echo "$groups"/command-*)" "$groups/command-*.+([0-9])"
fascia tap Cancel >/dev/null
fascia wait text cancelled --timeout inf
expect "what is left of the cancelled command" "$(count 'sleep 7531')" 0
expect "the groups after that" "$(find "$groups" -name 'command-*')" ''

# What a command leaves behind goes on, in its group, which is removed later.
fascia tap Close >/dev/null
fascia tap Leave >/dev/null
fascia wait text done --timeout inf
expect "what it left behind" "$(count 'sleep 7532')" 1
pkill -x -f 'sleep 7532'
fascia tap Close >/dev/null
fascia tap Leave >/dev/null
fascia wait text done --timeout inf
systemctl stop agent.service
expect "after the end of the agent" "$(count 'sleep 7532')" 0
