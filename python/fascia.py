"""Reads and operates the panel of fasciad. One file, for Python 3.9 and later, without dependencies.

    import fascia

    panel = fascia.Panel()
    panel.call("toggle.set", id="desk/lamp", on=True)
    for event in panel.watch("option:desk/**"):
        print(event["changes"])

The methods, their parameters and their results are those of the protocol: fascia-protocol(7), or "fascia describe METHOD".
"""

import json
import os
import random
import secrets
import socket
import sys
import threading
import time
import traceback

__all__ = ["Panel", "Watch", "Claim", "Change", "Error", "Refused", "Unreachable", "TimedOut", "Failed", "Invalid", "Cancelled"]
__version__ = "0.1.0"


class Error(Exception):
    """Everything that this module raises."""


class Refused(Error):
    """The daemon has refused a request.

    reason: for programs, such as "notFound"; code: its number; data: what else the daemon says, a dict.
    """

    def __init__(self, error):
        self.code = error.get("code", 0)
        self.message = error.get("message", "")
        self.data = error.get("data") or {}
        self.reason = self.data.get("reason", "")
        super().__init__(f"{self.reason}: {self.message}" if self.reason else self.message)


class Unreachable(Error):
    """No daemon answers at the socket, or it has gone and has not come back in time."""


class TimedOut(Error):
    """The daemon has not answered in time."""


class Failed(Error):
    """Raise it in the function of a claim: the change could not be carried out. The text is shown to everybody."""


class Invalid(Error):
    """Raise it in the function of a claim: the value is wrong, and nothing was tried. Only who asked for it is told."""


class Cancelled(Error):
    """Raise it in the function of a claim: the change was given up, because another one waits (Change.cancelled)."""


def socket_path():
    """The daemon's socket: $FASCIA_SOCKET, the one of this user's daemon, or that of the machine's."""
    path = os.environ.get("FASCIA_SOCKET")
    if path:
        return path
    machine = "/run/fascia/fascia.sock"
    directory = os.environ.get("XDG_RUNTIME_DIR")
    if not directory:
        return machine
    own = directory + "/fascia/fascia.sock"
    return machine if not os.path.exists(own) and os.path.exists(machine) else own


# Methods that know no key "once".
_DONE_EACH_TIME = frozenset(
    ("action.send", "daemon.shutdown", "issue.report", "log.append", "ui.open", "ui.set", "ui.tap")
)


