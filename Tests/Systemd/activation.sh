#!/usr/bin/env bash
# Socket activation: the first request starts the daemon. Members of the group fascia are operators; others cannot connect.
. "$(dirname "$0")/scenario.sh"

systemctl start fasciad.socket
expect "before the first line" "$(property ActiveState)" inactive
reply=$(printf '%s\n' '{"id":1,"method":"daemon.status"}' | socat -t 20 - "UNIX-CONNECT:$FASCIA_SOCKET")
expect "the reply" "$reply" '*"id":1,"result":*'
expect "after the first line" "$(property ActiveState)" active

useradd --groups fascia alice
useradd bob
expect "a member of the group" "$(runuser -u alice -- fascia call daemon.hello)" '*"role":"operator"*'
status=0
message=$(runuser -u bob -- fascia status 2>&1) || status=$?
expect "the exit code for anybody else" "$status" 3
expect "the message for anybody else" "$message" "*no permission for the socket $FASCIA_SOCKET*"
