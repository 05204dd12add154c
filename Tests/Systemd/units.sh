#!/usr/bin/env bash
# Switches of units: whatever happens to the unit, the switch shows it, and the reason.
. "$(dirname "$0")/scenario.sh"
. "$(dirname "$0")/panel.sh"

unit plain@.service '[Service]' 'ExecStart=sleep infinity' '[Install]' 'WantedBy=multi-user.target'
unit once.service '[Service]' 'Type=oneshot' 'RemainAfterExit=yes' 'ExecStart=true'
unit failing.service '[Service]' 'Type=oneshot' 'ExecStart=sh -c "exit 3"'
unit fleeting.service '[Service]' 'Type=oneshot' 'ExecStart=true'
unit job.service '[Unit]' 'ConditionPathExists=/etc' '[Service]' 'Type=oneshot' 'ExecStart=touch /run/job-ran'
unit talking.service '[Service]' 'ExecStart=sh -c "echo cannot bind port 80: >&2; echo address in use >&2; exit 4"' 'Typo=1'
unit looping.service '[Unit]' 'StartLimitIntervalSec=0' '[Service]' 'Restart=always' 'RestartSec=600s' 'ExecStart=sh -c "echo no licence; exit 5"'
unit crash.service '[Service]' 'ExecStart=/bin/sh -c "echo line 3 is bad >&2; exec sleep infinity"'
unit restarting.service '[Service]' 'Restart=always' 'RestartSec=0' 'ExecStart=sleep infinity'
unit slow.service '[Service]' 'Type=notify' 'NotifyAccess=all' \
  'ExecStart=sh -c "read line </run/slow && systemd-notify --ready && exec sleep infinity"'
unit hold.service '[Service]' 'Type=notify' 'TimeoutStartSec=infinity' 'ExecStart=sleep infinity'
unit behind.service '[Unit]' 'Wants=hold.service' 'After=hold.service' '[Service]' 'ExecStart=sleep infinity'
unit hanging.service '[Service]' 'Type=notify' 'ExecStart=sleep infinity'
unit unmet.service '[Unit]' 'ConditionPathExists=/no/such/file' '[Service]' 'ExecStart=sleep infinity'
unit needy.service '[Unit]' 'Requires=failing.service' 'After=failing.service' '[Service]' 'ExecStart=sleep infinity'
unit lacking.service '[Unit]' 'Requires=nowhere.service' '[Service]' 'ExecStart=sleep infinity'
unit masked.service '[Service]' 'ExecStart=sleep infinity'
mkfifo /run/slow
systemctl mask --quiet --runtime masked.service 2>/dev/null || ln -sf /dev/null /etc/systemd/system/masked.service
systemctl daemon-reload

cat >/run/units.yaml <<'FILE'
panel: units
screens:
  home:
    - group: services
      options:
        plain: {unit: plain@one}
        once: {unit: once.service}
        failing: {unit: failing.service}
    - group: other
      options:
        fleeting: {unit: fleeting.service}
        job: {unit: job.service}
        talking: {unit: talking.service}
        looping: {unit: looping.service}
        crash: {unit: crash.service, settle: 600s}
        restarting: {unit: restarting.service, settle: 600s}
        slow: {unit: slow.service}
        hold: {unit: hold.service}
        behind: {unit: behind.service}
        hanging: {unit: hanging.service, timeout: 1s}
        unmet: {unit: unmet.service}
        needy: {unit: needy.service}
        lacking: {unit: lacking.service}
        masked: {unit: masked.service}
        missing: {unit: missing.service}
        enabled: {unit: plain@two.service, also: enable}
FILE
systemctl start fasciad.socket
since_now
run_panel /run/units.yaml

# refused ID: switches it on, and prints why that failed.
refused() { ! fascia toggle set "$1" on --wait 2>&1 || report "$1 was switched on"; }

# By the switch, and by hand.
fascia toggle set services/plain on --wait
expect "a unit that was switched on" "$(systemctl is-active plain@one.service)" active
systemctl stop plain@one.service
fascia wait toggle services/plain off --timeout inf
systemctl start plain@one.service
fascia wait toggle services/plain on --timeout inf
fascia toggle set services/plain off --wait
expect "a unit that was switched off" "$(systemctl is-active plain@one.service || true)" inactive

# A master whose services do not all start.
expect "a master" "$(refused services)" '*failing.service: exit status 3*'
expect "the master" "$(fascia get services)" mixed
expect "its services" "$(systemctl is-active plain@one.service once.service failing.service || true)" $'active\nactive\nfailed'
fascia toggle list services | grep -q 'failing (failed: failing.service: exit status 3)'
systemctl reset-failed failing.service
have_not_failed() { [[ $(fascia toggle list services) != *failed* ]]; }
await_after '*:services/*' have_not_failed

# Why units do not start.
expect "a condition" "$(refused other/unmet)" '*unmet.service: *a condition in its unit file is not met: ConditionPathExists=/no/such/file*'
expect "a dependency" "$(refused other/needy)" '*needy.service: a unit that it needs could not be started*'
expect "a masked unit" "$(refused other/masked)" '*masked.service is masked*systemctl unmask*'
expect "a missing unit" "$(refused other/missing)" '*there is no unit missing.service*'
expect "a unit that needs a missing one" "$(refused other/lacking)" '*there is no unit nowhere.service, which lacking.service needs*'
expect "a unit that hangs" "$(refused other/hanging)" '*hanging.service: took longer than 1 s*'
# It does not go on starting.
have_stopped() { [ "$(systemctl is-active "$@" || true)" = inactive ]; }
await have_stopped hanging.service
# Its own words, once it has ended, and not those of systemd about its file.
fascia toggle set other/talking on --wait || true
await_event '*:other/talking' 'talking.service: exit status 4: cannot bind port 80: address in use'
# The process has often gone before the journal sees which run of the unit a line belongs to.
first=$since
for _ in 1 2 3 4 5; do
  systemctl stop looping.service
  fascia wait toggle other/looping off --timeout inf
  since_now
  systemctl start looping.service
  await_event '*:other/looping' 'looping.service is waiting to be started again: exit status 5: no licence'
