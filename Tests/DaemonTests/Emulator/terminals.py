"""Terminals with pyte as what somebody sees of them."""

import codecs
import fcntl
import itertools
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import tty
import unicodedata

import pyte

from cells import Failure, shown

# As xterm sends them.
BYTES = {
    "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "home": "\x1b[H", "end": "\x1b[F",
    "pageup": "\x1b[5~", "pagedown": "\x1b[6~", "tab": "\t", "shift+tab": "\x1b[Z", "space": " ", "enter": "\r",
    "escape": "\x1b", "backspace": "\x7f", "ctrl+l": "\x0c",
}
BUTTONS = {"press": 0, "wheelUp": 64, "wheelDown": 65}


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

    def come_again(self, _):
        """Only whoever has a terminal to lend leaves and comes again."""


class LentTerminal:
    """A pseudo-terminal that "fascia attach" has lent to the daemon. Its bytes are read when somebody looks, and what the
    terminal has not been rid of waits in the kernel and in the daemon."""

    def __init__(self, panel, fascia, socket, size, term, status):
        self.panel, self.size, self.frames = panel, size, 0
        self.command = [fascia, "attach", "--socket", socket] + ([] if status else ["--no-status"])
        names = ("COLORTERM", "COLORFGBG", "NO_COLOR", "TMUX", "STY", "SSH_CONNECTION", "SSH_TTY", "FASCIA_SMALL")
        self.environment = {name: value for name, value in os.environ.items() if name not in names}
        self.environment |= {"TERM": term, "LC_ALL": "C.UTF-8"}
        if term == "foot":
            self.environment["COLORTERM"] = "truecolor"
        self.screen = Screen(*size)
        self.stream = Stream(self.screen)
        self.controller, self.terminal = pty.openpty()
        tty.setraw(self.terminal)
        os.set_blocking(self.controller, False)
        self.set_size()
        self.attach()
        self.colors = self.status()["colors"]

    # The program in it.

    def attach(self):
        # Wrong UTF-8 is an error of its own.
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.client = subprocess.Popen(
            self.command, stdin=self.terminal, stdout=self.terminal, stderr=self.terminal, env=self.environment,
            start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        self.number = self.status(lambda status: status.get("lent"))["terminal"]
        self.panel.terminals[self.number] = self

    def status(self, holds=lambda status: True):
        """What the daemon says of it, as soon as that holds."""
        while True:
            for status in self.panel.must("daemon.status", {})["terminals"]:
                if status["pid"] == self.client.pid and holds(status):
                    return status
            if self.client.poll() is not None:
                raise Failure(f"fascia attach has ended with {self.client.returncode}: {self.screen.display}")
            self.read()

    def come_again(self, is_killed):
        """Its client ends, is killed or told to, and another one comes."""
        del self.panel.terminals[self.number]
        if is_killed:
            self.client.kill()
        else:
            # With an Escape before it, the first one is another key.
            self.type("\x03\x03")
        while self.client.poll() is None:
            self.read()
        if self.client.returncode != (-signal.SIGKILL if is_killed else 0):
            raise Failure(f"fascia attach has ended with {self.client.returncode}")
        while any(status["pid"] == self.client.pid for status in self.panel.must("daemon.status", {})["terminals"]):
            self.read()
        # A shell that gets it back.
        termios.tcflush(self.terminal, termios.TCIFLUSH)
        tty.setraw(self.terminal)
        self.attach()

    # What is seen.

    def read(self):
        """What there is at the moment."""
        while True:
            try:
                data = os.read(self.controller, 65_536)
            except BlockingIOError:
                return
            self.frames += 1
            self.stream.feed(self.decoder.decode(data))

    def cells(self):
        self.read()
        return shown(self.screen)

    def wait(self):
        if not select.select([self.controller], [], [], 5)[0]:
            raise TimeoutError
        self.read()

    # What is done.

    def type(self, text):
        data = text.encode()
        while data:
            try:
                data = data[os.write(self.controller, data):]
            except BlockingIOError:
                self.read()

    def press(self, key):
        self.type(BYTES.get(key, key))

    def point(self, kind, column, row):
        place = f"{column + 1};{row + 1}"
        self.type(f"\x1b[<{BUTTONS[kind]};{place}M" + (f"\x1b[<0;{place}m" if kind == "press" else ""))

    def paste(self, text):
        self.type(f"\x1b[200~{text}\x1b[201~")

    def resize(self, size):
        # What came before is of the size before.
        self.read()
        self.size = size
        self.screen.resize(size[1], size[0])
        self.set_size()
        self.status(lambda status: (status["columns"], status["rows"]) == size)

    def set_size(self):
        fcntl.ioctl(self.controller, termios.TIOCSWINSZ, struct.pack("HHHH", self.size[1], self.size[0], 0, 0))
