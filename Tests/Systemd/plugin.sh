#!/usr/bin/env bash
# Under the service's sandbox the daemon can load the installed plugin into a confined process, draw with it, and unload it.
. "$(dirname "$0")/scenario.sh"

systemctl start fasciad.service
fascia plugin load neon
expect "the plugins" "$(fascia plugin list --json)" '*"neon"*"isolation":"process"*"files"*'
fascia batch "$root/Sources/Examples/Scripts/panel.jsonl" >/dev/null
fascia call environment.set '{"scope":{},"values":{"toggleStyle":"neon"}}' >/dev/null
fascia render >/dev/null
fascia plugin unload neon
systemctl stop fasciad.service
expect "the result" "$(property Result)" success
