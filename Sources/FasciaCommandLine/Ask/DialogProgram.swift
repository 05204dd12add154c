import FasciaAsk
import FasciaClient
import FasciaDocument
import FasciaModel
import FasciaRender
import FasciaWire
import Glibc

/// `fascia` as whiptail(1) or dialog(1): called through a link of that name, or as `fascia ask --status dialog`.
enum DialogProgram {
    /// The program that a process is called as; `nil` for `fascia` itself.
    static func called(_ path: String) -> DialogBox.Program? {
        DialogBox.Program(rawValue: String(path.split(separator: "/").last ?? ""))
    }

    /// The program and its arguments in `ask --status dialog ARGUMENT…`; `nil` for other arguments.
    static func arguments(_ arguments: [String]) -> (program: DialogBox.Program, arguments: [String])? {
        guard arguments.first == AskCommand.configuration.commandName, arguments.count > 1 else { return nil }
        let option = "--status"
        if arguments[1].hasPrefix(option + "=") {
            return DialogBox.Program(rawValue: String(arguments[1].dropFirst(option.count + 1))).map {
                ($0, Array(arguments.dropFirst(2)))
            }
        }
        guard arguments[1] == option, arguments.count > 2 else { return nil }
        return DialogBox.Program(rawValue: arguments[2]).map { ($0, Array(arguments.dropFirst(3))) }
    }

    /// Asks what the arguments say, writes the answer, and ends this process.
    static func run(_ program: DialogBox.Program, _ arguments: [String]) -> Never {
        let box: DialogBox
        do throws(DialogExit) {
            box = try DialogBox.parse(program, arguments, version: Version.current, size: size, read: read)
        } catch {
            switch error {
            case .prints(let text):
                Output.text(text)
                Interruption.exit(0)
            case .fails(let text, let status):
                // A usage text is set with tabs.
                let parts = text.split(separator: "\t", omittingEmptySubsequences: false)
                let shown = parts.map { Printable.text(String($0), keepsLines: true) }.joined(separator: "\t")
                _ = Output.write(shown.hasSuffix("\n") ? shown : shown + "\n", to: STDERR_FILENO)
                Interruption.exit(status)
            }
        }
        do {
            guard box.isInfo else { try ask(box) }
            show(box)
            tell(box)
            Interruption.exit(0)
        } catch {
            let message = (error as? UsageError)?.message ?? CommandLineRun.outcome(of: error).1
            Output.error("\(program.rawValue): \(message)")
            Interruption.exit(255)
        }
    }

    private static func ask(_ box: DialogBox) throws -> Never {
        var asker = Asker()
        asker.timeout = box.timeout.map { .seconds($0) }
        asker.showsTime = box.endsByItself
        asker.share = { _ in share(box) }
        asker.remedy = "start the daemon, so that somebody at the panel can answer"
        // A script reads the answer where it is written.
        asker.notices = box.output.descriptor == STDERR_FILENO ? STDOUT_FILENO : STDERR_FILENO
        let source: (any QuestionSource)? = if case .gauge = box.question.kind { GaugeSource() } else { nil }
        var outcome = try asker.ask(box.question, source: source)
        asker.finish()
        // Who declines at the panel what has no such button here, has closed it.
        if outcome == .cancelled, !box.question.buttons.contains(where: { $0.role == .cancel }) { outcome = .escaped }
        let (status, text) = box.result(outcome, environment: environmentVariable)
        if !text.isEmpty, !Output.write(text, to: box.output.descriptor) {
            Output.error("\(box.program.rawValue): cannot write to descriptor \(box.output.descriptor)")
            Interruption.exit(255)
        }
        Interruption.exit(status)
    }

    /// Asks everybody at the panel, too, where there is a daemon that can ask it.
    private static func share(_ box: DialogBox) -> SharedQuestion? {
        guard !SharedQuestion.isOnlyHere else { return nil }
        guard
            box.question.isProgress || TerminalProperties(environment: environmentVariable).kind != .dumb
                || QuestionStreams.terminal() == nil
        else {
            return nil
        }
        var request = QuestionRequest(SharedQuestion.uniqueID, box.question.content)
        let time = box.timeout.map { SharedQuestion.milliseconds(.seconds($0)) }
        // What goes on by itself goes on as with OK.
        if box.endsByItself { request.content.isYesDefault = true }
        if box.endsByItself { request.defaultAfter = time } else { request.timeout = time }
        return share(box, request)
    }

    private static func share(_ box: DialogBox, _ request: QuestionRequest) -> SharedQuestion? {
        let path = SocketPath.resolve(option: nil, environment: environmentVariable)
        return try? SharedQuestion(box.question, request, path: path, replacing: infoID)
    }

    /// The last message of the scripts of a terminal, which the next box replaces.
    private static var infoID: String { "infobox-\(getsid(0))" }

    /// How long others see a message, unless another box follows.
    private static let infoTime = 10_000

    /// Says it to everybody at the panel, who can close it. The script goes on meanwhile.
    private static func tell(_ box: DialogBox) {
        guard !SharedQuestion.isOnlyHere else { return }
        var request = QuestionRequest(infoID, box.question.content)
        (request.isKept, request.timeout) = (true, infoTime)
        _ = try? share(box, request)?.isAnswered(until: .now + .seconds(1))
    }

    /// Draws a message, which stays there while the script goes on.
    private static func show(_ box: DialogBox) {
        let properties = TerminalProperties(environment: environmentVariable)
        let streams = QuestionStreams.terminal()
        if properties.kind == .dumb || streams == nil {
            return Output.error([box.question.title, box.question.text].filter { !$0.isEmpty }.joined(separator: "\n"))
        }
        let size = size
        var session = QuestionSession(
            box.question, size: CellSize(columns: size.columns, rows: size.rows), capabilities: TerminalCapabilities(properties))
        let frame = TerminalEncoder.full(session.picture(), profile: TerminalCapabilities(properties))
        _ = Output.write(frame + "\u{1B}[\(size.rows);1H", to: streams?.output ?? STDERR_FILENO)
    }

    private static var size: (columns: Int, rows: Int) {
        var size = winsize()
        let descriptor = QuestionStreams.terminal()?.output ?? STDERR_FILENO
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (min(Int(size.ws_col), 1_000), min(Int(size.ws_row), 1_000))
    }

    private static func read(_ path: String) throws(DialogExit) -> String {
        guard access(path, R_OK) == 0 else {
            throw .fails("\(path): \(String(cString: strerror(errno)))\n", status: 255)
        }
        do { return try Input.text(path) } catch {
            throw .fails((error as? UsageError)?.message ?? "\(path): cannot be read" + "\n", status: 255)
        }
    }
}
