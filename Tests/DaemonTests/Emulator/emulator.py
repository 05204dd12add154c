"""Random operations on a daemon with several attached terminals. What it sends to each of them is fed to pyte, a
terminal emulator that knows nothing of Fascia, whose screen must then show the same cells as ui.render says: characters,
colours, bold, italics, underline, strikethrough, reverse.

usage: emulator.py SOCKET SEED OPERATIONS
"""

import json
import random
import socket
import sys

# Sources are all that is to be there.
sys.dont_write_bytecode = True

from cells import Failure, pictured
from terminals import WireTerminal

# Where terminals may disagree: what is seen of such a character, and how many cells it takes. pyte draws the first of
# its code points that takes a cell and loses the others; all the rest of the row must be right.
WORDS = ["ham", "Käse", "世界", "❤️", "👨‍👩‍👧‍👦", "e\u0301", "🇩🇪", "한국어", "✓ done", "▶", "======", "──────", "a longer text of several words"]
COLORS = ["red", "orange", "green", "blue", "indigo", "#123456", "secondary"]
KEYS = ["up", "down", "tab", "shift+tab", "space", "enter", "escape", "pageup", "pagedown", "home", "end", "left", "right", "a", "x", "7", "backspace", "ctrl+l"]
SIZES = [(80, 24), (40, 12), (20, 6), (8, 3), (1, 1), (2, 5), (61, 17), (100, 30)]
COLOR_DEPTHS = ["none", "16", "256", "true"]
FEATURES = [[], ["erase", "lines"], ["lines"], ["erase", "lines", "repeat", "synchronized"]]


