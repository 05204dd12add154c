"""The Python client at real daemons. PROGRAMS is the directory of fasciad."""

import os
import queue
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import unittest
import unittest.mock

import fascia

PROGRAMS = os.environ["PROGRAMS"]


class Daemon:
    """A daemon with a state of its own, which can be killed and started again."""

    def __init__(self):
        self.directory = tempfile.TemporaryDirectory()
        self.path = self.directory.name + "/s"
        self.start()

    def start(self):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready:
            name = self.directory.name + "/notify"
            ready.bind(name)
            self.process = subprocess.Popen(
                [PROGRAMS + "/fasciad", "--socket", self.path, "--state", self.directory.name + "/state"],
                stderr=subprocess.DEVNULL, env={**os.environ, "NOTIFY_SOCKET": name})
            while b"READY=1" not in ready.recv(4096):
                pass
        os.unlink(name)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.kill()
        self.directory.cleanup()


class Relay:
    """Passes lines on to a daemon, and drops its first answer to a method, with the connection."""

    def __init__(self, path, to, method):
        self.path, self.lines = path, []
        self._to, self._method, self._has_dropped = to, method.encode(), False
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(path)
        self._listener.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            client, _ = self._listener.accept()
            daemon = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            daemon.connect(self._to)
            answers = daemon.makefile("rb")
            with client, daemon:
                for line in client.makefile("rb"):
                    self.lines.append(line)
                    daemon.sendall(line)
                    answer = answers.readline()
                    if self._method in line and not self._has_dropped:
                        self._has_dropped = True
                        break
                    client.sendall(answer)


