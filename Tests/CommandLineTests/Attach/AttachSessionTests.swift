import FasciaClient
import FasciaDocument
import FasciaModel
import FasciaTerminal
import FasciaWire
import Testing

@testable import FasciaCommandLine

/// The state machine of `fascia attach`, without a terminal and a daemon.
@Suite struct AttachSessionTests {
    private typealias Action = AttachSession.Action

    private func session(_ kind: TerminalKind = .xterm) -> AttachSession {
        AttachSession(
            kind: kind, size: TerminalSize(columns: 40, rows: 5), daemonName: "/s", timeLimit: .seconds(10),
            request: ["colors": "none"])
    }

    /// A session that is attached as terminal 7.
    private func attached(_ kind: TerminalKind = .xterm) -> AttachSession {
        var session = session(kind)
        _ = session.handle(.connected)
        #expect(session.handle(answer(2, ["terminal": 7])) == [.setTimer(nil)])
        return session
    }

    private func answer(_ id: Int, _ result: JSON = [:]) -> AttachSession.Event {
        .message(.response(id: RequestID(id), .success(result)))
    }

    /// The answer to `sync`: the daemon is alive.
    private let alive = AttachSession.Event.message(.response(id: RequestID(4), .success([:])))
    private let question = AttachSession.Action.send(method: "sync", params: [:], id: 4)

    private func key(_ key: String, frame: Int = 0, terminal: Int = 7) -> Action {
        .send(
            method: "terminal.key", params: ["terminal": .int(terminal), "key": .string(key), "frame": .int(frame)], id: nil)
    }

    private func refusal(_ id: Int, _ reason: String) -> AttachSession.Event {
        .message(.response(id: RequestID(id), .failure(WireError(code: -1, message: "no", reason: reason))))
    }

    private func frame(_ data: String, full: Bool = false, place: JSON? = nil) -> AttachSession.Event {
        var params: JSON.Object = ["terminal": 7, "data": .string(data), "full": .bool(full)]
        if let place { params["place"] = place }
        return .message(.call(id: nil, method: "terminal.frame", params: .object(params)))
    }

    private func lost(_ reason: ConnectionError.Reason = .connectionLost) -> AttachSession.Event {
        .connectionLost(ConnectionError(reason, path: "/s", "what \(reason) says"))
    }

    private func isPause(_ action: Action?) -> Bool {
        if case .setTimer(let pause?)? = action { pause <= AttachSession.maximumPause } else { false }
    }

    private func shown(_ actions: [Action]) -> String {
        actions.map { if case .show(let text) = $0 { text } else { "" } }.joined()
    }

    /// A daemon on another machine may be anything.
    @Test func whatAFrameHasBesideThePictureIsNotWritten() {
        var session = attached()
        let actions = session.handle(frame("\u{1B}[Hx\u{1B}]52;c;eA==\u{7}\u{1B}[?1000hy", full: true))
        #expect(shown(actions) == "\u{1B}[Hx]52;c;eA==y")
    }

    // MARK: - Attaching

