#!/usr/bin/env bash
# run.sh BUILD_DIRECTORY
# Starts a daemon, and shows the sample panel of box.yaml. In a terminal it can be operated (q ends it), and its switches
# start and stop the services of this machine if systemd runs it. Elsewhere stand-ins are called, which change nothing.
# Without a terminal the panel is printed, followed by the output of session.sh. At the end everything is ended and removed.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
export PATH=${1:?run.sh BUILD_DIRECTORY}:$PATH
directory=$(mktemp -d "${TMPDIR:-/tmp}/fascia-run.XXXXXX")
export FASCIA_SOCKET=$directory/fascia.sock FASCIA_PLUGIN_PATH=$1

daemon= agent=
end() {
  if [ -n "$agent" ] && kill "$agent" 2>/dev/null; then wait "$agent" || true; fi
  if [ -n "$daemon" ] && kill "$daemon" 2>/dev/null; then wait "$daemon" || true; fi
  rm -rf "$directory"
}
trap end EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# Waits until a command succeeds, as long as the process runs; otherwise prints its log.
until_running() {
  until "${@:2}" >/dev/null 2>&1; do
    if ! kill -0 "$1" 2>/dev/null; then
      cat "$directory/log" >&2
      exit 1
    fi
    sleep 0.05
  done
}

if ! [ -d /run/systemd/system ] || ! [ -t 0 ] || ! [ -t 1 ]; then
  mkdir "$directory/bin"
  for name in apt-get box-service hostnamectl journalctl nmcli timedatectl; do
    ln -s "$here/stand-in" "$directory/bin/$name"
  done
  export PATH=$directory/bin:$PATH BOX_STATE=$directory/box
fi

fasciad --name box --socket "$FASCIA_SOCKET" --state "$directory/state" 2>"$directory/log" &
daemon=$!
until_running "$daemon" fascia status
# An agent of root takes no file that somebody else may change, such as one of another user's sources.
cp "$here/box.yaml" "$directory/box.yaml"
fascia panel run "$directory/box.yaml" >"$directory/agent" 2>>"$directory/log" &
agent=$!
until_running "$agent" grep -q running "$directory/agent"

if [ -t 0 ] && [ -t 1 ]; then
  fascia attach
else
  "$here/session.sh"
fi
