# Sourced by every scenario, under the private systemd: installs the build, as an administrator would.
#   FASCIA_BUILD_DIRECTORY  the directory of the built programs
#   FASCIA_TESTS            the program of all tests
#   FASCIA_INSTALLED        where "install" has installed them before; made here by default
set -euo pipefail
trap 'report "${BASH_SOURCE[0]##*/}:$LINENO: $BASH_COMMAND"' ERR

# report WHAT: prints what failed, with the status and the log of the units, and ends the scenario.
report() {
  echo "failed at $1" >&2
  systemctl status --no-pager --full fasciad.socket fasciad.service >&2 || true
  journalctl --no-pager -n 50 >&2 || true
  exit 1
}

# expect WHAT ACTUAL PATTERN: fails the scenario unless ACTUAL matches PATTERN.
expect() {
  # shellcheck disable=SC2053
  [[ $2 == $3 ]] || report "$1: expected $3, and it is $2"
}

# await_journal TEXT [MATCH...]: waits until the journal has a line that contains TEXT; earlier lines count, too. (After
# journalctl --sync, the journal may still lack messages that journald has not read yet.)
await_journal() { grep -q -m 1 -F -- "$1" < <(exec journalctl --no-pager -f -n all -o cat "${@:2}"); }

# await COMMAND...: tries the command again and again, with pauses, until it succeeds. For what has no event.
await() { until "$@"; do sleep 0.05; done; }

property() { systemctl show --value --property "$1" fasciad.service; }

# drop_in LINE...: replaces the scenario's settings in the section [Service].
drop_in() {
  mkdir -p /run/systemd/system/fasciad.service.d
  printf '%s\n' '[Service]' "$@" >/run/systemd/system/fasciad.service.d/scenario.conf
  systemctl daemon-reload
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
if [ -z "${FASCIA_INSTALLED-}" ]; then
  FASCIA_INSTALLED=/var/tmp/installed
  "$root/Tests/Systemd/install" "$FASCIA_INSTALLED"
fi
cp -r "$FASCIA_INSTALLED/etc/." /etc
mkdir -p /var/opt/fascia
mount --bind "$FASCIA_INSTALLED/var/opt/fascia" /var/opt/fascia
systemd-sysusers fascia.conf
systemd-tmpfiles --create fascia.conf
systemctl daemon-reload
export PATH=/var/opt/fascia/bin:$PATH FASCIA_SOCKET=/run/fascia/fascia.sock