    @Test func connectingSendsHelloAndAttach() {
        var session = session()
        #expect(
            session.handle(.connected) == [
                .send(
                    method: "daemon.hello", params: ["protocol": ["min": 1, "max": 1], "name": "fascia"], id: 1),
                .send(
                    method: "terminal.attach",
                    params: ["colors": "none", "columns": 40, "rows": 5, "resumable": true], id: 2),
                .setTimer(.seconds(10)),
            ])
        #expect(session.handle(answer(1)) == [])
    }

    @Test func aRefusedFirstAttachEndsTheSession() {
        var session = session()
        _ = session.handle(.connected)
        func failed(_ reason: String) -> [Action] { [.finish(.failed(WireError(code: -1, message: "no", reason: reason)))] }
        #expect(session.handle(refusal(2, "notFound")) == failed("notFound"))
        _ = session.handle(.connected)
        #expect(session.handle(refusal(1, "version")) == failed("version"))
        let missing = ConnectionError(.noSocket, path: "/s", "what noSocket says")
        #expect(session.handle(lost(.noSocket)) == [.finish(.noDaemon(missing))])
        guard case .finish(.noDaemon(let error))? = session.handle(answer(2)).first else {
            Issue.record("an answer without a terminal is taken")
            return
        }
        #expect(error.reason == .protocolError)
    }

    @Test func aConnectionThatIsLostBeforeTheFirstAttachIsMadeAgain() {
        var here = session()
        _ = here.handle(.connected)
        #expect(here.handle(lost()).first == .disconnect)
        #expect(here.handle(.timerFired) == [.connect])
        #expect(here.handle(lost(.noSocket)).first == .disconnect, "it is being restarted")
        #expect(here.handle(.timerFired) == [.connect])
        // ssh makes a connection also where there is no daemon.
        var remote = AttachSession(
            kind: .xterm, size: TerminalSize(columns: 40, rows: 5), daemonName: "/s", timeLimit: nil, request: [:], isRemote: true
        )
        _ = remote.handle(.connected)
        guard case .finish(.noDaemon)? = remote.handle(lost()).first else {
            Issue.record("it waits for a daemon that was never there")
            return
        }
    }

    @Test func aTimeoutEndsOnlyTheFirstAttach() {
        var first = session()
        _ = first.handle(.connected)
        guard case .finish(.noDaemon(let error))? = first.handle(.timerFired).first else {
            Issue.record("it waits on")
            return
        }
        #expect(error.reason == .timeout)
        #expect(error.message.contains("has not answered terminal.attach within 10 s"))
        var again = attached()
        _ = again.handle(lost())
        _ = again.handle(.connected)
        let actions = again.handle(.timerFired)
        #expect(actions.count == 1 && shown(actions).contains("the daemon at /s has not"), "cut for the keys")
    }

    // MARK: - Forwarding

    @Test func keysAndFramesAreForwarded() {
        var session = attached()
        _ = session.handle(alive)
        #expect(session.handle(.input(.key("up"))) == [key("up"), question])
        #expect(
            session.handle(.input(.paste("a\nb"))) == [
                .send(method: "terminal.paste", params: ["terminal": 7, "text": "a\nb", "frame": 0], id: nil)
            ])
        #expect(
            session.handle(.input(.mouse(MouseInput(kind: .wheelUp, column: 999, row: 2)))) == [
                .send(
                    method: "terminal.mouse",
                    params: ["terminal": 7, "kind": "wheelUp", "column": 999, "row": 2, "frame": 0], id: nil)
            ])
        #expect(session.handle(frame("abc")) == [.show("abc")])
        // Frames of another terminal are ignored.
        let other: JSON = ["terminal": 8, "data": "x"]
        #expect(session.handle(.message(.call(id: nil, method: "terminal.frame", params: other))) == [])
        #expect(session.handle(.input(.key("ctrl+z"))) == [.suspend])
        #expect(session.handle(.input(.supportsKeyProtocol)) == [.useKeyProtocol])
        #expect(session.handle(.input(.key("ctrl+c"))) == [.finish(.quit)])
    }

    @Test func theDaemonDetachesTheTerminal() {
        var session = attached()
        func detached(_ reason: String) -> AttachSession.Event {
            .message(.call(id: nil, method: "terminal.detached", params: ["terminal": 7, "reason": .string(reason)]))
        }
        #expect(session.handle(detached("quit")) == [.finish(.quit)])
        #expect(session.handle(detached("closing")) == [.finish(.detached(reason: "closing"))])
    }

    @Test func resizesAreCoalesced() {
        var session = attached()
        func resize(_ columns: Int) -> Action {
            .send(method: "terminal.resize", params: ["terminal": 7, "columns": .int(columns), "rows": 5], id: 3)
        }
        func resized(_ columns: Int) -> AttachSession.Event { .resized(TerminalSize(columns: columns, rows: 5)) }
        #expect(session.handle(resized(40)) == [], "the same size")
        #expect(session.handle(resized(41)) == [resize(41)])
        for columns in 42...99 { #expect(session.handle(resized(columns)) == []) }
        #expect(session.handle(answer(3)) == [resize(99)])
        #expect(session.handle(answer(3)) == [])
        // After Ctrl-Z and fg, a full frame is requested, whatever the size.
        #expect(session.handle(.continued(TerminalSize(columns: 99, rows: 5))) == [resize(99)])
    }

    @Test func longFrameLogsAreReplacedByAFullFrame() {
        var session = attached()
        let long = String(repeating: "x", count: FrameLog.maximumBytes + 1)
        #expect(session.handle(frame(long)).count == 2)
        #expect(session.handle(frame(long)).count == 1, "it has been asked for")
        _ = session.handle(answer(3))
        #expect(session.handle(frame("whole", full: true)) == [.show("whole")])
    }

    // MARK: - The frame of a key

    @Test func aKeyCarriesTheNumberOfTheLastFrameThatWasDrawn() {
        var session = attached()
        _ = session.handle(alive)
        func frame(_ number: Int) -> AttachSession.Event {
            .message(
                .call(id: nil, method: "terminal.frame", params: ["terminal": 7, "data": "x", "sequence": .int(number)]))
        }
        _ = session.handle(frame(4))
        #expect(session.handle(.input(.key("a"))).first == key("a", frame: 0), "the terminal has not taken it")
        _ = session.handle(.drawn)
        #expect(session.handle(.input(.key("a"))).first == key("a", frame: 4))
        _ = session.handle(frame(5))
        #expect(session.handle(.input(.key("a"))).first == key("a", frame: 4))
        // Another connection has another terminal.
        _ = session.handle(lost())
        _ = session.handle(.connected)
        _ = session.handle(answer(2, ["terminal": 7]))
        _ = session.handle(frame(1))
        _ = session.handle(alive)
        #expect(session.handle(.input(.key("a"))).first == key("a", frame: 0))
    }

    // MARK: - A daemon that hangs

    @Test func keysWaitForASignOfLife() {
        var session = attached()
        let patience = Action.setTimer(.milliseconds(1_500))
        #expect(session.handle(.input(.key("a"))) == [question, patience])
        #expect(session.handle(.input(.key("b"))) == [], "it is asked once")
        let fresh = Action.setTimer(InputGate.freshness)
        #expect(session.handle(alive) == [key("a"), key("b"), question, fresh])
        #expect(session.handle(.input(.key("c"))) == [key("c")], "it has just answered")
        #expect(session.handle(.timerFired) == [.setTimer(.milliseconds(1_250))])
        #expect(session.handle(.input(.key("d"))) == [])
        #expect(session.handle(alive) == [key("d"), question, fresh])
        #expect(session.handle(alive) == [fresh])
        #expect(session.handle(.timerFired) == [], "nothing is unanswered")
    }

    @Test func aTerminalWhoseDaemonDoesNotAnswerSaysSo_andDropsTheKeys() {
        var session = attached()
        _ = session.handle(frame("picture", full: true))
        _ = session.handle(.input(.key("enter")))
        let actions = session.handle(.timerFired)
        #expect(shown(actions).contains("The daemon does not answer: "), "\(actions)")
        #expect(shown(actions).hasPrefix("\u{1B}[0;2mpicture"))
        #expect(session.handle(.input(.key("enter"))) == [])
        // It goes on: what was typed is gone, and a full frame replaces the dimmed picture.
        let resize = Action.send(method: "terminal.resize", params: ["terminal": 7, "columns": 40, "rows": 5], id: 3)
        #expect(session.handle(alive) == [resize, .setTimer(InputGate.freshness)])
        #expect(session.handle(frame("part")) == [], "of the picture before")
        #expect(session.handle(frame("whole", full: true)) == [.discardInput, .show("whole")])
        _ = session.handle(answer(3))
        #expect(session.handle(.input(.key("x"))) == [key("x"), question])
    }

    @Test func whileItDoesNotAnswerQQuits() {
        var session = attached()
        _ = session.handle(.input(.key("enter")))
        _ = session.handle(.timerFired)
        #expect(session.handle(.input(.key("q"))) == [.finish(.quit)])
    }

    // MARK: - Without a daemon

    @Test func aLostConnectionDimsThePictureAndShowsAStatusLine() {
        var session = attached()
        _ = session.handle(frame("picture", full: true))
        let actions = session.handle(lost())
        #expect(actions.first == .disconnect)
        #expect(isPause(actions.last))
        let text = shown(actions)
        #expect(text.hasPrefix("\u{1B}[0;2mpicture\u{1B}[0m\u{1B}[5;1H\u{1B}[0;7m"))
        #expect(text.hasSuffix("Connection lost: waiting for a ; q quits\u{1B}[0m"), "the key that quits is always there")
        let narrow = WaitingScreen(status: "Connection lost").statusLine(TerminalSize(columns: 20, rows: 6))
        #expect(narrow == "\u{1B}[6;1H\u{1B}[0;7mOffline; q quits    \u{1B}[0m")
        // It retries and does not repeat the same message.
        #expect(session.handle(.timerFired) == [.connect])
        let again = session.handle(lost(.noSocket))
        #expect(shown(again) == "" && isPause(again.last))
        let denied = session.handle(lost(.denied))
        #expect(shown(denied).contains("what denied says; q quits"))
        #expect(session.handle(.input(.key("up"))) == [])
        #expect(session.handle(.input(.key("q"))) == [.finish(.quit)])
    }

    @Test func withoutDimTextOnlyTheStatusLineIsShown() {
        var session = attached(.vt100)
        _ = session.handle(frame("picture", full: true))
        #expect(shown(session.handle(lost())).hasPrefix("\u{1B}[5;1H"))
    }

    @Test func backOffGrowsAndIsResetByAttaching() {
        var session = attached()
        var longest: Duration = .zero
        for _ in 0..<40 {
            guard case .setTimer(let pause?)? = session.handle(lost(.noSocket)).last else { continue }
            longest = max(longest, pause)
        }
        #expect(longest > .milliseconds(500) && longest <= AttachSession.maximumPause)
        _ = session.handle(.connected)
        _ = session.handle(answer(2, ["terminal": 7]))
        guard case .setTimer(let pause?)? = session.handle(lost()).last else {
            Issue.record("no pause")
            return
        }
        #expect(pause <= AttachSession.initialPause)
    }

    @Test func reattachingSendsTheLastPlace() {
        var session = attached()
        _ = session.handle(frame("", place: ["entries": [1]]))
        _ = session.handle(frame(""))
        _ = session.handle(lost())
        guard case .send("terminal.attach", let params, _)? = session.handle(.connected).dropFirst().first else {
            Issue.record("it does not attach")
            return
        }
        #expect(params["resume"] == ["entries": [1]])
        #expect(session.handle(answer(2, ["terminal": 3])) == [.setTimer(nil)])
        // Keys are discarded until the picture is back, including unread input.
        #expect(session.handle(.input(.key("a"))) == [])
        let picture: JSON = ["terminal": 3, "data": "picture", "full": true]
        let back = session.handle(.message(.call(id: nil, method: "terminal.frame", params: picture)))
        #expect(back == [.discardInput, .show("picture")])
        #expect(session.handle(.message(.call(id: nil, method: "terminal.frame", params: picture))) == [.show("picture")])
        _ = session.handle(alive)
        #expect(session.handle(.input(.key("a"))) == [key("a", terminal: 3), question])
    }

    /// The stack may be missing until its app is back, so `notFound` is retried; a wrong version is not.
    @Test func transientRefusalsAreRetriedPermanentOnesAreNot() {
        var session = attached()
        _ = session.handle(lost())
        _ = session.handle(.connected)
        let actions = session.handle(refusal(2, "notFound"))
        #expect(actions.first == .disconnect && isPause(actions.last))
        #expect(shown(actions).contains("no: retrying; q quits"))
        #expect(session.handle(.timerFired) == [.connect])
        _ = session.handle(.connected)
        guard case .finish(.failed)? = session.handle(refusal(1, "version")).first else {
            Issue.record("it asks again what will be answered in the same way")
            return
        }
        guard case .finish(.noDaemon)? = session.handle(lost(.protocolError)).first else {
            Issue.record("it waits for what is no daemon")
            return
        }
    }

    @Test func reattachingSendsTheCurrentSize() {
        var session = attached()
        _ = session.handle(frame("picture", full: true))
        _ = session.handle(lost())
        let actions = session.handle(.resized(TerminalSize(columns: 60, rows: 9)))
        #expect(shown(actions).hasPrefix("\u{1B}[0m\u{1B}[2J\u{1B}[9;1H"), "the picture was of another size")
        #expect(shown(session.handle(.continued(TerminalSize(columns: 60, rows: 9)))).contains("waiting for a daemon at /s"))
        guard case .send("terminal.attach", let params, _)? = session.handle(.connected).dropFirst().first else {
            Issue.record("it does not attach")
            return
        }
        #expect(params["columns"] == 60 && params["rows"] == 9)
    }

    @Test func theStatusLineIsEscaped() {
        var session = attached()
        let actions = session.handle(.connectionLost(ConnectionError(.denied, path: "/s", "a\u{1B}[2Jb")))
        #expect(shown(actions).contains("a\\x1b[2Jb"))
    }
}
