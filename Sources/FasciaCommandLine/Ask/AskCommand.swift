import ArgumentParser
import FasciaAsk
import FasciaDocument
import FasciaWire
import Glibc

/// Asks a person. Synchronous commands, because a terminal is waited for on one thread.
struct AskCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask", abstract: "Ask a question: yes or no, one of several, a text, a form.",
        discussion: """
            Only the answer is written to standard output; the question is drawn on the terminal itself. Where there is a daemon, \
            everybody at the panel is asked, too, and the first answer counts; with --here, or $FASCIA_ASK_HERE set, only this \
            terminal is.

              if fascia ask confirm "Delete the backup?"; then …
              color=$(fascia ask choose red green blue)

            Called through a link with the name whiptail or dialog, or as "fascia ask --status dialog ARGUMENT...", fascia takes the \
            arguments of those programs, and exits as they do.

            Exit status: 0 answered or yes; 1 no, cancelled; 2 usage error; 74 output error; 124 timed out; \
            130 interrupted; 3 no daemon, where one is needed.
            """,
        subcommands: [
            AskConfirm.self, AskChoose.self, AskFilter.self, AskInput.self, AskWrite.self, AskForm.self, AskMessage.self,
            AskPager.self, AskGauge.self, AskSpin.self, AskFile.self, AskList.self, AskAnswer.self, AskCancel.self,
        ])

    /// Whether this is a subcommand of the daemon rather than a question.
    static func callsDaemon(_ arguments: [String]) -> Bool {
        arguments.count > 1 && ["list", "answer", "cancel"].contains(arguments[1])
    }

    /// gum's options for colours and sizes, which have no meaning here, and its way to write a false flag.
    static func rewritten(_ arguments: [String]) -> [String] {
        var rewritten: [String] = []
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if word == "--" { return rewritten + [word] + rest }
            let name = String(word.dropFirst(2).prefix { $0 != "=" })
            guard word.hasPrefix("--"), word.count > 2 else {
                rewritten.append(word)
                continue
            }
            let look = name.split(separator: ".").last.map(String.init) ?? name
            if lookFlags.contains(look) || lookFlags.contains(String(look.dropFirst(3))) && look.hasPrefix("no-") { continue }
            if name.contains(".") || lookOptions.contains(name) {
                if !word.contains("=") { _ = rest.popFirst() }
                continue
            }
            switch word {
            case let word where flags.contains(name) && (word.hasSuffix("=true") || word.hasSuffix("=1")):
                rewritten.append("--" + name)
            case let word where flags.contains(name) && (word.hasSuffix("=false") || word.hasSuffix("=0")):
                if inverted.contains(name) { rewritten.append("--no-" + name) }
            // An empty value is one: a script's variable may be empty.
            case let word where word.hasSuffix("=") && word.count == name.count + 3: rewritten += ["--" + name, ""]
            default: rewritten.append(word)
            }
        }
        return rewritten
    }

    /// What gum's options say about the look, which the panel's look decides: with a value, and without one.
    private static let lookOptions: Set = [
        "align", "background", "border", "border-background", "border-foreground", "cursor-prefix", "foreground", "indicator",
        "margin", "padding", "selected-prefix", "unselected-prefix",
    ]
    private static let lookFlags: Set = [
        "bold", "faint", "fuzzy", "fuzzy-sort", "italic", "permissions", "reverse", "show-cursor-line", "show-help",
        "show-line-numbers", "size", "soft-wrap", "sort", "strikethrough", "strip-ansi", "underline",
    ]

    /// The flags that can be given a value, and those of them that have an opposite.
    private static let flags: Set = [
        "default", "strict", "ordered", "no-limit", "password", "show-output", "show-error", "show-stdout", "show-stderr", "all",
        "file", "directory", "select-if-one",
    ]
    private static let inverted: Set = ["default", "strict", "file"]
}

/// Options of gum that say how something looks, which the panel's look decides.
struct IgnoredOptions: ParsableArguments {
    @Option(help: .hidden) var width: String?
    @Option(help: .hidden) var height: String?
    @Option(help: .hidden) var cursor: String?
    @Option(help: .hidden) var prompt: String?
}

struct AskConfirm: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm", abstract: "Ask for yes or no, which is the exit status.", aliases: ["yesno"])

    @Argument(help: ArgumentHelp("What is asked.", valueName: "text"))
    var text = "Are you sure?"
    @Flag(inversion: .prefixedNo, help: "Whether yes is the default.")
    var `default` = true
    @Option(help: ArgumentHelp("What the button for yes says.", valueName: "text"))
    var affirmative = "Yes"
    @Option(help: ArgumentHelp("What the button for no says.", valueName: "text"))
    var negative = "No"
    @Flag(help: "Print what was asked, and what the button says that was pressed.")
    var showOutput = false
    @OptionGroup var options: AskOptions

    func run() throws {
        var question = Question(.confirm, title: options.title ?? "", text: text)
        question.buttons = [.init(.ok, affirmative), .init(.cancel, negative)]
        question.defaultButton = self.default ? 0 : 1
        try options.ask(question) { answer in
            showOutput ? "\(text) \(answer == .confirmed(true) ? affirmative : negative)\n" : ""
        }
    }
}

