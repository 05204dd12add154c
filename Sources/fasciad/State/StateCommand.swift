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
        commandName: "state", abstract: "Check, list, export and import the state that a daemon keeps.",
        usage: "fascia state <check | events | export | import> [--state <directory>]",
        discussion: """
            They read and write the files of the state directory. Only importing changes anything, and it is refused \
            while a daemon runs.

            Exit status: 0 done, 1 damaged, or it cannot be done, 2 wrong usage, 4 a daemon has the state, 5 a newer \
            version has written it, 74 the output cannot be written.
            """,
        subcommands: [StateCheck.self, StateEvents.self, StateExport.self, StateImport.self])
}

struct StateOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The state directory, instead of $STATE_DIRECTORY, or the usual one of a fasciad of this user.",
            valueName: "directory"), completion: .directory)
    var state: String?

    func validate() throws {
        if state == "" { throw ValidationError("--state needs a path, and was empty: leave it out for the usual one") }
    }
}

struct StateCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Say what is in a state directory, and whether it is as it was written.",
        usage: "fascia state check [--state <directory>] [--json]",
        discussion: """
            All of it is read, and the journal is replayed. What a daemon has set aside because it was \
            damaged is listed; it is never deleted, and is no damage of the state that there is now.
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

struct StateEvents: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "Print what has happened, as far back as the journal reaches: a line of JSON each.",
        usage: "fascia state events [--state <directory>] [--since <revision>] [--topic <pattern> ...]",
        discussion: """
            Each line is an event as "fascia watch --json" prints it: revision, time, cause (who asked for what) and all \
            that it has changed.
            """)

    @OptionGroup var options: StateOptions
    @Option(help: "Only what has happened after this revision.")
    var since = 0
    @Option(name: .customLong("topic"), help: "Only changes of this kind and id: option:extras/**. May be given several times.")
    var topics: [String] = []

    func validate() throws {
        guard since >= 0 else { throw ValidationError("--since takes a revision, 0 or more, and was \(since)") }
    }

    func run() throws {
        let access = try StateDirectoryAccess(options.state)
        let printer = EventPrinter()
        let events = EventReader(after: since, topics.isEmpty ? .all : TopicFilter(topics), tell: printer.print)
        let (report, _) = try access.inspect(events: events)
        try printer.finish()
        try access.refuseDamage(report)
    }
}

struct StateExport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the whole state as JSON.",
        usage: "fascia state export [--state <directory>] [--output <file>] [--damaged]",
        discussion: """
            The same state always makes the same bytes. What has happened, what can be undone and the keys of requests \
            are not in it, nor is the epoch: it is what there is.
            """)

    @OptionGroup var options: StateOptions
    @Option(name: .shortAndLong, help: "Where to, instead of standard output: the whole file, or none.", completion: .file())
    var output: String?
    @Flag(help: "Export of a damaged state what can be read.")
    var damaged = false

    func validate() throws {
        if output == "" { throw ValidationError("--output needs a path, and was empty: leave it out for standard output") }
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

struct StateImport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Put an exported state into a state directory.",
        usage: "fascia state import <file> [--state <directory>] [--force]",
        discussion: """
            It begins a new epoch: whoever watches is told that there is a gap. A state that is there already stays as it \
            is without --force.
            """)

    @Argument(help: "What \"fascia state export\" has written; - for standard input.", completion: .file())
    var file: String
    @OptionGroup var options: StateOptions
    @Flag(help: "Set a state that is there aside, in a directory of its own beside the new one.")
    var force = false

    func run() throws {
        let access = try StateDirectoryAccess(options.state)
        let text = try InputFile.read(file)
        let name = file == "-" ? "standard input" : file
        let document: StateDocument
        do throws(Mismatch) { document = try StateDocument(text: text) } catch {
            throw StartupError(.failure, "\(name) is no exported state: \(error.message)")
        }
        let panel: Panel
        do throws(Refusal) { panel = try Panel(contents: document.contents) } catch {
            throw StartupError(.failure, "\(name) cannot be a state: \(error.message)")
        }
        let aside = try access.begin(with: panel, apps: document.apps, replaces: force)
        if let aside { try OutputFile.standard("the previous state is in \(Printable.text(aside))\n") }
    }
}
