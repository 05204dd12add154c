import FasciaUI
import TestSupport
import Testing

/// A pane of a real tmux, with `fascia attach` in it. Its server is private, and ends with its owner.
final class TmuxPane: Sendable {
    /// Stays as long as the pane shows it.
    private let panel: TestPanel
    private let directory: TemporaryDirectory
    /// Says when something is drawn. The session, and with it the server, ends when it does.
    private let control: RunningProcess
    private let environment: [String: String]

    /// What `fascia attach` takes the pane for.
    enum Kind: String, CaseIterable, CustomTestStringConvertible, Sendable {
        case trueColor = "true colour"
        case colors256 = "256 colours"
        case colors16 = "16 colours"
        case ascii = "ASCII"

        var testDescription: String { rawValue }

        /// What tmux calls itself in it.
        fileprivate var term: String { self == .colors16 ? "screen" : "tmux-256color" }

        fileprivate var environment: [String: String] {
            [
                "COLORTERM": self == .trueColor ? "truecolor" : "", "NO_COLOR": self == .ascii ? "1" : "",
                "LANG": self == .ascii ? "C" : "C.UTF-8", "LC_ALL": "", "LC_CTYPE": "",
            ]
        }
    }

    /// - Parameter status: whether the last row says how things are.
    init(
        _ panel: TestPanel, columns: Int = 80, rows: Int = 24, status: Bool = false, as kind: Kind = .trueColor
    ) throws {
        self.panel = panel
        directory = try TemporaryDirectory()
        try directory.write(
            """
            set -g status off
            set -g destroy-unattached on
            set -g default-terminal \(kind.term)
            set -s escape-time 0
            """, to: "tmux.conf")
        environment = kind.environment.merging([
            "FASCIA_SOCKET": panel.daemon.socketPath, "TERM": "xterm-256color", "TMUX": "",
        ]) { $1 }
        control = try RunningProcess(
            "/usr/bin/tmux",
            [
                "-C", "-u", "-S", directory["s"], "-f", directory["tmux.conf"], "new-session", "-x", "\(columns)", "-y",
                "\(rows)", "'\(Products.executable("fascia"))' attach --\(status ? "" : "no-")status",
            ], environment: environment)
        try control.output.wait(for: "%output")
    }

    /// What is to be seen, without blanks at the ends of the lines and without empty lines at the end.
    var picture: String {
        get throws {
            var lines = try tmux("capture-pane", "-p").split(separator: "\n", omittingEmptySubsequences: false)[...]
            while lines.last?.allSatisfy({ $0 == " " }) == true { lines.removeLast() }
            return lines.joined(separator: "\n")
        }
    }

    /// The same with the sequences that set its colours.
    var colours: String {
        get throws { try tmux("capture-pane", "-p", "-e") }
    }

    /// Presses keys, by the names that tmux has for them: `Enter`, `Down`, `Escape`.
    func press(_ keys: String...) throws { try tmux(["send-keys"] + keys) }

    func type(_ text: String) throws { try tmux("send-keys", "-l", text) }

    /// Waits until a picture is what it has to be. Past the deadline the test fails with what there is instead.
    func expect(
        _ picture: String, _ step: Comment? = nil, before deadline: Deadline = .standard,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        do {
            try wait("the picture", before: deadline) { $0 == picture }
        } catch {
            let now = try self.picture
            #expect(now == picture, step, sourceLocation: sourceLocation)
        }
    }

    /// What there is with its colours, when the pane shows what it is to show by then: as one look at it.
    func colours(showing drawn: () throws -> [String], before deadline: Deadline = .standard) throws -> String {
        let sequences = /\u{1B}\[[0-9;]*m|\u{0E}|\u{0F}/
        func trimmed(_ lines: some Sequence<some StringProtocol>) -> [Substring] {
            var lines = lines.map { line in String(line)[...].trimmingBlanks }
            while lines.last?.isEmpty == true { lines.removeLast() }
            return lines
        }
        while true {
            let seen = drawings(in: control.output.text)
            let now = try colours
            let shown = now.replacing(sequences, with: "").split(separator: "\n", omittingEmptySubsequences: false)
            let lines = try drawn()
            if trimmed(shown) == trimmed(lines) { return now }
            try control.output.wait("\(lines)", before: deadline) { drawings(in: $0) > seen }
        }
    }

    /// Waits until the picture has this in it.
    func wait(for part: String, before deadline: Deadline = .standard) throws {
        try wait(part.debugDescription, before: deadline) { $0.contains(part) }
    }

    /// Looks again whenever something has been drawn.
    private func wait(_ what: String, before deadline: Deadline, until holds: (String) -> Bool) throws {
        while true {
            let seen = drawings(in: control.output.text)
            if holds(try picture) { return }
            try control.output.wait(what, before: deadline) { drawings(in: $0) > seen }
        }
    }

    private func drawings(in text: String) -> Int { text.split(separator: "\n").count { $0.hasPrefix("%output") } }

    @discardableResult private func tmux(_ arguments: String...) throws -> String { try tmux(arguments) }

    @discardableResult private func tmux(_ arguments: [String]) throws -> String {
        try runProcess("/usr/bin/tmux", ["-S", directory["s"]] + arguments, environment: environment).checked().output
    }
}

extension Substring {
    /// Without the blanks at its end.
    fileprivate var trimmingBlanks: Substring {
        var rest = self
        while rest.last == " " { rest.removeLast() }
        return rest
    }
}
