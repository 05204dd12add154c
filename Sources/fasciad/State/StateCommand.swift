import ArgumentParser
import FasciaDocument
import FasciaModel
import FasciaStore
import FasciaWire
import Glibc

/// `fascia state`: works on the files of the state directory, with the code that writes them.
struct StateCommand: ParsableCommand {
    static let programName = "fascia state"
    static let configuration = CommandConfiguration(
        commandName: "state", abstract: "Check, export or import a daemon's state, or list its events.",
        usage: "fascia state <check | events | export | import> [--state <directory>]",
        discussion: """
            The commands work on the files of the state directory. Only import changes them; it is refused while a daemon \
            runs.

            Exit status: 0 success, 1 damaged state or failure, 2 wrong usage, 4 a daemon uses the state, 5 the state was \
            written by a newer version, 74 the output cannot be written.
            """,
        subcommands: [StateCheck.self, StateEvents.self, StateExport.self, StateImport.self])
}

/// The options of all `fascia state` commands.
struct StateOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The state directory (default: $STATE_DIRECTORY, or that of this user's fasciad).",
            valueName: "directory"), completion: .directory)
    var state: String?

    func validate() throws {
        if state == "" { throw ValidationError("--state must not be empty: leave it out for the default") }
    }
}

/// `fascia state check`: reports the contents and the damage of a state directory.
struct StateCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Report what a state directory contains, and whether it is damaged.",
        usage: "fascia state check [--state <directory>] [--json]",
        discussion: """
            Reads all files and replays the journal. Also lists the damaged files that a daemon has set aside; they are \
            never deleted, and do not count as damage.
            """)

    @OptionGroup var options: StateOptions
    @Flag(help: "Print the result as one line of JSON.")
    var json = false

    func run() throws {
        let access = try StateDirectoryAccess(options.state)
        let (report, holder) = try access.inspect()
        var writer = JSONWriter()
        if json { writer.write(StateText.json(report, access.directory, holder: holder)) }
        try OutputFile.standard(
            json ? Printable.json(writer.text) + "\n" : StateText.text(report, access.directory, holder: holder))
        try access.refuseDamage(report)
    }
}

/// `fascia state events`: prints the events in the journal.
struct StateEvents: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "Print the events in the journal, one line of JSON each.",
        usage: "fascia state events [--state <directory>] [--since <revision>] [--topic <pattern> ...]",
        discussion: """
            Each line is an event as "fascia watch --json" prints it: its revision, time, cause (who \
            requested it) and changes.
            """)

    @OptionGroup var options: StateOptions
    @Option(help: "Print only events after this revision.")
    var since = 0
    @Option(
        name: .customLong("topic"), help: "Print only changes of this kind and id, such as option:extras/**. May be repeated.")
    var topics: [String] = []

    func validate() throws {
        guard since >= 0 else { throw ValidationError("--since must be a revision, 0 or more, not \(since)") }
    }

    func run() throws {
        let access = try StateDirectoryAccess(options.state)
        let printer = EventPrinter()
        let events = EventReader(after: since, topics.isEmpty ? .all : TopicFilter(topics), receive: printer.print)
        let (report, _) = try access.inspect(events: events)
        try printer.finish()
        try access.refuseDamage(report)
    }
}

/// `fascia state export`: writes the state as JSON.
struct StateExport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the whole state as JSON.",
        usage: "fascia state export [--state <directory>] [--output <file>] [--damaged]",
        discussion: """
            The same state always produces the same bytes. Events, undo steps, idempotency keys and the epoch are not \
            exported.
            """)

    @OptionGroup var options: StateOptions
    @Option(
        name: .shortAndLong, help: "The file to write instead of standard output; it is replaced atomically.", completion: .file()
    )
    var output: String?
    @Flag(help: "Export what can be read of a damaged state.")
    var damaged = false

    func validate() throws {
        if output == "" { throw ValidationError("--output must not be empty: leave it out for standard output") }
    }

    func run() throws {
        let access = try StateDirectoryAccess(options.state)
        let (report, _) = try access.inspect()
        // Damage that concerns the history only does not prevent an export, which contains no history.
        if !damaged { try access.refuse(report.problems) }
        let text = StateDocument(report.panel.contents, apps: report.apps).text
        if let output {
            try OutputFile.write(text, to: output)
        } else {
            try OutputFile.standard(text)
        }
    }
}

/// `fascia state import`: starts a state directory with an exported state.
struct StateImport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import an exported state into a state directory.",
        usage: "fascia state import <file> [--state <directory>] [--force]",
        discussion: """
            Starts a new epoch, so watches that continue from an earlier cursor receive a gap. An existing state is replaced \
            only with --force.
            """)

    @Argument(help: "A file written by \"fascia state export\"; - for standard input.", completion: .file())
    var file: String
    @OptionGroup var options: StateOptions
    @Flag(help: "Replace an existing state, which is moved to a directory of its own.")
    var force = false

    func run() throws {
        let access = try StateDirectoryAccess(options.state)
        let text = try InputFile.read(file)
        let name = file == "-" ? "standard input" : file
        let document: StateDocument
        do throws(Mismatch) { document = try StateDocument(text: text) } catch {
            throw StartupError(.failure, "\(name) is not an exported state: \(error.message)")
        }
        let panel: Panel
        do throws(Refusal) { panel = try Panel(contents: document.contents, at: Journal.now.milliseconds) } catch {
            throw StartupError(.failure, "\(name) is not a valid state: \(error.message)")
        }
        let aside = try access.begin(with: panel, apps: document.apps, replaces: force)
        if let aside { try OutputFile.standard("the previous state is in \(Printable.text(aside))\n") }
    }
}
