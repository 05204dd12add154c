#!/bin/bash
# Shows a panel in two terminals of different sizes in tmux, with a daemon of its own, while a script operates the panel. PACE
# is the duration of each step in seconds. FASCIA_BUILD is the directory of the programs; without it they are searched in
# .build and then in PATH. Needs tmux.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
PATH="${FASCIA_BUILD:-$here/../../../.build/release:$here/../../../.build/debug}:$PATH"
pace=${PACE:-2}

work=$(mktemp -d)
export FASCIA_SOCKET="$work/s"
tmux() { command tmux -L "fascia-demo-$$" -f /dev/null "$@"; }
fasciad --socket "$FASCIA_SOCKET" --state "$work/state" --name demo 2>"$work/log" &
daemon=$!
trap 'set +e; tmux kill-server 2>/dev/null; kill $daemon 2>/dev/null; wait $daemon 2>/dev/null; rm -rf "$work"' EXIT
until fascia status >/dev/null 2>&1; do
    kill -0 $daemon 2>/dev/null || { echo "$(command -v fasciad) does not run:"; cat "$work/log"; exit 1; } >&2
    sleep 0.05
done
fascia batch "$here/panel.jsonl" >/dev/null

tmux new-session -d -x 120 -y 30 "fascia attach"
tmux set -g status off
tmux set -g remain-on-exit on
tmux split-window -h -l 44 "fascia attach"
tmux split-window -v -l 10 "sleep $pace; while IFS= read -r line; do
    case \$line in
        '#'*) echo; echo \"\$line\" ;;
        *) echo \"\$ \$line\"; bash -c \"\$line\"; sleep $pace ;;
    esac
done < '$here/steps'; sleep $pace; tmux -L fascia-demo-$$ kill-server"
tmux attach || true
