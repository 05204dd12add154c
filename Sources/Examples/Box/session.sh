#!/usr/bin/env bash
# Shows what a script can do with the sample panel: prints each command and its output. The daemon at $FASCIA_SOCKET must have
# the panel of box.jsonl, and "fascia" must be on the PATH. Uses "socat" if it is installed.
set -euo pipefail

say() { printf '\n# %s\n' "$*"; }

# Prints a command, quoted as for a shell, then runs it.
run() {
  printf '$'
  local word
  for word in "$@"; do
    case $word in
      *[!a-zA-Z0-9_./:=-]*) printf " '%s'" "$word" ;;
      *) printf ' %s' "$word" ;;
    esac
  done
  printf '\n'
  "$@"
}

# Runs a command that the daemon refuses, and prints its exit status.
run_refused() {
  local status=0
  run "$@" 2>&1 || status=$?
  printf '(exit status %s)\n' "$status"
}

# Sends one line to the socket, as a program in any language can.
send() {
  printf "\$ printf '%%s\\\\n' '%s' | socat - UNIX-CONNECT:\"\$FASCIA_SOCKET\"\n" "$1"
  printf '%s\n' "$1" | socat -t 5 - "UNIX-CONNECT:$FASCIA_SOCKET"
}

cursor=$(fascia status --json | sed 's/.*"epoch":"\([^"]*\)","revision":\([0-9]*\).*/\1:\2/')

say 'A group is what its options are: the last one on makes it on, any one off makes it mixed.'
run fascia toggle list extras
run fascia toggle set extras/ham on
run fascia toggle set extras/olives on
run fascia toggle set extras/mushrooms on
run fascia get extras
run fascia toggle set extras/ham off
run fascia get extras extras/ham

say 'Its master turns all of them on or off that can be switched, as one event. Groups nest.'
run fascia toggle flip extras
run fascia toggle set services/mail on
run fascia toggle list services
run fascia history services/mail

say 'A gesture that says what it saw is refused when that is no longer so.'
run_refused fascia toggle flip extras --expect off
run_refused fascia toggle set extras/chese on

say 'Any screen can be opened from anywhere.'
run fascia push red
run fascia push orange
run fascia path
run fascia next end
run fascia path
run fascia modal confirm --style alert
run fascia path
run fascia tap ok
run fascia get box/restart
run fascia next root

say 'The same as one line of JSON over the socket.'
if command -v socat >/dev/null; then
  send '{"id":1,"method":"toggle.set","params":{"id":"extras","on":false}}'
  send '{"id":2,"method":"toggle.get","params":{"id":"extras/cheese"}}'
  send '{"id":3,"method":"toggle.set","params":{"id":"extras/cheese","on":"yes"}}'
else
  echo '(socat is not installed)'
fi

say 'Whoever watches misses nothing, not even what was before.'
run fascia watch --since "$cursor" --count 3 'option:extras/*' 'group:extras'

say 'What everybody sees now.'
run fascia path home pizza
run fascia render --columns 60 --rows 20
run fascia path home
