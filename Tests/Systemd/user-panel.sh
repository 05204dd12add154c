#!/usr/bin/env bash
# A panel file of a user, as a service of that user's own systemd, with a unit of the user.
. "$(dirname "$0")/scenario.sh"

useradd --create-home --home-dir /var/alice alice
runtime=/run/user/$(id -u alice)
install -d -o alice -m 700 "$runtime"
systemd-run --quiet --unit=alice-manager --uid=alice --property=Type=notify --property=Delegate=yes \
  --setenv=XDG_RUNTIME_DIR="$runtime" --setenv=HOME=/var/alice /lib/systemd/systemd --user
as_alice() { runuser -u alice -- env -u FASCIA_SOCKET XDG_RUNTIME_DIR="$runtime" HOME=/var/alice "$@"; }

as_alice mkdir -p /var/alice/.config/fascia/panels /var/alice/.config/systemd/user
as_alice tee /var/alice/.config/systemd/user/mine@.service >/dev/null <<'FILE'
[Service]
ExecStart=sleep infinity
FILE
as_alice tee /var/alice/.config/fascia/panels/box.yaml >/dev/null <<'FILE'
panel: box
screens: {home: [{group: services, options: {mine: {unit: mine@1.service, user: true}}}]}
FILE
as_alice systemctl --user daemon-reload
as_alice systemctl --user start dbus.socket fasciad.socket fascia-panel@box.service
as_alice fascia wait toggle services/mine off --even-if-missing --timeout inf
as_alice fascia get services/mine >/dev/null
as_alice fascia toggle set services/mine on --wait
expect "a unit of the user" "$(as_alice systemctl --user is-active mine@1.service)" active
as_alice systemctl --user stop mine@1.service
as_alice fascia wait toggle services/mine off --timeout inf
