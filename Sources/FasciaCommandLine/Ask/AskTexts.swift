import ArgumentParser
import FasciaAsk
import FasciaProcess
import Glibc

struct AskMessage: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "message", abstract: "Show a message until somebody has seen it.", aliases: ["msgbox"])

    @Argument(help: ArgumentHelp("What it says.", valueName: "text"))
    var text: String
    @Option(help: ArgumentHelp("What the button says.", valueName: "text"))
    var okButton = "OK"
    @OptionGroup var options: AskOptions

    func run() throws {
        try options.ask(.usual(.message, options, text: text, ok: okButton, cancels: false)) { _ in "" }
    }
}

struct AskPager: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pager", abstract: "Show a long text, which can be scrolled.", aliases: ["textbox"])

    @Argument(help: ArgumentHelp("The file; - for standard input.", valueName: "file"), completion: .file())
    var file = "-"
    @Option(help: ArgumentHelp("What the button says.", valueName: "text"))
    var okButton = "OK"
    @OptionGroup var options: AskOptions

    func run() throws {
        let text = try Input.text(file)
        try options.ask(.usual(.pager, options, text: text, ok: okButton, cancels: false)) { _ in "" }
    }
}

struct AskGauge: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gauge", abstract: "Show how far something is, until standard input ends.",
        discussion: """
            Each line of standard input is a percentage, or lines XXX, a percentage, a new text and XXX, as for whiptail and dialog.
            """)

    @Argument(help: ArgumentHelp("What is going on.", valueName: "text"))
    var text = ""
    @Option(help: ArgumentHelp("The percentage at first.", valueName: "number"))
    var percent = 0
    @OptionGroup var options: AskOptions

    func validate() throws { try options.validateProgress() }

    func run() throws {
        var asker = options.asker
        let outcome = try asker.ask(Question(.gauge(percent), title: options.title ?? "", text: text), source: GaugeSource())
        asker.finish()
        switch outcome {
        case .answered: return
        case .timedOut: Interruption.exit(ExitStatus.timedOut.rawValue)
        case .interrupted: Interruption.exit(130)
        default: Interruption.exit(1)
        }
    }
}

struct AskSpin: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "spin", abstract: "Show that a command runs, until it ends, and exit with its status.")

    @Argument(parsing: .postTerminator, help: ArgumentHelp("The command and its arguments, after --.", valueName: "command"))
    var arguments: [String] = []
    @Flag(help: "Print what the command writes, to standard output.")
    var showOutput = false
    @Flag(help: "Print what the command writes to its standard output.")
    var showStdout = false
    @Flag(help: "Print what the command writes to its standard error, to standard output.")
    var showStderr = false
    @Flag(help: "Print what the command has written, to standard output, if it fails.")
    var showError = false
    @Option(name: [.customShort("s"), .long], help: .hidden) var spinner: String?
    @OptionGroup var options: AskOptions

    func validate() throws {
        guard let program = arguments.first, !program.isEmpty else {
            throw ValidationError("a command is needed after --, such as: fascia ask spin -- sleep 5")
        }
        try options.validateProgress()
    }

    func run() throws {
        var streams: Set<CommandRun.Stream> = []
        if showOutput || showStdout { streams.insert(.output) }
        if showOutput || showStderr { streams.insert(.errors) }
        let source = try CommandSource(
            arguments, keeping: showError ? [.output, .errors] : streams,
            passingOn: !showError && isatty(STDOUT_FILENO) == 0 ? streams : [])
        let name = arguments[0].split(separator: "/").last.map(String.init) ?? arguments[0]
        var asker = options.asker
        let outcome = try asker.ask(
            Question(.spin, title: options.title ?? name, text: arguments.joined(separator: " ")), source: source)
        asker.finish()
        let result = source.result()
        let hasFailed = result.end.exitStatus != 0
        for piece in source.written where hasFailed && showError || streams.contains(piece.stream) {
            Output.forward(.output, piece.bytes[...])
        }
        if case .notStarted(let reason) = result.end { Output.error("fascia: \(reason)") }
        switch outcome {
        case .answered: Interruption.exit(result.end.exitStatus)
        case .timedOut: Interruption.exit(ExitStatus.timedOut.rawValue)
        default: Interruption.exit(130)
        }
    }
}

struct AskFile: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "file", abstract: "Ask for a file, whose path is printed.")

    @Argument(help: ArgumentHelp("The folder to begin in.", valueName: "folder"), completion: .directory)
    var path = "."
    @Flag(name: .shortAndLong, help: "Show hidden files, too.")
    var all = false
    @Flag(inversion: .prefixedNo, help: "Files can be chosen.")
    var file = true
    @Flag(help: "Folders can be chosen.")
    var directory = false
    @OptionGroup var ignored: IgnoredOptions
    @OptionGroup var options: AskOptions

    func validate() throws {
        if !file, !directory { throw ValidationError("--no-file leaves nothing to choose: add --directory") }
        if options.defaultAfter != nil { throw ValidationError("--default-after needs a default, and no file is one") }
        if options.keep || !options.to.isEmpty {
            throw ValidationError("a file is asked for only in this terminal: leave out --to and --keep")
        }
    }

    func run() throws {
        if let given = options.answer.first { return Output.line(try checked(given)) }
        var asker = options.asker
        asker.share = nil
        var folder = try FolderListing.absolute(path)
        while true {
            let listing = try FolderListing(folder, showsHidden: all, files: file, choosesFolders: directory)
            var question = Question(
                .choose(Choices(listing.rows.map { .init($0.path, label: $0.label) })), title: options.title ?? "", text: folder)
            if case .choose(var choices) = question.kind, listing.rows.count > listing.firstEntry {
                choices.current = listing.firstEntry
                question.kind = .choose(choices)
            }
            let outcome = try asker.ask(question)
            guard case .answered(.chosen(let rows), _) = outcome, let row = rows.first else {
                asker.finish()
                switch outcome {
                case .timedOut: Interruption.exit(ExitStatus.timedOut.rawValue)
                case .interrupted: Interruption.exit(130)
                default: Interruption.exit(1)
                }
            }
            let chosen = listing.rows[row]
            if chosen.opens {
                folder = chosen.path
                continue
            }
            asker.finish()
            Output.line(chosen.path)
            return
        }
    }

    /// The path of a file that can be chosen. A relative one is in the folder.
    private func checked(_ given: String) throws -> String {
        let wanted = given.hasPrefix("/") ? given : FolderListing.join(try FolderListing.absolute(path), given)
        if given.isEmpty { throw UsageError("the answer must not be empty") }
        guard access(wanted, F_OK) == 0 else { throw UsageError("there is no file \"\(wanted)\"") }
        let isFolder = FolderListing.isFolder(wanted)
        if isFolder, !directory { throw UsageError("\"\(wanted)\" is a folder: add --directory to choose one") }
        if !isFolder, !file { throw UsageError("\"\(wanted)\" is no folder") }
        return wanted
    }
}
