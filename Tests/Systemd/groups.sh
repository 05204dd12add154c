#!/usr/bin/env bash
# Members of fascia-view can only view, those of fascia-author publish, too. The socket unit permits them to connect, with
# setfacl.
. "$(dirname "$0")/scenario.sh"

useradd --groups fascia-view carol
useradd --groups fascia-author dora
useradd --groups fascia alice
useradd bob
systemctl start fasciad.socket
fascia value set light on

# role USER: prints the answer to daemon.hello, which contains the user's role.
role() { runuser -u "$1" -- fascia call daemon.hello; }
expect "a member of fascia-view" "$(role carol)" '*"role":"viewer"*'
expect "a member of fascia" "$(role alice)" '*"role":"operator"*'
expect "a member of fascia-author" "$(role dora)" '*"role":"author"*'
expect "what a viewer sees" "$(runuser -u carol -- fascia value get light)" '*on*'
status=0
message=$(runuser -u carol -- fascia value set light off 2>&1) || status=$?
expect "the exit code of a viewer's change" "$status" 1
expect "the message for a viewer's change" "$message" '*needs the role operator, and uid * is viewer*'
expect "the value" "$(fascia value get light)" '*on*'
echo '{"id":"lamps","options":[{"id":"desk"}]}' | runuser -u dora -- fascia toggle declare -
expect "what an author has declared" "$(fascia toggle list lamps)" '*desk*'
status=0
message=$(runuser -u dora -- fascia shutdown 2>&1) || status=$?
expect "the exit code of an author's shutdown" "$status" 1
expect "the message for an author's shutdown" "$message" '*needs the role admin, and uid * is author*'
! runuser -u bob -- fascia status 2>/dev/null || report "anybody else may connect"

# The permission is set again at every start of the socket.
systemctl restart fasciad.socket fasciad.service
expect "after a restart" "$(role carol)" '*"role":"viewer"*'