struct AskInput: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "input", abstract: "Ask for a line of text, or a password.", aliases: ["inputbox", "passwordbox"])

    @Argument(help: ArgumentHelp("What is asked.", valueName: "text"))
    var text: String?
    @Option(help: ArgumentHelp("What is asked, as in gum.", valueName: "text"))
    var header: String?
    @Option(help: ArgumentHelp("The text at first.", valueName: "text"))
    var value = ""
    @Option(help: ArgumentHelp("What is shown while it is empty.", valueName: "text"))
    var placeholder = ""
    @Flag(help: "Do not show what is typed.")
    var password = false
    @Flag(help: "Do not take an empty text.")
    var required = false
    @Option(help: ArgumentHelp("The most characters; 0 for any number.", valueName: "count"))
    var charLimit = 0
    @OptionGroup var pattern: PatternOptions
    @OptionGroup var ignored: IgnoredOptions
    @OptionGroup var options: AskOptions

    func validate() throws {
        if charLimit < 0 { throw ValidationError("--char-limit must be at least 0") }
    }

    func run() throws {
        var field = QuestionField("", kind: password ? .secret : .text, value: value)
        field.placeholder = placeholder
        field.isRequired = required
        field.limit = charLimit > 0 ? charLimit : nil
        try pattern.fill(&field)
        try options.ask(.usual(.input(field), options, text: text ?? header ?? "")) { answer in
            if case .text(let text) = answer { text + "\n" } else { "" }
        }
    }
}

struct AskWrite: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "write", abstract: "Ask for a text of several lines; Ctrl-D ends it.", aliases: ["editbox"])

    @Argument(help: ArgumentHelp("What is asked.", valueName: "text"))
    var text: String?
    @Option(help: ArgumentHelp("What is asked, as in gum.", valueName: "text"))
    var header: String?
    @Option(help: ArgumentHelp("The text at first; - reads it from standard input.", valueName: "text"))
    var value = ""
    @Option(help: ArgumentHelp("What is shown while it is empty.", valueName: "text"))
    var placeholder = ""
    @Option(help: ArgumentHelp("The most characters; 0 for any number.", valueName: "count"))
    var charLimit = 0
    @Option(help: ArgumentHelp("The most lines; 0 for any number.", valueName: "count"))
    var maxLines = 0
    @OptionGroup var ignored: IgnoredOptions
    @OptionGroup var options: AskOptions

    func validate() throws {
        if charLimit < 0 || maxLines < 0 { throw ValidationError("--char-limit and --max-lines must be at least 0") }
    }

    func run() throws {
        var field = QuestionField("", value: value == "-" ? try Input.text("-") : value)
        field.placeholder = placeholder
        field.limit = charLimit > 0 ? charLimit : nil
        field.lines = maxLines > 0 ? maxLines : nil
        try options.ask(.usual(.write(field), options, text: text ?? header ?? "")) { answer in
            if case .text(let text) = answer { text + "\n" } else { "" }
        }
    }
}

struct AskForm: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "form", abstract: "Ask for several values; each is a line NAME=VALUE of the answer.",
        discussion: """
            A field is NAME:KIND:LABEL:VALUE, of which only the name is needed. The kinds are text, secret, int, double, bool and \
            choice=A,B,C. A name with an exclamation mark must be filled in. Without --field, fields are read from standard input, \
            one in a line.

              fascia ask form --field 'host!:text:Host name' --field port:int:Port:22 --field mode:choice=on,off:Mode
            """)

    @Argument(help: ArgumentHelp("What is asked.", valueName: "text"))
    var text: String?
    @Option(help: ArgumentHelp("A field: NAME:KIND:LABEL:VALUE.", valueName: "field"))
    var field: [String] = []
    @Flag(help: "Print the answer as one line of JSON.")
    var json = false
    @OptionGroup var options: AskOptions

    func run() throws {
        let lines = try field.isEmpty ? Input.text("-").split(whereSeparator: \.isNewline).map(String.init) : field
        let fields = try lines.map { line in
            guard let field = QuestionField(parsing: line) else {
                throw UsageError(
                    "\"\(line)\" is not NAME:KIND:LABEL:VALUE with a kind of text, secret, int, double, bool or choice=A,B,C")
            }
            return field
        }
        guard !fields.isEmpty else { throw UsageError("a form needs fields: --field NAME, or lines on standard input") }
        for (index, field) in fields.enumerated() where fields[..<index].contains(where: { $0.name == field.name }) {
            throw UsageError("there are two fields \"\(field.name)\"")
        }
        let isJSON = json
        try options.ask(.usual(.form(fields), options, text: text ?? "")) { answer in
            guard case .texts(let texts) = answer else { return "" }
            guard isJSON else { return zip(fields, texts).map { "\($0.name)=\($1)\n" }.joined() }
            let members = zip(fields, texts).map { field, text in (field.name, field.json(text)) }
            return JSON.object(JSON.Object(members)).line + "\n"
        }
    }
}

extension QuestionField {
    /// A value as JSON.
    fileprivate func json(_ text: String) -> JSON {
        switch kind {
        case .int: Int(text).map { .int($0) } ?? .null
        case .double: Double(text).map { .double($0) } ?? .null
        case .bool: .bool(text == "true")
        case .text, .secret, .choice, .fixed: .string(text)
        }
    }
}
