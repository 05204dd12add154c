#!/usr/bin/env bash
# run.sh BUILD_DIRECTORY
# Starts a daemon, loads the sample panel and shows it. In a terminal the panel shows how this machine is and can be operated
# (q ends it). Otherwise it is printed, followed by the output of session.sh. At the end the daemon is stopped and its files
# are removed.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
export PATH=${1:?run.sh BUILD_DIRECTORY}:$PATH
directory=$(mktemp -d "${TMPDIR:-/tmp}/fascia-run.XXXXXX")
export FASCIA_SOCKET=$directory/fascia.sock FASCIA_PLUGIN_PATH=$1

daemon= monitor=
end() {
  if [ -n "$monitor" ]; then kill "$monitor" 2>/dev/null || true; fi
  if [ -n "$daemon" ] && kill "$daemon" 2>/dev/null; then wait "$daemon" || true; fi
  rm -rf "$directory"
}
trap end EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

fasciad --socket "$FASCIA_SOCKET" --state "$directory/state" 2>"$directory/log" &
daemon=$!
until fascia status >/dev/null 2>&1; do
  if ! kill -0 "$daemon" 2>/dev/null; then
    cat "$directory/log" >&2
    exit 1
  fi
  sleep 0.05
done

fascia batch "$here/box.jsonl" >/dev/null
if [ -t 0 ] && [ -t 1 ]; then
  "$here/monitor.sh" 2>>"$directory/log" &
  monitor=$!
  fascia attach
else
  fascia render
  "$here/session.sh"
fi