class Panel:
    def __init__(self, path, seed):
        self.random = random.Random(seed)
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(900)
        self.socket.connect(path)
        self.lines = self.socket.makefile("r", encoding="utf-8", newline="\n")
        self.terminals, self.last = {}, 0

    # What is said to the daemon.

    def send(self, method, params):
        self.last += 1
        line = json.dumps({"id": self.last, "method": method, "params": params}) + "\n"
        self.socket.sendall(line.encode())
        return self.last

    def receive(self):
        line = self.lines.readline()
        if not line:
            raise Failure("the daemon is gone")
        message = json.loads(line)
        if message.get("method") == "terminal.frame":
            terminal = self.terminals.get(message["params"]["terminal"])
            if terminal:
                terminal.receive(message["params"])
        return message

    def call(self, method, params=None):
        """The result; None where the daemon refuses, which many operations are there for."""
        number = self.send(method, params or {})
        while True:
            message = self.receive()
            if message.get("id") == number:
                return message.get("result")

    def receive_until(self, holds):
        self.socket.settimeout(60)
        try:
            while not holds():
                self.receive()
        finally:
            self.socket.settimeout(900)

    def must(self, method, params):
        result = self.call(method, params)
        if result is None:
            raise Failure(f"{method} is refused")
        return result

    # What there is.

    def words(self, most=4):
        return " ".join(self.random.choice(WORDS) for _ in range(self.random.randint(1, most)))

    def text(self):
        node = {"kind": "text", "text": self.words()}
        looks = [{"bold": True}, {"italic": True}, {"underline": True}, {"strikethrough": True}, {"foreground": self.random.choice(COLORS)}, {"background": self.random.choice(COLORS)}, {"border": "gray"}]
        node["modifiers"] = self.random.sample(looks, self.random.randint(0, 2))
        return node

    def toggle(self, number):
        return {"kind": "toggle", "bind": f"form/o{number}"}

    def body(self):
        kind = self.random.randrange(6)
        if kind == 0:
            return {"kind": "form", "children": [self.toggle(number) for number in range(40)]}
        if kind == 1:
            rows = [{"kind": "button", "label": f"{number} {self.words(2)}", "emit": "onTap"} for number in range(self.random.randint(5, 60))]
            return {"kind": "list", "children": rows}
        if kind == 2:
            return {"kind": "scroll", "children": [self.text() for _ in range(self.random.randint(3, 30))]}
        if kind == 3:
            return {"kind": "hstack", "children": [self.text(), {"kind": "divider"}, {"kind": "vstack", "children": [self.toggle(1), self.text(), self.toggle(2)]}]}
        if kind == 4:
            children = [
                {"kind": "picker", "bind": "size/unit"}, {"kind": "textField", "label": "Name", "bind": "name"},
                {"kind": "slider", "label": "Volume", "value": 3, "range": [0, 10], "emit": "onVolume"},
                {"kind": "progress", "label": "Done", "value": self.random.random()},
                {"kind": "menu", "label": "Actions", "children": [{"kind": "button", "label": self.words(2), "emit": "onTap"}]},
            ]
            return {"kind": "vstack", "alignment": "leading", "children": children}
        colors = [{"kind": "color", "color": color, "modifiers": [{"frame": {"width": 5, "height": 2, "unit": "cells"}}]} for color in COLORS]
        return {"kind": "zstack", "children": [{"kind": "hstack", "spacing": 0, "children": colors}, self.text()]}

    def put(self):
        name = self.random.choice("abcde")
        self.must("screen.put", {"screen": {"id": name, "title": self.words(2), "body": self.body()}})

    def prepare(self):
        options = [{"id": f"o{number}", "title": f"Option {number} {self.words(1)}"} for number in range(40)]
        self.must("toggle.declare", {"group": {"id": "form", "options": options}})
        elements = [{"id": f"e{number}", "label": self.words(1)} for number in range(9)]
        self.must("picker.declare", {"picker": {"id": "size", "components": [{"id": "unit", "elements": elements, "selection": "e0"}]}})
        self.must("value.declare", {"key": "name", "kind": "string", "initial": "Ada"})
        for name in "abcde":
            self.must("screen.put", {"screen": {"id": name, "title": name, "body": self.body()}})
        self.must("nav.set", {"path": [{"screen": "a"}]})
        for index, status in enumerate([False, True, True, False]):
            size = self.random.choice(SIZES)
            WireTerminal(self, size, COLOR_DEPTHS[index], FEATURES[index], status)

    # What is done.

    def operate(self):
        terminal = self.random.choice(list(self.terminals.values()))
        columns, rows = terminal.size
        kind = self.random.randrange(100)
        if kind < 55:
            terminal.press(self.random.choice(KEYS))
        elif kind < 66:
            gesture = self.random.choice(["press", "wheelUp", "wheelDown", "wheelDown"])
            terminal.point(gesture, self.random.randrange(columns), self.random.randrange(rows))
        elif kind < 76:
            self.call("toggle.flip", {"id": f"form/o{self.random.randrange(40)}"})
        elif kind < 79:
            self.call("picker.pick", {"id": "size/unit", "element": f"e{self.random.randrange(9)}"})
        elif kind < 81:
            self.call("value.set", {"key": "name", "value": self.words()})
        elif kind < 83:
            terminal.paste(self.words())
        elif kind < 90:
            name = self.random.choice("abcde")
            method, params = self.random.choice([
                ("nav.push", {"screen": name}), ("nav.modal", {"screen": name}), ("nav.pop", {}), ("nav.close", {}), ("nav.replace", {"screen": name}), ("nav.set", {"path": [{"screen": name}]}),
                ("nav.modal", {"screen": name, "style": "alert"}),
            ])
            self.call(method, params)
        elif kind < 95:
            self.put()
        else:
            terminal.resize(self.random.choice(SIZES))

    def compare(self, terminal):
        """A change of the panel is shown a moment later where a picture has just been shown, and what was typed may come
        between the two that are compared: then the next frame is waited for, and both are looked at once more."""
        is_last, tries = False, 0
        while differences := self.differences(terminal):
            tries += 1
            if tries == 1:
                continue
            if is_last:
                columns, rows = terminal.size
                y, x, got, wanted = differences[0]
                raise Failure(f"terminal {terminal.number} ({columns}x{rows}, {terminal.colors}), {len(differences)} cells, row {y}, column {x}: {got} instead of {wanted}")
            try:
                terminal.wait()
            except TimeoutError:
                is_last = True

    def differences(self, terminal):
        columns, rows = terminal.size
        picture = self.must("ui.render", {"terminal": terminal.number, "renderer": "ansi", "colors": terminal.colors})
        expected, doubtful = pictured(picture["data"], columns, rows)
        found = terminal.cells()
        return [
            (y, x, found[y][x] if y < len(found) and x < len(found[y]) else None, expected[y][x])
            for y in range(rows) for x in range(columns)
            if (y, x) not in doubtful and (y >= len(found) or x >= len(found[y]) or found[y][x] != expected[y][x])
        ]


def main(path, seed, operations):
    panel = Panel(path, seed)
    done = 0
    try:
        panel.prepare()
        for done in range(1, operations + 1):
            panel.operate()
            if panel.random.randrange(3) == 0:
                panel.compare(panel.random.choice(list(panel.terminals.values())))
        for terminal in panel.terminals.values():
            panel.compare(terminal)
    except Failure as failure:
        sys.exit(f"seed {seed}, operation {done}: {failure}")
    frames = sum(terminal.frames for terminal in panel.terminals.values())
    print(f"seed {seed}: {operations} operations, {frames} frames")


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
