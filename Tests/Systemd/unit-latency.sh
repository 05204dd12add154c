#!/usr/bin/env bash
# How long after `systemctl stop` and `start` by hand the panel has its event. Prints a table.
#   FASCIA_STOPS  how often; 5
. "$(dirname "$0")/scenario.sh"
. "$(dirname "$0")/panel.sh"

unit plain.service '[Service]' 'ExecStart=sleep infinity'
systemctl daemon-reload
cat >/run/plain.yaml <<'FILE'
panel: plain
screens: {home: [{group: services, options: {plain: {unit: plain.service}}}]}
FILE
systemctl start fasciad.socket
run_panel /run/plain.yaml
fascia wait toggle services/plain off --timeout inf

since_now
exec 3< <(exec fascia watch 'option:services/plain' --since "$since")
: >/run/latencies
for ((i = 0; i < ${FASCIA_STOPS:-5}; i++)); do
  for verb in start stop; do
    before=$EPOCHREALTIME
    systemctl "$verb" plain.service &
    # The event of the change of the switch.
    read -r _ <&3
    after=$EPOCHREALTIME
    wait $!
    echo "$verb $((${after/./} - ${before/./}))" >>/run/latencies
  done
done
printf '%-16s %8s %8s %8s\n' 'by hand (ms)' median p95 most
for verb in stop start; do
  grep "^$verb " /run/latencies | sort -n -k 2 | awk -v verb="systemctl $verb" '{ t[NR] = $2 / 1000 }
    END { printf "%-16s %8.1f %8.1f %8.1f\n", verb, t[int((NR + 1) / 2)], t[int(NR * 0.95 + 0.5)], t[NR] }'
done
