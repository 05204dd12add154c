#!/usr/bin/env bash
# The units for a single user, under that user's own systemd.
. "$(dirname "$0")/scenario.sh"

useradd --create-home --home-dir /var/alice alice
runtime=/run/user/$(id -u alice)
install -d -o alice -m 700 "$runtime"
systemd-run --quiet --unit=alice-manager --uid=alice --property=Type=notify --property=Delegate=yes \
  --setenv=XDG_RUNTIME_DIR="$runtime" --setenv=HOME=/var/alice /lib/systemd/systemd --user
as_alice() { runuser -u alice -- env -u FASCIA_SOCKET XDG_RUNTIME_DIR="$runtime" HOME=/var/alice "$@"; }

as_alice systemctl --user start fasciad.socket
expect "the socket's mode" "$(stat -c '%U %a' "$runtime/fascia/fascia.sock")" 'alice 600'
expect "before the first line" "$(as_alice systemctl --user is-active fasciad.service || true)" inactive
as_alice fascia status >/dev/null
expect "after the first line" "$(as_alice systemctl --user is-active fasciad.service)" active
expect "the role" "$(as_alice fascia call daemon.hello)" '*"role":"admin"*'
as_alice systemctl --user reload fasciad.service
as_alice fascia plugin load neon
expect "the state's owner" "$(stat -c '%U' /var/alice/.local/state/fascia)" alice
as_alice systemctl --user stop fasciad.service
as_alice fascia status >/dev/null
