"""Compares the requests in a journal of fasciad with the calls of an agent to systemd: no request has two calls.

Arguments: the events, as "fascia state events" prints them, and the calls, as "busctl monitor --json=short" does.
"""

import collections
import datetime
import json
import sys

# For each switch the requests that were begun: when, and to which state. One is begun, too, when the queued one takes the place
# of a running one that was given up, and when the state of that is wanted again instead of the queued one.
requests = collections.defaultdict(list)
running = {}
for line in open(sys.argv[1]):
    event = json.loads(line)
    time = datetime.datetime.fromisoformat(event["time"].replace("Z", "+00:00")).timestamp()
    for change in event["changes"]:
        switch = change.get("id", "")
        if not switch.startswith("u/"):
            continue
        if change["kind"] == "pending":
            to, queued = running.get(switch, (None, None))
            if to != change["to"] or (queued is not None and "next" not in change):
                requests[switch].append((time, change["to"]))
            running[switch] = (change["to"], change.get("next"))
        elif change["kind"] in ("confirmed", "reverted", "failed"):
            running.pop(switch, None)

calls = collections.defaultdict(list)
for line in open(sys.argv[2]):
    call = json.loads(line)
    unit = call["payload"]["data"][0]
    if unit.startswith("u"):
        switch = "u/" + unit.removeprefix("u").removesuffix(".service")
        calls[switch].append((call["timestamp-realtime"] / 1e6, call["member"] == "StartUnit"))

# Each call belongs to the latest request before it for this state that has none yet.
twice = 0
for switch, made in calls.items():
    used = -1
    for time, is_on in made:
        candidates = [
            index
            for index, (begun, to) in enumerate(requests[switch])
            if index > used and begun <= time + 0.001 and to == is_on
        ]
        if candidates:
            used = candidates[-1]
        else:
            twice += 1
            print(f"{switch} was carried out without a request of its own at {time:.6f}")
print(f"{'requests carried out':24} {sum(map(len, calls.values()))} of {sum(map(len, requests.values()))}")
print(f"{'carried out twice':24} {twice}")
sys.exit(1 if twice else 0)
