import FasciaUI
import TestSupport
import Testing

/// A pane of a real tmux that runs `fascia attach`. Its tmux server is private and ends with this object.
final class TmuxPane: Sendable {
    /// Kept alive while the pane shows it.
    private let panel: TestPanel
    private let directory: TemporaryDirectory
    /// The control client, which reports output of the pane. When it ends, the session and the server end.
    private let control: RunningProcess
    private let environment: [String: String]

    /// The capabilities that `fascia attach` detects in the pane.
    enum Kind: String, CaseIterable, CustomTestStringConvertible, Sendable {
        case trueColor = "true colour"
        case colors256 = "256 colours"
        case colors16 = "16 colours"
        case ascii = "ASCII"

        var testDescription: String { rawValue }

        /// The value of `TERM` in the pane.
        fileprivate var term: String { self == .colors16 ? "screen" : "tmux-256color" }

        fileprivate var environment: [String: String] {
            [
                "COLORTERM": self == .trueColor ? "truecolor" : "", "NO_COLOR": self == .ascii ? "1" : "",
                "LANG": self == .ascii ? "C" : "C.UTF-8", "LC_ALL": "", "LC_CTYPE": "",
            ]
        }
    }

    /// - Parameter status: whether the last row is a status line.
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

    /// The visible text, without trailing blanks in lines and without trailing empty lines.
    var picture: String {
        get throws {
            var lines = try tmux("capture-pane", "-p").split(separator: "\n", omittingEmptySubsequences: false)[...]
            while lines.last?.allSatisfy({ $0 == " " }) == true { lines.removeLast() }
            return lines.joined(separator: "\n")
        }
    }

    /// The visible text with the escape sequences for its colours.
    var colours: String {
        get throws { try tmux("capture-pane", "-p", "-e") }
    }

    /// Presses keys by their tmux names: `Enter`, `Down`, `Escape`.
    func press(_ keys: String...) throws { try tmux(["send-keys"] + keys) }

    /// Has everything drawn again. What is drawn over other pictures has blanks in their styles.
    func redraw() throws {
        let seen = drawings(in: control.output.text)
        try press("C-l")
        try control.output.wait("a drawing", before: .standard) { drawings(in: $0) > seen }
    }

    func type(_ text: String) throws { try tmux("send-keys", "-l", text) }

    /// Waits until the pane shows this picture. After the deadline, the test fails with the current picture.
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

    /// Waits until the pane shows the lines that `drawn` returns, then returns one capture with colours.
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

    /// Waits until the picture contains this text.
    func wait(for part: String, before deadline: Deadline = .standard) throws {
        try wait(part.debugDescription, before: deadline) { $0.contains(part) }
    }

    /// Waits until a row contains both texts.
    func wait(forRow label: String, _ mark: String) throws {
        try wait("\(label) \(mark)", before: .standard) { picture in
            picture.split(separator: "\n").contains { $0.contains(label) && $0.contains(mark) }
        }
    }

    /// Waits until no row contains a text.
    func wait(untilGone part: String) throws {
        try wait("no \(part)", before: .standard) { !$0.contains(part) }
    }

    /// Checks the picture again after each output of the pane.
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
    /// Without trailing blanks.
    fileprivate var trimmingBlanks: Substring {
        var rest = self
        while rest.last == " " { rest.removeLast() }
        return rest
    }
}
