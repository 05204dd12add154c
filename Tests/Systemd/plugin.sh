#!/usr/bin/env bash
# The daemon loads the installed plugin into a process of the service, draws with it, and unloads it.
. "$(dirname "$0")/scenario.sh"

hosts() { systemctl list-units --no-legend --plain 'fascia-plugin-host@*.service' | cut -d ' ' -f 1; }
# A machine that is busy enough makes the plugin late for three frames, and the daemon gives it up.
shows() { until fascia wait text "$1" --timeout 10; do fascia plugin reload neon; done; }
have_ended() { [ -z "$(hosts)" ]; }

systemctl start fasciad.service
fascia plugin load neon
expect "the plugins" "$(fascia plugin list --json)" '*"neon"*"isolation":"process"*"files"*"user"*'
expect "the processes" "$(hosts | wc -l)" 1
echo '{"id": "room", "options": [{"id": "lamp"}]}' | fascia toggle declare - >/dev/null
echo '{"id": "room", "body": {"kind": "toggle", "bind": "room/lamp", "label": "Lamp"}}' | fascia screen put - >/dev/null
fascia path room
fascia environment toggleStyle=neon
shows "○ off"

# When it ends, the built-in style takes its place, and it is started again.
systemctl kill --signal SIGSEGV "$(hosts)"
await have_ended
fascia toggle set room/lamp on
fascia render >/dev/null
await_journal 'plugin "neon" ended' -u fasciad
shows "ON  ●"

fascia plugin unload neon
await have_ended
systemctl stop fasciad.service
expect "the result" "$(property Result)" success
