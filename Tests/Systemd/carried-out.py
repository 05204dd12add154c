"""Compares the requests in a journal of fasciad with the calls of an agent to systemd: no request has two calls.

Arguments: the events, as "fascia state events" prints them, and the calls, as "busctl monitor --json=short" does.
"""

import collections
import datetime
import json
import sys


# A call is seen when the monitor of the bus gets to it, which on a busy machine is after the next requests.
LATE = 4

# The requests of each switch: when each was begun, and for which state. One is begun, too, when the queued one takes the place of a
# running one that was given up, and when the state of that is wanted again instead of the queued one.
requests = collections.defaultdict(list)
running = {}
# All that is known of each switch, for whoever has to find out why.
story = collections.defaultdict(list)
for line in open(sys.argv[1]):
    event = json.loads(line)
    time = datetime.datetime.fromisoformat(event["time"].replace("Z", "+00:00")).timestamp()
    for change in event["changes"]:
        switch, kind = change.get("id", ""), change["kind"]
        if not switch.startswith("u/"):
            continue
        story[switch].append((time, json.dumps({key: value for key, value in change.items() if key != "id"})))
        if kind == "pending":
            to, queued = running.get(switch, (None, None))
            if to != change["to"] or (queued is not None and "next" not in change):
                requests[switch].append((time, change["to"]))
            running[switch] = (change["to"], change.get("next"))
        elif kind in ("confirmed", "reverted", "failed"):
            running.pop(switch, None)

calls = collections.defaultdict(list)
for line in open(sys.argv[2]):
    call = json.loads(line)
    unit = call["payload"]["data"][0]
    if unit.startswith("u"):
        switch = "u/" + unit.removeprefix("u").removesuffix(".service")
        calls[switch].append((call["timestamp-realtime"] / 1e6, call["member"] == "StartUnit"))
        story[switch].append((calls[switch][-1][0], f"{call['member']} by {call['sender']}"))

# The calls are in the order of their requests. From the last one back, each belongs to the latest request for its state that has
# none, which is one of the last few before it.
twice = 0
for switch, made in calls.items():
    unused = len(requests[switch])
    for time, is_on in reversed(made):
        # Events have milliseconds.
        before = [index for index, (begun, to) in enumerate(requests[switch]) if begun <= time + 0.001 and to == is_on]
        candidates = [index for index in before[-LATE:] if index < unused]
        if candidates:
            unused = candidates[-1]
            continue
        twice += 1
        print(f"{switch} was carried out without a request of its own at {time:.6f}")
        for moment, what in sorted(story[switch]):
            if abs(moment - time) < 2:
                print(f"  {moment - time:+.3f} {what}")
print(f"{'requests carried out':24} {sum(map(len, calls.values()))} of {sum(map(len, requests.values()))}")
print(f"{'carried out twice':24} {twice}")
sys.exit(1 if twice else 0)
