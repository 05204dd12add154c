#!/usr/bin/env bash
# A panel file as a service: its agent may do what the polkit rule of the file permits, and nothing else.
. "$(dirname "$0")/scenario.sh"
. "$(dirname "$0")/panel.sh"

unit polkit.service '[Service]' 'Type=dbus' 'BusName=org.freedesktop.PolicyKit1' 'ExecStart=/usr/lib/polkit-1/polkitd --no-debug'
unit inside.service '[Service]' 'ExecStart=sleep infinity'
unit outside.service '[Service]' 'ExecStart=sleep infinity' '[Install]' 'WantedBy=multi-user.target'
unit later.service '[Service]' 'ExecStart=sleep infinity'
systemctl daemon-reload

mkdir -p /etc/fascia/panels
cat >/etc/fascia/panels/box.yaml <<'FILE'
panel: box
screens:
  home:
    - group: services
      options:
        inside: {unit: inside.service}
        ghost: {unit: ghost.service}
FILE
fascia panel polkit /etc/fascia/panels/box.yaml >/etc/polkit-1/rules.d/50-fascia-panel-box.rules
# These switches are not in the rule.
cat >>/etc/fascia/panels/box.yaml <<'FILE'
        outside: {unit: outside.service}
        later: {unit: later.service, also: enable}
    - value: name
      set: {shell: 'printf %s "$FASCIA_VALUE" >"$STATE_DIRECTORY/name"'}
      status: {shell: 'cat "$STATE_DIRECTORY/name" 2>/dev/null || echo none'}
      says: text
FILE
systemctl start fascia-panel@box.service
expect "the agent's user" "$(ps -o user= -p "$(systemctl show --value --property MainPID fascia-panel@box.service)")" fascia-panel

# By the panel.
fascia toggle set services/inside on --wait
expect "a unit in the rule" "$(systemctl is-active inside.service)" active
fascia toggle set services/inside off --wait
refused() { ! fascia toggle set "$1" on --wait 2>&1 || report "$1 was switched on"; }
expect "another unit" "$(refused services/outside)" '*not permitted to start outside.service: *fascia panel polkit*'
expect "enabling" "$(refused services/later)" '*not permitted to enable later.service: *'
expect "the other units" "$(systemctl is-active outside.service later.service || true)" $'inactive\ninactive'
fascia value set name panel --wait
expect "its state" "$(cat /var/lib/fascia-panel/box/name)" panel

# By hand, with each verb.
as_agent() { runuser -u fascia-panel -- "$@" 2>&1; }
as_agent systemctl --no-ask-password start inside.service
as_agent systemctl --no-ask-password stop inside.service
for command in "start outside.service" "stop fasciad.service" "restart inside.service" "reload-or-restart inside.service" \
  "kill inside.service" "enable outside.service" "mask inside.service" "set-property inside.service CPUWeight=1" \
  daemon-reload reboot; do
  # shellcheck disable=SC2086
  ! as_agent systemctl --no-ask-password $command >/dev/null || report "permitted: $command"
done

# A unit that the machine does not have could be a transient one, which is what its starter likes. Newer managers ask polkit about
# these with the same words as about others.
runuser -u fascia-panel -- sleep infinity &
await pgrep -u fascia-panel -x sleep >/dev/null
asker=$(pgrep -u fascia-panel -x sleep)
may_start() { pkcheck --action-id org.freedesktop.systemd1.manage-units --process "$asker" --detail unit "$1" --detail verb start >/dev/null 2>&1; }
may_start inside.service || report "polkit does not permit what is in the rule"
! may_start ghost.service || report "permitted: a unit without a file"
mv /run/systemd/system/inside.service /run/inside.service
! may_start inside.service || report "permitted: a unit whose file has gone"
mv /run/inside.service /run/systemd/system/inside.service
for name in ghost inside; do
  ! as_agent systemd-run --no-ask-password --unit=$name true || report "permitted: a transient unit $name"
done
kill "$asker"

# At the daemon it is an author: it publishes, and does not administer.
as_author() { setpriv --reuid=fascia-panel --regid=fascia-panel --groups="$(getent group fascia | cut -d: -f3),$(getent group fascia-author | cut -d: -f3)" "$@" 2>&1; }
expect "its role" "$(as_author fascia call daemon.hello)" '*"role":"author"*'
expect "a shutdown" "$(as_author fascia shutdown || true)" '*needs the role admin, and uid * is author*'

# Without polkit it is not permitted anything, and says so.
systemctl mask --runtime --quiet polkit.service 2>/dev/null || true
systemctl stop polkit.service
rm /etc/polkit-1/rules.d/50-fascia-panel-box.rules
expect "without the rule" "$(refused services/inside)" '*not permitted to start inside.service*'

# It comes back after a crash.
pid=$(systemctl show --value --property MainPID fascia-panel@box.service)
systemctl start inside.service
systemctl kill --signal=KILL fascia-panel@box.service
is_back() { case $(systemctl show --value --property MainPID fascia-panel@box.service) in 0 | "$pid") false ;; esac; }
await is_back
await_known services/inside on
