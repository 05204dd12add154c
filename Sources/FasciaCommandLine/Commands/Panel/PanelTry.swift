import ArgumentParser
import FasciaDocument
import FasciaPanel

struct PanelTry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "try", abstract: "Run each status command of panel files once, and print the states.",
        discussion: "Changes nothing, as far as the commands change nothing. The exit status is 1 if a state is unknown.")

    @OptionGroup var arguments: PanelFileArguments

    func run() async throws {
        var (unknown, errors) = (0, 0)
        for (path, file) in zip(arguments.files, try PanelFiles.parse(arguments.files)) {
            let (rows, problems) = await StatusTable.rows(path: path, file: file)
            for problem in problems { Output.error(Printable.text(problem.description)) }
            errors += problems.count { $0.severity == .error }
            unknown += rows.count { !$0.isKnown }
            guard !rows.isEmpty else { continue }
            Output.line(Columns.aligned(rows.map { [$0.id, $0.state, $0.command].map { Printable.text($0) } }))
        }
        var messages: [String] = []
        if unknown > 0 { messages.append("\(unknown) state\(unknown == 1 ? " is" : "s are") unknown") }
        if errors > 0 { messages.append("\(errors) error\(errors == 1 ? "" : "s")") }
        if !messages.isEmpty { throw PartialFailure(messages: messages) }
    }
}

struct PanelTest: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Print the commands that changes would run, and run nothing.",
        discussion: """
            For example: fascia panel test box.yaml services/nginx=on 'host=web; reboot'
            Prints the arguments of each as a list of JSON. With --expect the lines of a file must be the same.
            """)

    @Argument(help: ArgumentHelp("The panel file.", valueName: "file"), completion: .file(extensions: ["yaml", "yml"]))
    var file: String
    @Argument(help: ArgumentHelp("The id of a thing, and its new value.", valueName: "id=value"))
    var changes: [String] = []
    @Option(help: ArgumentHelp("A file with the lines that are expected.", valueName: "file"), completion: .file())
    var expect: String?

    func run() async throws {
        guard let panel = try PanelFiles.parse([file]).first else { return }
        var lines: [String] = []
        for change in changes {
            guard let equals = change.firstIndex(of: "=") else { throw UsageError("expected ID=VALUE, found \"\(change)\"") }
            let (id, value) = (String(change[..<equals]), String(change[change.index(after: equals)...]))
            do throws(CommandRefusal) {
                let words = try StatusTable.arguments(of: panel, changing: id, to: value)
                lines.append(words.map { JSON.array($0.map { .string($0) }).line } ?? "nothing")
            } catch {
                lines.append("refused: " + Printable.text(error.message))
            }
        }
        guard let expect else { return lines.forEach(Output.line) }
        let expected = try Input.text(expect).split(separator: "\n").map(String.init)
        var failures: [String] = []
        for index in 0..<max(lines.count, expected.count) {
            let (line, wanted) = (
                index < lines.count ? lines[index] : "nothing", index < expected.count ? expected[index] : "nothing"
            )
            if line != wanted { failures.append("line \(index + 1): expected \(wanted), found \(line)") }
        }
        if !failures.isEmpty { throw PartialFailure(messages: failures) }
        Output.line("\(lines.count) as expected")
    }
}
