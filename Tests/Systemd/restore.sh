#!/usr/bin/env bash
# The restore of docs/systemd.md: the panels that ran before run after it.
. "$(dirname "$0")/scenario.sh"
. "$(dirname "$0")/panel.sh"

mkdir -p /etc/fascia/panels
cat >/etc/fascia/panels/box.yaml <<'FILE'
panel: box
screens:
  home:
    - switch: services/backup
      on: {shell: 'touch "$STATE_DIRECTORY/backup"'}
      off: {shell: 'rm -f "$STATE_DIRECTORY/backup"'}
      status: {shell: 'test -e "$STATE_DIRECTORY/backup"'}
FILE
systemctl start fascia-panel@box.service
await_known services/backup off
fascia toggle set services/backup on --wait
fascia value set greeting hello
fascia state export --state /var/lib/fascia --output /run/panel.json
fascia value set greeting goodbye

systemctl stop fasciad.socket fasciad.service
install -m 644 /run/panel.json /var/lib/panel.json
runuser -u fascia -- env PATH="$PATH" fascia state import /var/lib/panel.json --state /var/lib/fascia --force
systemctl start fasciad.socket

expect "the panel's state" "$(fascia get greeting)" hello
# What was imported is known when the agent has come back.
await_known services/backup on
expect "the agent" "$(systemctl is-active fascia-panel@box.service)" active
fascia toggle set services/backup off --wait

# It also starts before there is a daemon, and waits for one.
systemctl stop fascia-panel@box.service fasciad.socket fasciad.service
systemctl start fascia-panel@box.service
await_known services/backup off
