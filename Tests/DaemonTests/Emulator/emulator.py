"""Random operations on a daemon with several attached terminals. What it sends to each of them is fed to pyte, a
terminal emulator that knows nothing of Fascia, whose screen must then show the same cells as ui.render says: characters,
colours, bold, italics, underline, strikethrough, reverse.

usage: emulator.py SOCKET SEED OPERATIONS
"""

import json
import random
import re
import socket
import sys
import unicodedata

import pyte
from pyte import graphics
from wcwidth import wcwidth

# Where terminals may disagree: what is seen of such a character, and how many cells it takes. pyte draws the first of
# its code points that takes a cell and loses the others; all the rest of the row must be right.
WORDS = ["ham", "Käse", "世界", "❤️", "👨‍👩‍👧‍👦", "e\u0301", "🇩🇪", "한국어", "✓ done", "▶", "======", "──────", "a longer text of several words"]
COLORS = ["red", "orange", "green", "blue", "indigo", "#123456", "secondary"]
KEYS = ["up", "down", "tab", "shift+tab", "space", "enter", "escape", "pageup", "pagedown", "home", "end", "left", "right", "a", "x", "7", "backspace", "ctrl+l"]
SIZES = [(80, 24), (40, 12), (20, 6), (8, 3), (1, 1), (2, 5), (61, 17), (100, 30)]
FEATURES = [[], ["erase", "lines"], ["lines"], ["erase", "lines", "repeat", "synchronized"]]


class Screen(pyte.Screen):
    """pyte 0.8.2 keeps no rows that are blank, and where such a row is to be moved it moves nothing: what stood in the
    place before stays. So all rows are there before lines are inserted or deleted."""

    def insert_lines(self, count=None):
        for y in range(self.lines):
            self.buffer[y]
        super().insert_lines(count)

    def delete_lines(self, count=None):
        for y in range(self.lines):
            self.buffer[y]
        super().delete_lines(count)


def expanded(data):
    """pyte 0.8.2 does not know REP: what is repeated is written out for it. Behind the last column it goes to the next
    line for an accent that belongs to the character there: letters and their accents come as one."""
    data = unicodedata.normalize("NFC", data)
    return re.sub(r"(.)\x1b\[(\d*)b", lambda found: found[1] * (1 + int(found[2] or 1)), data, flags=re.S)


class Terminal:
    def __init__(self, number, columns, rows, colors):
        self.number, self.colors, self.sequence = number, colors, 0
        self.size = (columns, rows)
        self.screen = Screen(columns, rows)
        self.stream = pyte.Stream(self.screen)

    def receive(self, frame):
        self.sequence += 1
        if frame["sequence"] != self.sequence:
            raise Failure(f"frame {frame['sequence']} instead of {self.sequence}")
        columns, rows = self.size
        if frame["full"] and (self.screen.columns, self.screen.lines) != self.size:
            self.screen.reset()
            self.screen.resize(rows, columns)
        self.stream.feed(expanded(frame["data"]))

    def cells(self):
        return [
            [visible(row[x].data, *row[x][1:8]) for x in range(self.screen.columns)]
            for row in (self.screen.buffer[y] for y in range(self.screen.lines))
        ]


class Failure(Exception):
    pass


def visible(text, fg, bg, bold, italics, underscore, strikethrough, reverse):
    """A blank has no letters: of its looks only those count that are seen without."""
    if text == " " and not (underscore or strikethrough or reverse):
        return (text, "default", bg, False, False, False, False, False)
    return (unicodedata.normalize("NFC", text), fg, bg, bold, italics, underscore, strikethrough, reverse)


def clusters(text):
    """What is seen as one character, for the words that are used here."""
    found = []
    for char in text:
        regional = 0x1F1E6 <= ord(char) <= 0x1F1FF
        joined = found and (
            wcwidth(char) == 0
            or found[-1].endswith("\u200d")
            or (regional and len(found[-1]) == 1 and 0x1F1E6 <= ord(found[-1]) <= 0x1F1FF)
        )
        if joined:
            found[-1] += char
        else:
            found.append(char)
    return found


def pictured(data, columns, rows):
    """The cells of a picture with colours, and those of them that are doubtful. Not read by pyte."""
    blank = visible(" ", "default", "default", *[False] * 5)
    cells, doubtful = [], set()
    lines = data.split("\n")
    if lines[-1] != "" or len(lines) != rows + 1:
        raise Failure(f"ui.render gives {len(lines) - 1} lines instead of {rows}")
    for y, line in enumerate(lines[:-1]):
        pen = {}
        row = []
        for part in re.split(r"(\x1b\[[0-9;]*m)", line):
            if part.startswith("\x1b"):
                pen = selected(pen, part[2:-1])
                continue
            for cluster in clusters(part):
                looks = [pen.get(name, "default") for name in ("fg", "bg")]
                looks += [pen.get(name, False) for name in ("bold", "italics", "underscore", "strikethrough", "reverse")]
                composed = unicodedata.normalize("NFC", cluster)
                width = 2 if len(composed) > 1 else wcwidth(composed)
                if len(composed) > 1:
                    doubtful |= {(y, len(row)), (y, len(row) + 1)}
                row.append(visible(cluster, *looks))
                if width == 2:
                    row.append(visible("", *looks))
        if len(row) > columns:
            raise Failure(f"row {y} of ui.render has {len(row)} cells instead of {columns}")
        cells.append(row + [blank] * (columns - len(row)))
    return cells, doubtful


