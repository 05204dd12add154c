# Sourced by the scenarios with panel files, after scenario.sh.

# unit NAME LINE...: writes a unit; it is known after `systemctl daemon-reload`.
unit() { printf '%s\n' "${@:2}" >"/run/systemd/system/$1"; }

# run_panel FILE [OPTION...]: runs its agent as root, in panel.service, until it has published the panel.
run_panel() {
  systemd-run --quiet --unit=panel.service --property=Type=notify "${@:2}" \
    --setenv=FASCIA_SOCKET="$FASCIA_SOCKET" --setenv=PATH="$PATH" fascia panel run "$1"
}

# await_event TOPIC TEXT: waits for an event of the topic whose line contains TEXT; those since `since_now` count, too.
await_event() { grep -q -m 1 -F -- "$2" < <(exec fascia watch "$1" --since "$since"); }
since_now() { since=$(fascia call watch.start | sed 's/.*"cursor":"\([^"]*\)".*/\1/'); }

# await_known ID STATE: waits until the state is neither pending, stale nor unknown, and this one.
await_known() { until [ "$(fascia get "$1" 2>/dev/null)" = "$2" ] && fascia get "$1" >/dev/null 2>&1; do :; done; }
