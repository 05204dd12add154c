"""Terminals with pyte as what somebody sees of them."""

import itertools
import unicodedata

import pyte

from cells import Failure, shown


class Screen(pyte.Screen):
    """What pyte 0.8.2 lacks."""

    def __init__(self, *size):
        self.latest = " "
        super().__init__(*size)

    def draw(self, data):
        """Behind the last column pyte goes to the next line for an accent that belongs to the character there. So letters
        and their accents come as one, also where they came in two parts."""
        data = unicodedata.normalize("NFC", data)
        while data and unicodedata.combining(data[0]) and self.cursor.x:
            row, x = self.buffer[self.cursor.y], self.cursor.x - 1
            row[x] = row[x]._replace(data=unicodedata.normalize("NFC", row[x].data + data[0]))
            data = data[1:]
        if data:
            self.latest = data[-1]
            super().draw(data)

    def repeat(self, count=1):
        """REP, which it does not know."""
        super().draw(self.latest * (count or 1))

    # It keeps no rows that are blank, and where such a row is to be moved it moves nothing: what stood in the place before
    # stays. So all rows are there before lines are inserted or deleted.

    def insert_lines(self, count=None):
        for y in range(self.lines):
            self.buffer[y]
        super().insert_lines(count)

    def delete_lines(self, count=None):
        for y in range(self.lines):
            self.buffer[y]
        super().delete_lines(count)


class Stream(pyte.Stream):
    csi = {**pyte.Stream.csi, "b": "repeat"}
    events = frozenset(itertools.chain(pyte.Stream.events, ["repeat"]))


class WireTerminal:
    """A connection that is sent frames."""

    def __init__(self, panel, size, colors, features, status):
        params = {"columns": size[0], "rows": size[1], "colors": colors, "features": features, "status": status}
        # The first frame comes after the answer.
        self.number = panel.must("terminal.attach", params)["terminal"]
        self.panel, self.size, self.colors, self.frames = panel, size, colors, 0
        self.screen = Screen(*size)
        self.stream = Stream(self.screen)
        panel.terminals[self.number] = self

    def receive(self, frame):
        self.frames += 1
        if frame["sequence"] != self.frames:
            raise Failure(f"frame {frame['sequence']} instead of {self.frames}")
        columns, rows = self.size
        if frame["full"] and (self.screen.columns, self.screen.lines) != self.size:
            self.screen.reset()
            self.screen.resize(rows, columns)
        self.stream.feed(frame["data"])

    def cells(self):
        return shown(self.screen)

    def wait(self):
        """For one more frame; a TimeoutError where none comes."""
        before = self.frames
        self.panel.receive_until(lambda: self.frames > before)

    def press(self, key):
        self.panel.call("terminal.key", {"terminal": self.number, "key": key})

    def point(self, kind, column, row):
        self.panel.call("terminal.mouse", {"terminal": self.number, "kind": kind, "column": column, "row": row})

    def paste(self, text):
        self.panel.call("terminal.paste", {"terminal": self.number, "text": text})

    def resize(self, size):
        self.size = size
        self.panel.must("terminal.resize", {"terminal": self.number, "columns": size[0], "rows": size[1]})
