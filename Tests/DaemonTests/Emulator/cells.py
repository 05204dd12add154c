"""Cells: what pyte's screen shows, and what a picture of ui.render has, which pyte does not read."""

import re
import unicodedata

from pyte import graphics
from wcwidth import wcwidth


class Failure(Exception):
    pass


def visible(text, fg, bg, bold, italics, underscore, strikethrough, reverse):
    """A blank has no letters: of its looks only those count that are seen without."""
    if text == " " and not (underscore or strikethrough or reverse):
        return (text, "default", bg, False, False, False, False, False)
    return (unicodedata.normalize("NFC", text), fg, bg, bold, italics, underscore, strikethrough, reverse)


def shown(screen):
    """What somebody sees who looks at it."""
    rows = (screen.buffer[y] for y in range(screen.lines))
    return [[visible(row[x].data, *row[x][1:8]) for x in range(screen.columns)] for row in rows]


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
