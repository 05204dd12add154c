"""Connections that are open while the daemon is upgraded: idle ones, watches, some in the middle of a request, and some in the
middle of a line."""

import json
import os
import socket
import sys


class Connection:
    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(os.environ.get("FASCIA_SOCKET", "/run/fascia/fascia.sock"))
        self.lines = self.socket.makefile("rb")
        self.others = []

    def send(self, text):
        self.socket.sendall(text.encode())

    def request(self, method, params, id):
        self.send(json.dumps({"id": id, "method": method, "params": params}) + "\n")

    def receive(self, wanted):
        """The first message that is wanted. A connection that is closed ends the test."""
        for message in self.others:
            if wanted(message):
                self.others.remove(message)
                return message
        while line := self.lines.readline():
            message = json.loads(line)
            if wanted(message):
                return message
            self.others.append(message)
        sys.exit("a connection was closed")

    def reply(self, id):
        return self.receive(lambda message: message.get("id") == id and "method" not in message)

    def call(self, method, params={}, id=1):
        self.request(method, params, id)
        return self.reply(id)["result"]


count = int(sys.argv[1])
connections = [Connection() for _ in range(count)]
idle, watching, waiting, halfway = (connections[kind::4] for kind in range(4))
wait = {"for": {"value": "upgrade", "equals": "done"}, "timeout": 600}
for connection in connections:
    connection.call("sync")
idle[0].call("value.set", {"key": "upgrade", "value": "begun"})
for connection in watching:
    connection.call("watch.start", {"topics": ["value:upgrade"]})
for connection in waiting:
    connection.request("ui.wait", wait, 2)
for connection in halfway:
    connection.send('{"id":2,"method":"sy')
while idle[0].call("daemon.status")["counts"]["waits"] < len(waiting):
    pass
print(f"{count} connected", flush=True)
sys.stdin.readline()

for connection in connections:
    connection.receive(lambda message: message.get("method") == "resumed")
for connection in halfway:
    connection.send('nc"}\n')
    connection.reply(2)["result"]
for connection in waiting:
    # What was under way is answered, and has to be asked again.
    assert connection.reply(2)["error"]["data"]["reason"] == "unavailable"
    connection.request("ui.wait", wait, 3)
idle[0].call("value.set", {"key": "upgrade", "value": "done"})
for connection in waiting:
    connection.reply(3)["result"]
for connection in watching:
    connection.receive(lambda message: message.get("method") == "event")
for connection in connections:
    connection.call("sync", id=4)
print(f"{count} of the same connections answer", flush=True)
