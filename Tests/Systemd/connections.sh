#!/usr/bin/env bash
# 50 clients cause load while the daemon is restarted and killed: no restart closes a connection, and no change is lost.
#   FASCIA_ROUNDS  the number of restarts, and of kills; 5
. "$(dirname "$0")/scenario.sh"

systemctl start fasciad.service
"$FASCIA_BUILD_DIRECTORY/fascia-bench" restarts --socket "$FASCIA_SOCKET" --rounds "${FASCIA_ROUNDS:-5}" \
  --restart 'systemctl restart fasciad.service' --kill "$(dirname "$0")/kill-daemon"
expect "what is kept while the daemon runs" "$(property NFileDescriptorStore)" 0
