#!/usr/bin/env bash
# Shows on the sample panel how this machine is: its memory, disk, load and uptime every two seconds, its disks and its log.
# The daemon at $FASCIA_SOCKET must have the panel of box.jsonl, and "fascia" must be on the PATH.
set -euo pipefail
exec >/dev/null

# The log goes on until this script ends.
journalctl --no-hostname --lines 200 --follow > >(fascia log box) 2>&1 &
trap 'kill $(jobs -p) 2>/dev/null' EXIT
trap exit TERM

df --output=target,fstype,size,pcent -h -x tmpfs -x devtmpfs -x overlay 2>/dev/null | awk '
  BEGIN {
    printf "{\"id\":\"disks\",\"title\":\"Disks\",\"body\":{\"kind\":\"table\",\"columns\":["
    printf "{\"title\":\"Mounted on\",\"weight\":2,\"sortable\":false},{\"title\":\"Type\",\"sortable\":false},"
    printf "{\"title\":\"Size\",\"alignment\":\"trailing\",\"sortable\":false},"
    printf "{\"title\":\"Used\",\"alignment\":\"trailing\",\"sortable\":false}],\"children\":["
  }
  NR > 1 {
    gsub(/["\\]/, "\\\\&")
    printf "%s{\"kind\":\"gridRow\",\"children\":[", (NR > 2 ? "," : "")
    for (i = 1; i <= 4; i++) printf "%s{\"kind\":\"text\",\"text\":\"%s\"}", (i > 1 ? "," : ""), $i
    printf "]}"
  }
  END { print "]}}" }' | fascia screen put -

while :; do
  read -r load _ </proc/loadavg
  read -r uptime _ </proc/uptime
  memory=$(awk '/^MemTotal/ { all = $2 } /^MemAvailable/ { print int(100 - 100 * $2 / all) }' /proc/meminfo)
  disk=$(df --output=pcent / | tr -dc 0-9)
  fascia batch - <<END
{"method":"value.set","params":{"key":"machine/memory","value":$memory}}
{"method":"value.set","params":{"key":"machine/disk","value":$disk}}
{"method":"value.set","params":{"key":"machine/load","value":$load}}
{"method":"value.set","params":{"key":"machine/uptime","value":${uptime%.*}}}
END
  sleep 2 &
  wait $!
done
