#!/usr/bin/env python3
"""power-loss.py BUILD [SECONDS]: cuts the power of a daemon's disk over and over, and looks at what is left.

The state and the access file are on a file system whose disk is a file on XFS: a copy of that file that shares its blocks is
made at once, and is the disk as a power cut would leave it. Meanwhile an access file is tried and kept, and values are set.
Each copy is mounted, which replays its log: the access file is a whole one, the last that was reported as kept or a later one;
a daemon starts there, with the rights of that file, and has every value that was reported as durable.
Needs root, loop devices, and mkfs.xfs and mkfs.ext4; without them it exits with 77. FASCIA_SEED=N repeats its pauses.
"""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

build, seconds = os.path.abspath(sys.argv[1]), float(sys.argv[2] if len(sys.argv) > 2 else 30)
seed = int(os.environ.get("FASCIA_SEED") or random.randrange(1 << 32))
fascia, fasciad = build + "/fascia", build + "/fasciad"
work = tempfile.mkdtemp(prefix="power-loss.")
outer, disk, place = work + "/outer", work + "/outer/disk", work + "/place"
mounted, children = [], []


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options)


def mount(file, point):
    os.makedirs(point, exist_ok=True)
    run("mount", "-o", "loop", file, point)
    mounted.append(point)


def unmount(point):
    run("umount", point)
    mounted.remove(point)


def rules(number):
    return f"# {number}\ngrant:\n  - {{user: root, role: admin}}\n  - {{user: {40000 + number}, role: viewer}}\n"


def start(point, socket):
    log = open(work + "/log", "a")
    daemon = subprocess.Popen(
        [fasciad, "--socket", socket, "--state", point + "/state", "--access", point + "/access.yaml"], stderr=log
    )
    children.append(daemon)
    while subprocess.run([fascia, "status", "--socket", socket], capture_output=True).returncode:
        assert daemon.poll() is None, open(work + "/log").read()[-3000:]
        time.sleep(0.05)
    return daemon


def end(daemon):
    daemon.send_signal(signal.SIGKILL)
    daemon.wait()
    children.remove(daemon)


class Reported:
    """What was reported as done before a copy, and the latest that has begun."""

    kept = tried = value = asked = 0


def keep_access_files(reported, socket, is_over):
    while not is_over.is_set():
        reported.tried += 1
        text = work + "/new.yaml"
        with open(text, "w") as file:
            file.write(rules(reported.tried))
        result = subprocess.run(
            [fascia, "access", "try", text, "--socket", socket], input="yes\n", capture_output=True, text=True
        )
        assert result.returncode == 0, result.stderr
        reported.kept = reported.tried


def set_values(reported, socket, is_over):
    while not is_over.is_set():
        reported.asked += 1
        run(fascia, "value", "set", "number", str(reported.asked), "--socket", socket)
        reported.value = reported.asked


def check(copy, kept, tried, value, asked):
    point, socket = work + "/point", work + "/copy.sock"
    mount(copy, point)
    text = open(point + "/access.yaml").read()
    number = int(text.split("\n")[0][2:])
    assert text == rules(number) and kept <= number <= tried, (text, kept, tried)
    daemon = start(point, socket)
    found = run(fascia, "value", "get", "number", "--socket", socket).stdout.strip() if value else "0"
    assert value <= int(found) <= asked, (value, found, asked)
    hello = json.loads(run(fascia, "call", "daemon.hello", "{}", "--socket", socket).stdout)
    assert hello["peer"]["access"] == point + "/access.yaml", hello
    end(daemon)
    unmount(point)
    os.unlink(copy)


def main():
    os.makedirs(outer)
    with open(work + "/file", "wb") as file:
        file.truncate(600 << 20)
    run("mkfs.xfs", "-q", "-m", "reflink=1", work + "/file")
    mount(work + "/file", outer)
    with open(disk, "wb") as file:
        file.truncate(48 << 20)
    run("mkfs.ext4", "-q", disk)
    mount(disk, place)
    with open(place + "/access.yaml", "w") as file:
        file.write(rules(0))
        file.flush()
        os.fsync(file.fileno())
    os.sync()
    socket = work + "/panel.sock"
    daemon = start(place, socket)
    reported, is_over, failures = Reported(), threading.Event(), []

    def until_over(work):
        try:
            work(reported, socket, is_over)
        except BaseException as error:
            failures.append(error)
            is_over.set()

    threads = [threading.Thread(target=until_over, args=[work]) for work in (keep_access_files, set_values)]
    for thread in threads:
        thread.start()
    generator, count, during = random.Random(seed), 0, 0
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and not is_over.is_set():
        time.sleep(generator.random() * 0.4)
        before = (reported.kept, reported.value)
        run("cp", "--reflink=always", disk, f"{outer}/copy")
        after = (reported.tried, reported.asked)
        during += after[0] > before[0]
        check(f"{outer}/copy", before[0], after[0], before[1], after[1])
        count += 1
    is_over.set()
    for thread in threads:
        thread.join()
    end(daemon)
    if failures:
        raise failures[0]
    print(f"{count} power cuts, {during} of them while a file was tried; {reported.kept} access files were kept,", end=" ")
    print(f"{reported.value} values set; nothing that was reported was lost")


if os.geteuid() or not all(map(shutil.which, ["mkfs.xfs", "mkfs.ext4", "losetup"])) or not os.path.exists("/dev/loop-control"):
    print("power-loss.py: needs root, loop devices, mkfs.xfs and mkfs.ext4", file=sys.stderr)
    sys.exit(77)
try:
    main()
except BaseException:
    print(f"failed with FASCIA_SEED={seed}", file=sys.stderr)
    raise
finally:
    for child in list(children):
        child.kill()
        child.wait()
    for point in reversed(list(mounted)):
        subprocess.run(["umount", point])
    shutil.rmtree(work)
