import ArgumentParser
import FasciaAsk
import Glibc

/// What a text has to match.
struct PatternOptions: ParsableArguments {
    @Option(help: ArgumentHelp("What the whole text has to match, as in panel files.", valueName: "regex"))
    var pattern: String?
    @Option(help: ArgumentHelp("What is said if it does not match.", valueName: "text"))
    var hint = ""

    func fill(_ field: inout QuestionField) throws {
        guard pattern != nil else { return }
        (field.pattern, field.hint) = (pattern, hint)
        // The whole text has to match, also one that is empty.
        field.isRequired = field.isRequired || field.patternRefuses("")
        if let problem = field.patternProblem { throw UsageError("--pattern \(problem)") }
    }
}

/// What lists have in common.
struct ListOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("What can be chosen; lines of standard input by default.", valueName: "option"))
    var items: [String] = []
    @Option(help: ArgumentHelp("What is asked.", valueName: "text"))
    var header = ""
    @Option(help: ArgumentHelp("How many can be chosen.", valueName: "count"))
    var limit = 1
    @Flag(help: "Any number can be chosen.")
    var noLimit = false
    @Option(help: ArgumentHelp("What is chosen at first; several are separated by commas.", valueName: "values"))
    var selected: String?
    @Option(help: ArgumentHelp("Separates what is shown from what is printed.", valueName: "text"))
    var labelDelimiter = ""
    @Option(help: ArgumentHelp("Separates the options on standard input; a line end by default.", valueName: "text"))
    var inputDelimiter = "\n"
    @Option(help: ArgumentHelp("Separates the values of the answer; a line end by default.", valueName: "text"))
    var outputDelimiter = "\n"
    @Flag(help: "Do not ask where there is only one option.")
    var selectIfOne = false
    @OptionGroup var ignored: IgnoredOptions

    func validate() throws {
        if limit < 1 { throw ValidationError("--limit must be at least 1: --no-limit for any number") }
    }

    /// - Parameter others: what is offered where standard input is a terminal, from which no list comes.
    func choices(others: () throws -> [String] = { [] }) throws -> Choices {
        var lines = items
        if lines.isEmpty, isatty(STDIN_FILENO) == 1 {
            lines = try others()
        } else if lines.isEmpty {
            var text = try Input.text("-")
            if text.hasSuffix("\n") { text.removeLast() }
            lines = text.split(separator: inputDelimiter.isEmpty ? "\n" : inputDelimiter).map(String.init)
        }
        guard !lines.isEmpty else { throw UsageError("there is nothing to choose: give options, or lines on standard input") }
        let options = lines.map { line -> Choices.Option in
            guard !labelDelimiter.isEmpty, let split = line.firstRange(of: labelDelimiter) else { return .init(line) }
            return .init(String(line[split.upperBound...]), label: String(line[..<split.lowerBound]))
        }
        var choices = Choices(options, noLimit ? .several(limit: nil) : limit > 1 ? .several(limit: limit) : .focused)
        if let selected {
            let rows: [Int]
            if selected == "*" {
                rows = Array(options.indices)
            } else {
                rows = try selected.split(separator: ",").map { word in
                    guard let row = options.firstIndex(where: { $0.value == word || $0.label == word }) else {
                        throw UsageError("\"\(word)\" of --selected is none of the options")
                    }
                    return row
                }
            }
            choices.current = rows.first ?? 0
            if choices.selection != .focused { choices.marked = Array(rows.prefix(noLimit ? rows.count : limit)) }
        }
        return choices
    }

    func text(_ answer: Answer, _ choices: Choices) -> String {
        switch answer {
        case .chosen(let rows):
            let values = rows.map { choices.options[$0].value }
            return values.isEmpty ? "" : values.joined(separator: outputDelimiter) + "\n"
        case .text(let text): return text + "\n"
        default: return ""
        }
    }

    /// The answer where there is nothing to choose from.
    func only(_ choices: Choices) -> Answer? { selectIfOne && choices.options.count == 1 ? .chosen([0]) : nil }
}

struct AskChoose: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "choose", abstract: "Ask for one or several of a list.", aliases: ["menu", "radiolist", "checklist"])

    @OptionGroup var list: ListOptions
    @Flag(help: "Print them in the order in which they were chosen.")
    var ordered = false
    @OptionGroup var options: AskOptions

    func run() throws {
        var choices = try list.choices()
        choices.isOrdered = ordered
        if let answer = list.only(choices) {
            Output.text(list.text(answer, choices))
            return
        }
        // One is chosen by itself; the mouse closes it to cancel.
        let question = Question.usual(.choose(choices), options, text: list.header)
        try options.ask(choices.selection == .focused ? question.withoutButtons : question) { list.text($0, choices) }
    }
}

struct AskFilter: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "filter", abstract: "Ask for one or several of a long list, by some letters of it.",
        discussion: "Without options, and without a list on standard input, it asks for one of the files in this folder.")

    @OptionGroup var list: ListOptions
    @Option(help: ArgumentHelp("The letters at first.", valueName: "text"))
    var value = ""
    @Option(help: ArgumentHelp("What is shown while there are none.", valueName: "text"))
    var placeholder = ""
    @Flag(inversion: .prefixedNo, help: "Take only what is in the list.")
    var strict = true
    @OptionGroup var options: AskOptions

    func run() throws {
        let choices = try list.choices { try FolderListing.files(below: ".") }
        if let answer = list.only(choices) {
            Output.text(list.text(answer, choices))
            return
        }
        let kind = Question.Kind.filter(choices, .init(text: value, prompt: placeholder, isStrict: strict))
        let question = Question.usual(kind, options, text: list.header)
        try options.ask(choices.selection == .focused ? question.withoutButtons : question) { list.text($0, choices) }
    }
}

extension Question {
    fileprivate var withoutButtons: Question {
        var question = self
        question.buttons = []
        return question
    }
}
