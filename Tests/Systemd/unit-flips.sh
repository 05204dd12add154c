#!/usr/bin/env bash
# Flips switches of units at random from three clients, starts and stops units by hand, and kills the agent and the daemon.
# At rest the panel is what systemd says, and no request was carried out twice. Prints a table.
#   FASCIA_FLIPS      how many flips; 150
#   FASCIA_SEED       repeats a run
#   FASCIA_TERMINALS  if set, the clients are terminals: keys flip the switches, and their master
. "$(dirname "$0")/scenario.sh"
. "$(dirname "$0")/panel.sh"

flips=${FASCIA_FLIPS:-150}
RANDOM=${FASCIA_SEED:=$((RANDOM + 1))}
echo "seed $FASCIA_SEED"

for n in 1 2 3 4 5 6; do
  # Two services that live on, two that are done at once, one that takes a moment, and one that does not start every time.
  case $n in
  1 | 2) unit "u$n.service" '[Service]' 'ExecStart=sleep infinity' ;;
  3 | 4) unit "u$n.service" '[Service]' 'Type=oneshot' 'RemainAfterExit=yes' 'ExecStart=true' ;;
  5) unit "u$n.service" '[Service]' 'Type=oneshot' 'RemainAfterExit=yes' 'ExecStart=sleep 0.05' 'ExecStop=sleep 0.05' ;;
  6) unit "u$n.service" '[Service]' 'Type=oneshot' 'RemainAfterExit=yes' \
    'ExecStart=bash -c "exit $$((RANDOM %% 2))"' ;;
  esac
done
unit barrier.service '[Service]' 'Type=oneshot' 'RemainAfterExit=yes' 'ExecStart=true'
mkdir -p /run/systemd/system/service.d
printf '%s\n' '[Unit]' 'StartLimitIntervalSec=0' >/run/systemd/system/service.d/limit.conf
# A client that connects before the killed daemon is started again triggers the socket, here more often than its limit.
mkdir -p /run/systemd/system/fasciad.socket.d
printf '%s\n' '[Socket]' 'TriggerLimitIntervalSec=0' >/run/systemd/system/fasciad.socket.d/limit.conf
systemctl daemon-reload

cat >/run/flips.yaml <<'FILE'
panel: flips
atMost: 4
screens:
  home:
    - group: u
      options: {1: {unit: u1}, 2: {unit: u2}, 3: {unit: u3}, 4: {unit: u4}, 5: {unit: u5}, 6: {unit: u6}}
    - group: other
      options: {barrier: {unit: barrier.service}}
FILE
systemctl start fasciad.socket
since_now
run_panel /run/flips.yaml --property=Restart=always --property=RestartSec=0

# Every call of the agent to systemd. (systemctl by root does not use the bus.)
manager="type='method_call',interface='org.freedesktop.systemd1.Manager'"
busctl monitor --json=short --match "$manager,member='StartUnit'" --match "$manager,member='StopUnit'" \
  >/run/calls 2>/run/monitor &
monitor=$!
# It listens once it has seen a call.
until [ -s /run/calls ]; do
  busctl call --quiet org.freedesktop.systemd1 /org/freedesktop/systemd1 org.freedesktop.systemd1.Manager StopUnit ss barrier.service replace
done

connect() {
  until fascia status --timeout inf >/dev/null 2>&1; do sleep 0.05; done
  coproc DAEMON { exec socat - "UNIX-CONNECT:$FASCIA_SOCKET" 2>/dev/null; }
  # bash forgets the descriptors of a coprocess that has ended.
  exec 8<&"${DAEMON[0]}" 9>&"${DAEMON[1]}"
}

# request METHOD PARAMS: sets `answer`; fails if the daemon has gone before the answer.
request() {
  number=$((number + 1))
  echo '{"id":'$number',"method":"'"$1"'","params":'"$2"'}' >&9 || return 1
  until [[ $answer == *'"id":'$number[,}]* ]]; do read -r answer <&8 || return 1; done
} 2>/dev/null

