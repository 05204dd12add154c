# Sourced by the scenarios with panel files, after scenario.sh.

# unit NAME LINE...: writes a unit; it is known after `systemctl daemon-reload`.
unit() { printf '%s\n' "${@:2}" >"/run/systemd/system/$1"; }

# run_panel FILE [OPTION...]: runs its agent as root, in panel.service, until it has published the panel.
run_panel() {
  systemd-run --quiet --unit=panel.service --property=Type=notify "${@:2}" \
    --setenv=FASCIA_SOCKET="$FASCIA_SOCKET" --setenv=PATH="$PATH" fascia panel run "$1"
}

# await_event TOPIC TEXT [OTHERWISE]: waits for an event of the topic whose line contains TEXT; those since `since_now` count, too.
# Fails at the first one that contains OTHERWISE.
await_event() {
  local line
  while IFS= read -r line; do
    [[ $line != *"$2"* ]] || return 0
    [[ -z ${3-} || $line != *"$3"* ]] || report "$1: expected $2, and it is $line"
  done < <(exec fascia watch "$1" --since "$since")
  report "$1: no event with $2"
}
since_now() { since=$(fascia call watch.start | sed 's/.*"cursor":"\([^"]*\)".*/\1/'); }

# await_after TOPIC COMMAND...: waits until the command succeeds, which is tried again after each event of the topic.
await_after() {
  local since events
  since_now
  exec {events}< <(exec fascia watch "$1" --since "$since")
  until "${@:2}"; do read -r _ <&"$events"; done
  exec {events}<&-
}

# await_known ID STATE: waits until the state is neither pending, stale nor unknown, and this one.
await_known() { fascia wait toggle "$1" "$2" --even-if-missing --timeout inf; }