class ClientTests(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon()
        self.addCleanup(self.daemon.stop)
        self.panel = fascia.Panel(self.daemon.path, name="tests")
        self.addCleanup(self.panel.close)
        options = [{"id": "lamp"}, {"id": "fan"}]
        self.panel.call("toggle.declare", group={"id": "desk", "options": options})
        self.panel.call("value.declare", key="volume", kind="int", initial=3, range=[0, 10])

    def state(self, id):
        return self.panel.call("toggle.get", id=id)["state"]

    # Calls

    def test_a_call_returns_the_result_and_the_history_has_the_name(self):
        result = self.panel.call("toggle.set", id="desk/lamp", on=True)
        self.assertTrue(result["changed"])
        self.assertEqual(self.state("desk/lamp"), "on")
        events = self.panel.call("history.get", id="desk/lamp")["events"]
        self.assertEqual(events[-1]["cause"]["name"], "tests")

    def test_a_command_of_a_rule_has_the_name_of_that(self):
        with unittest.mock.patch.dict(os.environ, {"FASCIA_CLIENT": "fascia on value:a"}):
            self.assertEqual(fascia.Panel(self.daemon.path).name, "fascia on value:a")
            self.assertEqual(fascia.Panel(self.daemon.path, name="own").name, "own")

    def test_parameters_may_be_a_dict(self):
        condition = {"toggle": "desk/lamp", "state": "off"}
        self.panel.call("toggle.set", {"id": "desk/lamp"}, on=False)
        self.panel.call("ui.wait", {"for": condition, "timeout": 3600}, timeout=None)

    def test_a_refusal_has_the_reason_and_the_message(self):
        with self.assertRaises(fascia.Refused) as caught:
            self.panel.call("toggle.set", id="desk/lanp", on=True)
        self.assertEqual(caught.exception.reason, "notFound")
        self.assertEqual(caught.exception.code, -32001)
        self.assertIn('did you mean "desk/lamp"?', caught.exception.message)
        self.assertTrue(str(caught.exception).startswith("notFound: "))

    def test_without_a_daemon_the_path_is_named(self):
        with self.assertRaisesRegex(fascia.Unreachable, "no daemon answers at /no/where: No such file"):
            fascia.Panel("/no/where").call("sync")

    def test_a_daemon_that_does_not_answer_times_out(self):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
            path = self.daemon.directory.name + "/silent"
            listener.bind(path)
            listener.listen()
            with self.assertRaisesRegex(fascia.TimedOut, "silent has not answered in time"):
                fascia.Panel(path, timeout=0.01).call("sync")

    def test_a_call_after_a_restart_uses_a_new_connection(self):
        self.panel.call("toggle.set", id="desk/lamp", on=True)
        self.daemon.kill()
        self.daemon.start()
        self.assertEqual(self.state("desk/lamp"), "on")

    def test_a_request_whose_answer_is_lost_is_done_once(self):
        relay = Relay(self.daemon.directory.name + "/relay", self.daemon.path, "toggle.flip")
        with fascia.Panel(relay.path) as panel:
            panel.call("toggle.flip", id="desk/lamp", timeout=None)
        self.assertEqual(self.state("desk/lamp"), "on")
        self.assertEqual(len([line for line in relay.lines if b"toggle.flip" in line]), 2)

    def test_what_is_done_each_time_is_not_sent_again(self):
        relay = Relay(self.daemon.directory.name + "/relay", self.daemon.path, "log.append")
        with fascia.Panel(relay.path) as panel:
            with self.assertRaises(fascia.Unreachable):
                panel.call("log.append", id="l", lines=["a"], timeout=None)
            self.assertEqual(len([line for line in relay.lines if b"log.append" in line]), 1)
            panel.call("daemon.status", timeout=None)

    def test_a_repeated_request_waits_for_the_program_that_carries_it_out(self):
        with fascia.Panel(self.daemon.path) as claimer:
            claimer.call("bind.claim", ids=["desk/lamp"], assumed=True)
        while "stale" not in self.panel.call("toggle.get", id="desk/lamp")["condition"]:
            pass
        with self.assertRaises(fascia.Refused) as caught:
            self.panel.call("toggle.set", id="desk/lamp", on=True)
        self.assertEqual(caught.exception.reason, "unavailable")
        relay = Relay(self.daemon.directory.name + "/relay", self.daemon.path, "toggle.flip")
        results = []
        with fascia.Panel(relay.path) as panel, fascia.Panel(self.daemon.path) as claimer:
            call = lambda: results.append(panel.call("toggle.flip", id="desk/lamp", timeout=None))
            thread = threading.Thread(target=call)
            thread.start()
            while len([line for line in relay.lines if b"toggle.flip" in line]) < 3:
                pass
            claimer.call("bind.claim", ids=["desk/lamp"], assumed=True)
            thread.join()
        self.assertTrue(results[0]["changed"])

    def test_threads_share_a_panel(self):
        def set_all(prefix):
            for number in range(50):
                self.panel.call("value.set", key=f"{prefix}/{number}", value=number)

        threads = [threading.Thread(target=set_all, args=(name,)) for name in "abcd"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        values = self.panel.call("value.get")["values"]
        self.assertEqual([values[f"{name}/{number}"] for name in "abcd" for number in range(50)], list(range(50)) * 4)

    def test_the_socket_is_found_as_the_command_finds_it(self):
        with unittest.mock.patch.dict(os.environ, {"FASCIA_SOCKET": "/a", "XDG_RUNTIME_DIR": "/b"}):
            self.assertEqual(fascia.socket_path(), "/a")
        with unittest.mock.patch.dict(os.environ, {"FASCIA_SOCKET": "", "XDG_RUNTIME_DIR": "/b"}):
            with unittest.mock.patch("os.path.exists", lambda path: False):
                self.assertEqual(fascia.socket_path(), "/b/fascia/fascia.sock")
            with unittest.mock.patch("os.path.exists", lambda path: path.startswith("/run/")):
                self.assertEqual(fascia.socket_path(), "/run/fascia/fascia.sock")
        with unittest.mock.patch.dict(os.environ, {"FASCIA_SOCKET": "", "XDG_RUNTIME_DIR": ""}):
            self.assertEqual(fascia.socket_path(), "/run/fascia/fascia.sock")

    # Watches

    def test_a_watch_has_the_changes_of_its_topics(self):
        with self.panel.watch("option:desk/**").start() as watch:
            self.panel.call("value.set", key="volume", value=5)
            self.panel.call("toggle.set", id="desk/fan", on=True)
            event = next(watch)
            self.assertEqual([(change["id"], change["to"]) for change in event["changes"]], [("desk/fan", True)])
            self.assertEqual(watch.cursor, event["cursor"])

    def test_a_watch_begins_with_the_snapshot(self):
        with self.panel.watch(snapshot=True) as watch:
            first = next(watch)
            self.assertEqual(first["snapshot"]["values"]["volume"], 3)
            self.panel.call("value.set", key="volume", value=4)
            self.assertEqual(next(watch)["changes"][0]["to"], 4)

    def test_a_watch_misses_nothing_while_the_daemon_is_away(self):
        with self.panel.watch("value:volume").start() as watch:
            self.panel.call("value.set", key="volume", value=4)
            self.assertEqual(next(watch)["changes"][0]["to"], 4)
            self.panel.call("value.set", key="volume", value=5)
            self.daemon.kill()
            self.daemon.start()
            self.panel.call("value.set", key="volume", value=6)
            self.assertEqual([next(watch)["changes"][0]["to"] for _ in range(2)], [5, 6])

    def test_a_watch_continues_from_a_cursor(self):
        with self.panel.watch("value:volume").start() as watch:
            cursor = watch.cursor
        self.panel.call("value.set", key="volume", value=7)
        with self.panel.watch("value:volume", since=cursor) as watch:
            self.assertEqual(next(watch)["changes"][0]["to"], 7)

    def test_what_the_daemon_has_forgotten_is_a_gap_with_the_state(self):
        with self.panel.watch("value:volume", since="another:1") as watch:
            gap = next(watch)
            self.assertEqual(gap["from"], "another:1")
            self.assertEqual(gap["snapshot"]["values"]["volume"], 3)
            self.panel.call("value.set", key="volume", value=8)
            self.assertEqual(next(watch)["changes"][0]["to"], 8)

    def test_a_watch_that_is_closed_ends(self):
        watch = self.panel.watch().start()
        items = queue.Queue()
        thread = threading.Thread(target=lambda: items.put(list(watch)))
        thread.start()
        watch.close()
        thread.join()
        self.assertEqual(items.get(), [])

    def test_a_refused_watch_raises(self):
        with self.assertRaises(fascia.Refused):
            next(self.panel.watch(since="?"))

    # Claims

    def claim(self, *arguments, **more):
        claim = fascia.Panel(self.daemon.path, name="claimer").claim(*arguments, **more).start()
        self.addCleanup(claim.close)
        return claim

    def outcome(self, kinds, id, watch):
        for event in watch:
            for change in event["changes"]:
                if change["kind"] in kinds and change.get("id") == id:
                    return change

    def test_a_change_is_carried_out_and_confirmed(self):
        changes = queue.Queue()
        self.claim("desk/**", changes.put)
        with self.panel.watch("confirmed:**").start() as watch:
            self.panel.call("toggle.set", id="desk/lamp", on=True)
            self.outcome(["confirmed"], "desk/lamp", watch)
        change = changes.get()
        self.assertEqual((change.id, change.new, change.is_revert), ("desk/lamp", True, False))
        self.assertEqual(change.cause["name"], "tests")
        self.assertEqual(self.state("desk/lamp"), "on")

    def failure(self, error):
        def function(change):
            raise error

        self.claim("desk/**", function, read=lambda id: False)
        with self.panel.watch("failed:**", "reverted:**").start() as watch:
            self.panel.call("toggle.set", id="desk/lamp", on=True)
            return self.outcome(["failed", "reverted"], "desk/lamp", watch)

    def test_a_failure_takes_the_change_back_and_says_why(self):
        self.assertIn("the bulb is broken", str(self.failure(fascia.Failed("the bulb is broken"))))
        self.assertEqual(self.state("desk/lamp"), "off")

    def test_an_error_in_the_function_is_a_failure(self):
        self.assertIn("KeyError: 'bulb'", str(self.failure(KeyError("bulb"))))

    def test_a_wrong_value_is_told_to_who_asked(self):
        def function(change):
            raise fascia.Invalid("odd numbers only")

        self.claim("value:volume", function, read=lambda id: 3)
        with self.panel.watch("reverted:**").start() as watch:
            self.panel.call("value.set", key="volume", value=4)
            self.assertIn("odd numbers only", self.outcome(["reverted"], "value:volume", watch)["reason"])
        result = self.panel.call("value.get", key="volume")
        self.assertEqual(result["values"]["volume"], 3)
        self.assertNotIn("failed", str(result))

    def test_the_state_is_read_at_the_start_and_when_somebody_asks(self):
        state = [False]
        with self.panel.watch("reported:**").start() as watch:
            self.claim(["desk/lamp", "desk/fan"], lambda change: None, read=lambda id: state[0])
            self.outcome(["reported"], "desk/fan", watch)
            state[0] = True
            self.panel.call("bind.poll", id="desk/lamp", timeout=None)
        self.assertEqual(self.state("desk/lamp"), "on")

    def test_progress_is_shown(self):
        go = threading.Event()
        self.addCleanup(go.set)

        def function(change):
            change.progress(0.5, "half of it")
            go.wait()

        self.claim("desk/lamp", function)
        with self.panel.watch("progress:**").start() as watch:
            self.panel.call("toggle.set", id="desk/lamp", on=True)
            change = self.outcome(["progress"], "desk/lamp", watch)
        self.assertEqual((change["fraction"], change["message"]), (0.5, "half of it"))

    def test_a_change_that_is_not_wanted_any_more_can_be_given_up(self):
        begun = threading.Event()

        def function(change):
            begun.set()
            change.cancelled.wait()
            raise fascia.Cancelled

        self.claim("desk/lamp", function, read=lambda id: False)
        with self.panel.watch("confirmed:**", "failed:**", "reverted:**").start() as watch:
            self.panel.call("toggle.set", id="desk/lamp", on=True)
            begun.wait()
            self.panel.call("toggle.set", id="desk/lamp", on=False)
            self.assertNotEqual(self.outcome(["confirmed", "failed", "reverted"], "desk/lamp", watch)["kind"], "failed")
        self.assertEqual(self.state("desk/lamp"), "off")

    def test_a_claim_comes_back_with_the_daemon(self):
        changes, reads = queue.Queue(), queue.Queue()
        self.claim("desk/lamp", changes.put, read=lambda id: reads.put(id) or False)
        reads.get()
        self.daemon.kill()
        self.daemon.start()
        # It is read again when the claim is there again.
        reads.get()
        self.panel.call("toggle.set", id="desk/lamp", on=True)
        self.assertEqual(changes.get().new, True)

    def test_a_refused_claim_raises(self):
        self.claim("desk/lamp", print)
        with self.assertRaises(fascia.Refused) as caught:
            self.panel.claim("desk/lamp", print).run()
        self.assertEqual(caught.exception.reason, "refused")

    def test_a_report_is_the_state(self):
        claim = self.claim("desk/lamp", print)
        with self.panel.watch("reported:**").start() as watch:
            claim.report("desk/lamp", True)
            self.outcome(["reported"], "desk/lamp", watch)
        self.assertEqual(self.state("desk/lamp"), "on")


if __name__ == "__main__":
    unittest.main(argv=sys.argv)
