#!/usr/bin/env python3
"""Finds the functions that a key and a request run through, and writes their names, one a line, for the linker.

    order.py DIRECTORY-OF-THE-PROGRAMS > Sources/fasciad/Order/functions

A processor that has slept has to fetch each page and each line of a program again. The linker puts these functions beside
each other (lld's --symbol-ordering-file), so that there are fewer; what a key on a list needs stands first, between two
marks, and is fetched as a whole when a key comes (CPrefetch). Names that are not there any more do no harm, and
functions that are not in the list are only slower to fetch: the list need not be made anew with each change.

Needs valgrind, whose callgrind counts calls.
"""
import collections, fcntl, glob, json, os, pty, re, select, shutil, socket, struct, subprocess, sys, tempfile, termios, time

PRESSES = 20
programs = os.path.abspath(sys.argv[1])
directory = tempfile.mkdtemp(prefix="order")
path = directory + "/s"
# valgrind does not understand all that the compiler says for debuggers.
subprocess.run(["objcopy", "--strip-debug", f"{programs}/fasciad", f"{directory}/fasciad"], check=True)
daemon = subprocess.Popen(
    ["valgrind", "--tool=callgrind", "--instr-atstart=no", "--separate-threads=yes", f"--callgrind-out-file={directory}/calls",
     f"{directory}/fasciad", "--socket", path, "--state", directory + "/state"],
    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def control(*arguments):
    subprocess.run(["callgrind_control", *arguments, str(daemon.pid)], stdout=sys.stderr, check=True)


class Client:
    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX)
        while self.socket.connect_ex(path):
            if daemon.poll() is not None: sys.exit("the daemon does not start under valgrind")
            time.sleep(0.1)
        self.lines, self.number = self.socket.makefile("rb"), 0

    def call(self, method, **params):
        self.number += 1
        self.socket.sendall(json.dumps({"id": self.number, "method": method, "params": params}).encode() + b"\n")
        while (reply := json.loads(self.lines.readline())).get("id") != self.number: pass
        if "error" in reply: sys.exit(f"{method}: {reply['error']['message']}")
        return reply["result"]


def attach():
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(TERM="xterm-256color", LANG="C.UTF-8", FASCIA_SOCKET=path)
        os.execv(f"{programs}/fascia", ["fascia", "attach"])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    return process, terminal


def wait_for_silence(seconds=0.4):
    while select.select([terminal], [], [], seconds)[0]: os.read(terminal, 65536)


client = Client()
options = [{"id": f"o{i}", "title": f"Option {i}"} for i in range(100)]
client.call("toggle.declare", group={"id": "many", "options": options})
speeds = [{"id": name, "title": name} for name in ("slow", "fast", "faster")]
client.call("picker.declare", picker={"id": "speed", "components": [{"id": "speed", "elements": speeds}]})
client.call("value.declare", key="name", kind="string", initial="")
client.call("value.declare", key="level", kind="int", initial=5, range=[0, 100])
rows = [{"kind": "toggle", "bind": f"many/o{i}"} for i in range(100)]
client.call("screen.put", screen={"id": "list", "body": {"kind": "list", "children": rows}})
controls = [{"kind": "toggle", "bind": "many"}, {"kind": "picker", "bind": "speed"}, {"kind": "slider", "bind": "level"},
            {"kind": "textField", "bind": "name", "label": "Name"}]
client.call("screen.put", screen={"id": "form", "body": {"kind": "form", "children": controls}})
client.call("nav.push", screen="list")
process, terminal = attach()
wait_for_silence(5)


def press(*keys):
    for i in range(PRESSES):
        os.write(terminal, keys[i % len(keys)].encode())
        wait_for_silence()


UP, DOWN = "\x1b[A", "\x1b[B"


def ask():
    for i in range(PRESSES): client.call("toggle.set", id="many/o1", on=bool(i % 2))


def to_the_form():
    client.call("nav.push", screen="form")
    wait_for_silence()


# What comes before, and what is counted.
phases = [
    (None, lambda: press(" ")), (None, lambda: press(DOWN, UP)), (lambda: press(DOWN), lambda: press(DOWN)),
    (None, ask), (to_the_form, lambda: press(DOWN, UP)), (None, lambda: press(" ")),
    (lambda: press(DOWN), lambda: press("a", "b")),
]
for before, phase in phases:
    if before: before()
    control("--zero")
    control("--instr=on")
    phase()
    control("--instr=off")
    control("--dump")
os.kill(process, 9)
daemon.terminate()
daemon.wait()


def called(path):
    """The functions of the program that were called by most presses, as one thread ran them."""
    names, objects, calls = {}, {}, collections.Counter()
    callee_object = None
    for line in open(path):
        if found := re.match(r"c?ob=\((\d+)\)(?: (.*))?", line):
            if found[2]: objects[found[1]] = found[2].strip()
            if line[0] == "c": callee_object = found[1]
            else: here = found[1]
        elif found := re.match(r"(c?)fn=\((\d+)\)(?: (.*))?", line):
            if found[3]: names[found[2]] = found[3].strip()
            if found[1]: callee = (callee_object or here, found[2])
        elif found := re.match(r"calls=(\d+)", line):
            calls[callee] += int(found[1])
            callee_object = None
    return [re.sub(r"'\d+$", "", names[name]) for (file, name), count in calls.items()
            if count >= PRESSES // 2 and objects.get(file, "").endswith("/fasciad") and not names[name].startswith("0x")]


# What a key on a list runs through in the thread of the loop is fetched as a whole when a key comes.
keys, rest = {}, {}
for number in range(1, len(phases) + 1):
    for path in sorted(glob.glob(f"{directory}/calls.{number}-*")):
        is_key = number <= 2 and path.endswith("-01")
        (keys if is_key else rest).update(dict.fromkeys(called(path)))
order = ["fascia_keys_begin", *keys, "fascia_keys_end", *(name for name in rest if name not in keys)]
shutil.rmtree(directory)
print("\n".join(order))