done
since=$first
systemctl stop looping.service

# What does something and ends has not failed.
for id in fleeting job; do
  fascia toggle set other/$id on --wait
  expect "a unit that has done its work" "$(fascia get other/$id)" off
done
[ -e /run/job-ran ]
expect "a masked unit's switch" "$(fascia toggle list other)" '*masked (failed: masked.service is masked*'

# A unit that comes and goes with its file.
await_event '*:other/missing' 'there is no unit missing.service'
unit missing.service '[Service]' 'ExecStart=sleep infinity'
systemctl daemon-reload
await_known other/missing off
fascia toggle set other/missing on --wait

# A start that takes a while.
fascia toggle set other/slow on
await_event '*:other/slow' 'starting (start)' 'reverted to'
echo >/run/slow
await_known other/slow on
systemctl stop slow.service
systemctl start --no-block slow.service
await_event '*:other/slow' 'slow.service is starting (start)' 'reverted to'
echo >/run/slow
await_known other/slow on

# A start that is taken back while it goes on, and one that has not begun.
systemctl stop slow.service
await_known other/slow off
fascia toggle set other/slow on
await_event '*:other/slow' 'starting (start)' 'reverted to'
fascia toggle set other/slow off --wait
expect "a start that was taken back" "$(systemctl is-active slow.service || true)" inactive
expect "its switch" "$(fascia get other/slow)" off
since_now
fascia toggle set other/behind on
is_waiting() { [[ $(systemctl list-jobs) == *behind.service*waiting* ]]; }
await is_waiting
fascia toggle set other/behind off --wait
expect "jobs of a start that had not begun" "$(systemctl list-jobs | grep -c behind.service || true)" 0
fascia toggle set other/hold off --wait
expect "a start that had not begun" "$(systemctl is-active behind.service || true)" inactive

# A crash while it is watched.
fascia toggle set other/crash on
await_event '*:other/crash' 'started, and watched for 600 s' 'reverted to'
await_journal 'line 3 is bad'
systemctl kill --signal=KILL crash.service
await_event '*:other/crash' 'crash.service: ended by signal 9 within 600 s after it was started: line 3 is bad'
await_known other/crash off
fascia toggle set other/restarting on
await_event '*:other/restarting' 'started, and watched for 600 s' 'reverted to'
systemctl kill --signal=KILL restarting.service
await_event '*:other/restarting' 'within 600 s after it was started' 'reverted to'
await_known other/restarting on
systemctl stop restarting.service
await_known other/restarting off

# Enabled, too.
fascia toggle set other/enabled on --wait
expect "an enabled unit" "$(systemctl is-enabled plain@two.service)" enabled
fascia toggle set other/enabled off --wait
expect "a disabled unit" "$(systemctl is-enabled plain@two.service || true)" disabled
# What is enabled until the machine is started again is not.
systemctl enable --runtime plain@two.service
fascia toggle set other/enabled on --wait
expect "a unit that is enabled for good" "$(systemctl is-enabled plain@two.service)" enabled
systemctl disable plain@two.service
systemctl enable --runtime plain@two.service
fascia toggle set other/enabled off --wait
await_known other/enabled off
systemctl disable --runtime plain@two.service

# Where the two do not agree, a request for the state that it shows carries out what is missing.
since_now
systemctl start plain@two.service
await_event '*:other/enabled' 'plain@two.service runs, but is disabled'
fascia toggle set other/enabled on --wait
expect "a unit that ran and was not enabled" "$(systemctl is-enabled plain@two.service)" enabled
since_now
systemctl stop plain@two.service
await_event '*:other/enabled' 'plain@two.service does not run, but is enabled'
fascia toggle set other/enabled off --wait
expect "a unit that did not run and was enabled" "$(systemctl is-enabled plain@two.service || true)" disabled

# For somebody who asks.
expect "fascia panel try" "$(fascia panel try /run/units.yaml || true)" '*other/enabled *off *unit plain@two.service*'
fascia poll services/once

# Without a bus the state is stale, and afterwards it is the actual one.
await_known services/once on
systemctl stop dbus.socket dbus.service
await_event '*:services/once' 'the system bus has gone'
# is_stale ID REASON: whether the state is stale for a reason that begins like this.
is_stale() { [[ $(fascia get "$1" 2>&1 || true) == *"$1 is stale: "$2* ]]; }
for id in services/once services/plain other/crash; do
  await_after "*:$id" is_stale $id '*the system bus'
done
expect "unknown states without a bus" "$(fascia toggle list | grep unknown || true)" ''
# Also of an agent that begins without one: what was known last is known, and may have changed.
systemctl stop panel.service
run_panel /run/units.yaml
for id in services/once other/crash; do
  await_after "*:$id" is_stale $id 'cannot connect to the system bus'
done
expect "unknown states after a start without a bus" "$(fascia toggle list | grep unknown || true)" ''
systemctl stop once.service
systemctl start dbus.socket
await_known services/once off
fascia toggle set services/once on --wait

# The agent's end, and its return.
systemctl stop panel.service
systemctl stop once.service
run_panel /run/units.yaml
await_known services/once off
