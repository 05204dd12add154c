#!/usr/bin/env bash
# Shows what a script can do with the sample panel: prints each command and its output. The daemon at $FASCIA_SOCKET must have
# the panel of box.yaml with stand-ins, and "fascia" must be on the PATH. Uses "socat" if it is installed.
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

fascia render

say 'A switch runs its command, and is what the command has made so.'
run fascia toggle set services/web on --wait
run fascia get services services/web
run_refused fascia toggle set services/mail on --wait
run fascia toggle list services

say 'The master switches all of them, as one event. Those that fail go back.'
run_refused fascia toggle set services on --wait
run fascia get services

say 'One of 597 time zones, and a name that its pattern refuses.'
run fascia pick clock/zone Europe/Lisbon --wait
run fascia get clock/zone
run_refused fascia value set box/name 'my box' --wait

say 'An address goes back unless somebody confirms it.'
run fascia value set network/address 10.0.0.5/24 --wait
run fascia confirm value:network/address

say 'Any screen can be opened from anywhere, and a button runs its command.'
run fascia path home settings
run fascia path
run fascia path home
run fascia tap Update
run fascia wait text '0 to remove' --timeout inf
run fascia wait node Close --timeout inf
run fascia tap Close

say 'The same as one line of JSON over the socket.'
if command -v socat >/dev/null; then
  send '{"id":1,"method":"toggle.get","params":{"id":"services/web"}}'
  send '{"id":2,"method":"toggle.set","params":{"id":"services/web","on":"yes"}}'
else
  echo '(socat is not installed)'
fi

say 'What everybody sees now.'
run fascia render