class Panel:
    """The panel of a daemon. Connects when that is needed, and again when the daemon was away. Threads may share it.

    path: the socket; name: what the history calls this program (by default the rule whose command it is, if any);
    timeout: seconds for an answer, None for no limit.
    """

    def __init__(self, path=None, name=None, timeout=10.0):
        self.path = path or socket_path()
        # A rule is not set off by its own changes.
        self.name = name or os.environ.get("FASCIA_CLIENT") or os.path.basename(sys.argv[0]) or "python"
        self.timeout = timeout
        self._connection = None
        self._lock = threading.Lock()

    def call(self, method, params=None, /, *, timeout=..., **more):
        """Calls a method, and returns its result.

        Parameters are given by name, or in a dict, as those must be whose names are words of Python, and "timeout":
        call("ui.wait", {"for": ..., "timeout": 60}, timeout=None). timeout: seconds for the answer, None for no limit.
        If the connection breaks before the answer, the request is sent again over a new one, with the same key "once", so that
        it is done once. Methods without that key that do something each time, such as ui.tap, are not sent again: whether they
        were done is not known then.

        Raises Refused, Unreachable or TimedOut.
        """
        params = {**(params or {}), **more}
        if not params.get("dryRun"):
            params.setdefault("once", secrets.token_hex(8))
        end = _end(self.timeout if timeout is ... else timeout)
        pauses, lost = _pauses(), None
        with self._lock:
            while True:
                try:
                    if self._connection is None:
                        self._connection = _Connection(self.path, self.name, end)
                    return self._connection.call(method, params, end)
                except TimedOut:
                    self.close()
                    raise
                except _Lost as error:
                    was_sent = self._connection is not None and not isinstance(error, _Unsent)
                    self.close()
                    if was_sent and method in _DONE_EACH_TIME:
                        raise
                    lost = lost or error
                except Unreachable:
                    if lost is None:
                        raise
                except Refused as error:
                    # After a restart the daemon is back before the program that carries the thing out.
                    if lost is None or error.reason != "unavailable" or "left" not in error.data:
                        raise
                    lost = error
                pause = next(pauses)
                if end is not None and time.monotonic() + pause > end:
                    raise lost
                time.sleep(pause)

    def watch(self, *topics, since=None, snapshot=False, coalesce=False):
        """Follows the changes: a Watch to iterate over. Topics are patterns for kind:id, such as "option:desk/**"; all without.

        since: the cursor to continue from; snapshot: whether the state comes first; coalesce: whether only the latest change of
        each thing is kept while this program does not read.
        """
        return Watch(self, topics, since, snapshot, coalesce)

    def claim(self, ids, function, *, read=None, **options):
        """Carries out the changes of things: a Claim to run.

        ids: one or several, such as "desk/**" for switches, "picker:clock/zone", "value:volume".
        function: called with each Change in a thread of its own. When it returns, the change is done; raising Failed takes it back.
        read: called with an id, returns the actual state. It is called at the start for each id without wildcards, and when
        somebody asks.
        options: the other parameters of bind.claim, such as timeout=60 and retry=True.
        """
        return Claim(self, [ids] if isinstance(ids, str) else list(ids), function, read, options)

    def close(self):
        """Closes the connection. The next call makes a new one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Watch:
    """Iterates over events, without an end: after the daemon was away it goes on where it was, and nothing is missed.

    An item is an event of the protocol, with "changes" and "cause". If the daemon has forgotten what was missed, it is a gap, with
    "from", "to" and the "snapshot" of the state. With snapshot=True the first item has the "snapshot" and no "from".

    cursor: the place of the last item; give it as since= to go on there later.
    """

    def __init__(self, panel, topics, since, snapshot, coalesce):
        self._panel, self._topics, self._snapshot, self._coalesce = panel, topics, snapshot, coalesce
        self.cursor = since
        self._connection = None
        self._items = None
        self._is_closed = False

    def __iter__(self):
        return self

    def __next__(self):
        if self._items is None:
            self._items = self._all()
        return next(self._items)

    def start(self):
        """Starts to watch now, rather than with the first item: what changes from here on is an event. Returns self."""
        if self._connection is None:
            self._first = self._begin()
        return self

    def close(self):
        """Ends the watch; another thread that waits for an item gets none."""
        self._is_closed = True
        connection = self._connection
        if connection is not None:
            connection.interrupt()
        try:
            if self._items is not None:
                self._items.close()
            self._drop()
        except ValueError:
            # Another thread waits for an item: it ends now, and closes the connection.
            pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _begin(self):
        end = _end(self._panel.timeout)
        connection = _Connection(self._panel.path, self._panel.name, end)
        params = {"snapshot": self._snapshot, "coalesce": self._coalesce}
        if self._topics:
            params["topics"] = list(self._topics)
        if self.cursor is not None:
            params["since"] = self.cursor
        answer = connection.call("watch.start", params, end)
        if self.cursor is None:
            self.cursor = answer["cursor"]
        self._connection, self._id = connection, answer["watch"]
        return answer

    def _all(self):
        self.start()
        if "snapshot" in self._first:
            yield {"cursor": self._first["cursor"], "snapshot": self._first["snapshot"]}
        pauses = _pauses()
        while not self._is_closed:
            try:
                if self._connection is None:
                    self._snapshot = False
                    self._begin()
                    if self._is_closed:
                        break
                message = self._connection.receive(None)
            except (Unreachable, _Lost, TimedOut):
                self._drop()
                if not self._is_closed:
                    time.sleep(next(pauses))
                continue
            except Refused as error:
                # The daemon may have too many connections for now.
                self._drop()
                if error.reason != "limit":
                    raise
                time.sleep(next(pauses))
                continue
            params = message.get("params") or {}
            if params.get("watch") != self._id or message.get("method") not in ("event", "event.gap"):
                continue
            pauses = _pauses()
            self.cursor = params["cursor" if message["method"] == "event" else "to"]
            yield params
        self._drop()

    def _drop(self):
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


class Change:
    """A change that a claim carries out.

    id: of what, such as "desk/lamp" or "value:volume"; old: the state that was reported last; new: the state that is wanted;
    cause: who asked for it; is_revert: whether it takes back a change that nobody has confirmed.
    cancelled: a threading.Event that is set when another change waits for the end of this one: raise Cancelled to give it up.
    """

    def __init__(self, connection, message):
        params = message["params"]
        self.id, self.old, self.new = params["id"], params.get("from"), params.get("to")
        self.cause = params.get("cause") or {}
        self.is_revert = params.get("revert") is True
        self.cancelled = threading.Event()
        self._connection, self._request = connection, message["id"]

    def progress(self, fraction=None, message=None):
        """Shows how far it is, from 0 to 1, and what it does."""
        params = {"id": self.id, "fraction": fraction, "message": message}
        self._connection.notify("bind.progress", {key: value for key, value in params.items() if value is not None})


class Claim:
    """Carries out changes until it is closed. After the daemon was away, it claims again."""

    def __init__(self, panel, ids, function, read, options):
        self._panel, self._ids, self._function, self._read, self._options = panel, ids, function, read, options
        self._connection = None
        self._is_closed = False
        self._has_begun = False
        self._changes = {}
        self._lock = threading.Lock()
        self._started = threading.Event()

    def run(self):
        """Serves until close() or an interruption.

        Raises Refused if the daemon refuses the claim, and Unreachable if there is no daemon at the start.
        """
        pauses, told = _pauses(), None
        try:
            while not self._is_closed:
                try:
                    self._serve()
                    pauses, told = _pauses(), None
                except (Unreachable, _Lost, TimedOut, Refused) as error:
                    if self._is_closed:
                        break
                    if not self._has_begun:
                        raise
                    if str(error) != told:
                        told = str(error)
                        print(f"fascia: {told}", file=sys.stderr)
                    time.sleep(next(pauses))
        finally:
            self.close()

    def start(self):
        """Runs in a thread, and returns self when the daemon has accepted the claim."""
        failure = []

        def run():
            try:
                self.run()
            except Error as error:
                failure.append(error)
                self._started.set()

        self._runner = threading.Thread(target=run, daemon=True)
        self._runner.start()
        self._started.wait()
        if failure:
            raise failure[0]
        return self

    def wait(self):
        """Waits until a claim that was started is closed."""
        self._runner.join()

    def report(self, id, value):
        """Says what the actual state is, such as after somebody has changed it elsewhere."""
        connection = self._connection
        if connection is not None:
            connection.notify("bind.report", {"id": id, "value": value})

    def close(self):
        """Ends the claim."""
        self._is_closed = True
        connection = self._connection
        if connection is not None:
            connection.interrupt()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _serve(self):
        connection = _Connection(self._panel.path, self._panel.name, _end(self._panel.timeout))
        self._connection = connection
        try:
            claim = connection.send("bind.claim", {"ids": self._ids, **self._options})
            while not self._is_closed:
                message = connection.receive(None)
                if message.get("id") == claim and "method" not in message:
                    if "error" in message:
                        raise Refused(message["error"])
                    self._has_begun = True
                    self._started.set()
                    if self._read is not None:
                        ids = [id for id in self._ids if "*" not in id]
                        self._thread(lambda: [self._report(connection, id) for id in ids])
                elif message.get("method") == "carryOut":
                    change = Change(connection, message)
                    with self._lock:
                        self._changes[change._request] = change
                    self._thread(lambda change=change: self._carry_out(change))
                elif message.get("method") == "carryOut.cancel":
                    with self._lock:
                        change = self._changes.get(message["params"].get("request"))
                    if change is not None:
                        change.cancelled.set()
                elif message.get("method") == "ping":
                    connection.answer(message["id"], {})
                elif message.get("method") == "poll":
                    self._thread(lambda message=message: self._poll(connection, message))
                elif "method" in message and "id" in message:
                    connection.fail(message["id"], f"there is no method {message['method']}", "notFound", -32601)
        finally:
            connection.close()

    @staticmethod
    def _thread(function):
        threading.Thread(target=function, daemon=True).start()

    def _carry_out(self, change):
        reason = None
        try:
            self._function(change)
        except Failed as error:
            reason = (str(error), "refused")
        except Invalid as error:
            reason = (str(error), "invalid")
        except Cancelled as error:
            reason = (str(error) or "cancelled", "cancelled")
        except Exception as error:
            traceback.print_exc()
            reason = (f"{type(error).__name__}: {error}", "refused")
        with self._lock:
            self._changes.pop(change._request, None)
        if reason is None:
            change._connection.answer(change._request, {})
        else:
            change._connection.fail(change._request, *reason)

    def _report(self, connection, id):
        """Returns why the state cannot be read."""
        try:
            connection.notify("bind.report", {"id": id, "value": self._read(id)})
            return None
        except Exception as error:
            text = str(error) or type(error).__name__
            connection.notify("bind.report", {"id": id, "stale": text})
            return text

    def _poll(self, connection, message):
        if self._read is None:
            reason = "nothing reads it"
        else:
            reason = self._report(connection, message["params"].get("id", ""))
        if reason is None:
            connection.answer(message["id"], {})
        else:
            connection.fail(message["id"], reason, "failed")


class _Lost(Unreachable):
    """The connection has ended."""


class _Unsent(_Lost):
    """It had ended before the whole request was sent, so that nobody has carried it out."""


class _Connection:
    """Lines of JSON over a socket. One thread reads, and any may send."""

    def __init__(self, path, name, end):
        self._path, self._buffer, self._number = path, bytearray(), 0
        self._lock = threading.Lock()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._wait(end)
            self._socket.connect(path)
            hello = {"protocol": {"min": 1, "max": 1}, "name": name}
            if os.environ.get("FASCIA_ACT_FOR"):
                hello["actFor"] = os.environ["FASCIA_ACT_FOR"]
            self.call("daemon.hello", hello, end)
        except OSError as error:
            self._socket.close()
            raise Unreachable(f"no daemon answers at {path}: {error.strerror or error}") from None
        except BaseException:
            self._socket.close()
            raise

    def call(self, method, params, end):
        id = self.send(method, params)
        while True:
            message = self.receive(end)
            if message.get("id") == id and "method" not in message:
                if "error" in message:
                    raise Refused(message["error"])
                return message["result"]

    def send(self, method, params):
        with self._lock:
            self._number += 1
            id = self._number
        self._write({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        return id

    def notify(self, method, params):
        self._tell({"jsonrpc": "2.0", "method": method, "params": params})

    def answer(self, id, result):
        self._tell({"jsonrpc": "2.0", "id": id, "result": result})

    def fail(self, id, message, reason, code=1):
        error = {"code": code, "message": message, "data": {"reason": reason}}
        self._tell({"jsonrpc": "2.0", "id": id, "error": error})

    def receive(self, end):
        """The next message. end: when to give up, None for never."""
        while True:
            index = self._buffer.find(b"\n")
            if index >= 0:
                line = bytes(self._buffer[:index])
                del self._buffer[: index + 1]
                if line.strip():
                    return json.loads(line)
                continue
            self._wait(end)
            try:
                data = self._socket.recv(65536)
            except socket.timeout:
                raise TimedOut(f"the daemon at {self._path} has not answered in time") from None
            except OSError as error:
                raise _Lost(f"the connection to {self._path} was lost: {error.strerror or error}") from None
            if not data:
                raise _Lost(f"the connection to {self._path} was lost")
            self._buffer += data

    def interrupt(self):
        """Ends the connection for the thread that reads."""
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def close(self):
        self.interrupt()
        self._socket.close()

    def _tell(self, message):
        """What nobody waits for: a connection that has ended is noticed by who reads."""
        try:
            self._write(message)
        except _Lost:
            pass

    def _write(self, message):
        line = json.dumps(message, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode() + b"\n"
        with self._lock:
            try:
                self._socket.sendall(line)
            except OSError as error:
                raise _Unsent(f"the connection to {self._path} was lost: {error.strerror or error}") from None

    def _wait(self, end):
        self._socket.settimeout(None if end is None else max(end - time.monotonic(), 0.001))


def _end(timeout):
    return None if timeout is None else time.monotonic() + timeout


def _pauses():
    """Seconds before each attempt to connect again: longer each time, and never the same for all programs."""
    limit = 0.1
    while True:
        yield limit * random.uniform(0.1, 1)
        limit = min(limit * 2, 5)
