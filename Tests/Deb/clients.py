"""Connections that are open while the daemon is upgraded."""

import sys

import fascia

count = int(sys.argv[1])
panels = [fascia.Panel(timeout=None) for _ in range(count)]
for panel in panels:
    panel.call("sync")
connections = [panel._connection for panel in panels]
print(f"{count} connected", flush=True)
sys.stdin.readline()
for panel in panels:
    panel.call("sync")
same = sum(panel._connection is connection for panel, connection in zip(panels, connections))
print(f"{same} of the same connections answer", flush=True)