def selected(pen, parameters):
    pen = dict(pen)
    codes = [int(code or 0) for code in parameters.split(";")]
    while codes:
        code = codes.pop(0)
        if code == 0:
            pen = {}
        elif code in (38, 48):
            kind = codes.pop(0)
            color = graphics.FG_BG_256[codes.pop(0)] if kind == 5 else "%02x%02x%02x" % tuple(codes.pop(0) for _ in range(3))
            pen["fg" if code == 38 else "bg"] = color
        elif code in graphics.TEXT:
            pen[graphics.TEXT[code][1:]] = graphics.TEXT[code][0] == "+"
        elif code != 2:  # pyte does not know dim.
            tables = [(graphics.FG_ANSI, "fg"), (graphics.FG_AIXTERM, "fg"), (graphics.BG_ANSI, "bg"), (graphics.BG_AIXTERM, "bg")]
            table, place = next((table, place) for table, place in tables if code in table)
            pen[place] = table[code]
    return pen


class Panel:
    def __init__(self, path, seed):
        self.random = random.Random(seed)
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
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

    def must(self, method, params):
        result = self.call(method, params)
        if result is None:
            raise Failure(f"{method} is refused")
        return result

    def attach(self, columns, rows, colors, features, status):
        # The first frame comes after the answer.
        number = self.must("terminal.attach", {"columns": columns, "rows": rows, "colors": colors, "features": features, "status": status})["terminal"]
        self.terminals[number] = Terminal(number, columns, rows, colors)

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
        for colors, features, status in zip(["none", "16", "256", "true"], FEATURES, [False, True, True, False]):
            self.attach(*self.random.choice(SIZES), colors, features, status)

    # What is done.

    def operate(self):
        terminal = self.random.choice(list(self.terminals.values()))
        number, (columns, rows) = terminal.number, terminal.size
        kind = self.random.randrange(100)
        if kind < 55:
            self.call("terminal.key", {"terminal": number, "key": self.random.choice(KEYS)})
        elif kind < 66:
            gesture = self.random.choice(["press", "wheelUp", "wheelDown", "wheelDown"])
            self.call("terminal.mouse", {"terminal": number, "kind": gesture, "column": self.random.randrange(columns), "row": self.random.randrange(rows)})
        elif kind < 76:
            self.call("toggle.flip", {"id": f"form/o{self.random.randrange(40)}"})
        elif kind < 79:
            self.call("picker.pick", {"id": "size/unit", "element": f"e{self.random.randrange(9)}"})
        elif kind < 81:
            self.call("value.set", {"key": "name", "value": self.words()})
        elif kind < 83:
            self.call("terminal.paste", {"terminal": number, "text": self.words()})
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
            terminal.size = self.random.choice(SIZES)
            self.must("terminal.resize", {"terminal": number, "columns": terminal.size[0], "rows": terminal.size[1]})

    def compare(self, terminal):
        """A change of the panel is shown a moment later where a picture has just been shown: then the next frame is
        waited for before there is a difference."""
        columns, rows = terminal.size
        while True:
            picture = self.must("ui.render", {"terminal": terminal.number, "renderer": "ansi", "colors": terminal.colors})
            expected, doubtful = pictured(picture["data"], columns, rows)
            found = terminal.cells()
            differences = [
                (y, x, found[y][x] if y < len(found) and x < len(found[y]) else None, expected[y][x])
                for y in range(rows) for x in range(columns)
                if (y, x) not in doubtful and (y >= len(found) or x >= len(found[y]) or found[y][x] != expected[y][x])
            ]
            if not differences:
                return
            self.socket.settimeout(5)
            try:
                before = terminal.sequence
                while terminal.sequence == before:
                    self.receive()
            except TimeoutError:
                y, x, got, wanted = differences[0]
                raise Failure(f"terminal {terminal.number} ({columns}x{rows}, {terminal.colors}), {len(differences)} cells, row {y}, column {x}: {got} instead of {wanted}") from None
            finally:
                self.socket.settimeout(60)


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
    frames = sum(terminal.sequence for terminal in panel.terminals.values())
    print(f"seed {seed}: {operations} operations, {frames} frames")


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
