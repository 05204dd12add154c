#!/usr/bin/env bash
# The misbehaving plugins of the daemon's tests, in processes that systemd starts and confines.
. "$(dirname "$0")/scenario.sh"

systemctl start fascia-plugin-host.socket
# `swift test` runs the same program.
said=$(FASCIA_PLUGIN_SERVICE=/run/fascia/plugin-host.sock "$FASCIA_TESTS" \
  --testing-library swift-testing --filter MisbehavingSetTests 2>&1) || report "the tests: $said"
expect "the tests" "$said" '*noPluginCostsMoreThanAFrameInTheBuiltInStyle() passed*'

# systemd has started all of them, and says how they have ended.
await_journal 'code=killed, status=11/SEGV'
await_journal 'code=killed, status=6/ABRT'
have_ended() { [ -z "$(systemctl list-units --no-legend --plain 'fascia-plugin-host@*.service')" ]; }
await have_ended