# client NUMBER COUNT: flips, each when the one before is no longer pending. A flip may be refused: the agent may have gone.
client() {
  local i switch answer='' number=0
  trap '' PIPE
  RANDOM=$((FASCIA_SEED + $1))
  connect
  for ((i = 0; i < $2; i++)); do
    switch='{"id":"u/'$((RANDOM % 6 + 1))'"}'
    if request toggle.flip "$switch"; then
      [[ $answer == *'"error"'* ]] && echo refused || echo accepted
      while request toggle.get "$switch" && [[ $answer == *'"pending"'* ]]; do sleep 0.01; done
    else
      echo unanswered
      connect
    fi
  done >"/run/client.$1"
}

# terminal NUMBER COUNT: flips with keys, and does not wait for anything.
terminal() {
  local i keys
  RANDOM=$((FASCIA_SEED + $1))
  tmux -L "flips$1" -f /dev/null new-session -d -x 40 -y 16 'fascia attach'
  until [[ $(tmux -L "flips$1" capture-pane -p) == *barrier* ]]; do sleep 0.05; done
  for ((i = 0; i < $2; i++)); do
    keys=(Enter)
    for ((n = RANDOM % 4; n > 0; n--)); do keys=("$([ $((RANDOM % 2)) = 0 ] && echo Up || echo Down)" "${keys[@]}"); done
    tmux -L "flips$1" send-keys "${keys[@]}" && echo pressed
  done >"/run/client.$1"
  tmux -L "flips$1" kill-server
}

kind=${FASCIA_TERMINALS:+terminal}
kind=${kind:-client}
start=$EPOCHREALTIME
clients=()
for n in 1 2 3; do
  "$kind" $n $((flips / 3)) &
  clients+=($!)
done
by_hand=0 agent_kills=0 daemon_kills=0
while kill -0 "${clients[@]}" 2>/dev/null; do
  case $((RANDOM % 50)) in
  0) systemctl kill --signal=KILL panel.service && agent_kills=$((agent_kills + 1)) ;;
  1) "$root/Tests/Systemd/kill-daemon" && daemon_kills=$((daemon_kills + 1)) ;;
  *) systemctl "$([ $((RANDOM % 2)) = 0 ] && echo start || echo stop)" --no-block "u$((RANDOM % 6 + 1)).service" && by_hand=$((by_hand + 1)) ;;
  esac
done 2>/dev/null
wait "${clients[@]}"
seconds=$(((${EPOCHREALTIME/./} - ${start/./}) / 1000000))

# At rest nothing is pending, no job is queued, and the agent has reported what came after everything else.
have_no_jobs() { [ -z "$(systemctl list-jobs --no-legend --quiet 2>/dev/null)" ]; }
is_known() { fascia get "$1" >/dev/null 2>&1; }
rest() {
  await have_no_jobs
  for n in 1 2 3 4 5 6; do await is_known "u/$n"; done
  systemctl start barrier.service
  fascia wait toggle other/barrier on --timeout inf
  systemctl stop barrier.service
  fascia wait toggle other/barrier off --timeout inf
}
rest
rest
differences=0
for n in 1 2 3 4 5 6; do
  actual=$(systemctl is-active "u$n.service" || true)
  shown=$(fascia get "u/$n")
  case $shown-$actual in on-active | off-inactive | off-failed) ;; *)
    echo "u$n.service is $actual, and the panel shows $shown"
    differences=$((differences + 1))
    ;;
  esac
done
kill "$monitor"
wait "$monitor" || true
fascia state events --state /var/lib/fascia >/run/events
python3 "$root/Tests/Systemd/carried-out.py" /run/events /run/calls >/run/carried-out || report "$(cat /run/carried-out)"
rows=('flips' "$flips, $(cat /run/client.? | sort | uniq -c | awk '{ printf "%s%s %s", s, $1, $2; s = ", " }')" 'by systemctl' "$by_hand"
  'kills' "$agent_kills of the agent, $daemon_kills of the daemon" 'seconds' "$seconds")
printf '%-24s %s\n' "${rows[@]}"
cat /run/carried-out
printf '%-24s %s\n' 'differences at rest' "$differences"
expect 'differences' "$differences" 0
