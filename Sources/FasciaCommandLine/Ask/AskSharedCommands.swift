import ArgumentParser
import FasciaClient
import FasciaDocument
import FasciaWire

/// The questions that are asked at the daemon.
struct AskList: MethodCommand {
    static let method = "ask.list"
    static var configuration: CommandConfiguration { configured() }

    @Argument(help: help("id"))
    var id: String?
    @OptionGroup var common: CommonOptions

    func params() -> JSON.Object { JSON.Object(given: ["id": id]) }

    func text(_ result: JSON) -> String {
        let questions = result["questions"]?.arrayValue ?? []
        guard !questions.isEmpty else { return "nothing is asked" }
        return questions.map(QuestionText.line).joined(separator: "\n")
    }
}

struct AskAnswer: ChangingCommand {
    static let method = "ask.answer"
    static var configuration: CommandConfiguration {
        configured(
            discussion:
                "The answer is yes or no, the values or labels of options, the lines of a text, or NAME=TEXT for each field of a form."
        )
    }

    @Argument(help: help("id"))
    var id: String
    @Argument(
        parsing: .allUnrecognized, help: ArgumentHelp("The answer; several lines as several arguments.", valueName: "answer"))
    var answer: [String] = []
    @Flag(help: "End it without an answer.")
    var decline = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if decline, !answer.isEmpty { throw ValidationError("--decline has no answer") }
        if let option = answer.prefix(while: { $0 != "--" }).first(where: { $0.hasPrefix("--") }) {
            throw ValidationError("Unknown option '\(option)': write -- before an answer that begins with --")
        }
    }

    func changeParams() -> JSON.Object {
        guard !decline else { return ["id": .string(id), "decline": true] }
        return ["id": .string(id), "lines": .array(ValueArgument.values(answer).map { .string($0) })]
    }
}

struct AskCancel: ChangingCommand {
    static let method = "ask.cancel"
    static var configuration: CommandConfiguration { configured() }

    @Argument(help: help("id"))
    var id: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func changeParams() -> JSON.Object { ["id": .string(id)] }
}

/// A question on a line: its id, what it is called, who asks, and how it has ended.
enum QuestionText {
    static func line(_ question: JSON) -> String {
        let asker = question["asker"]?["uid"]?.intValue.map(UserLookup.name) ?? "somebody"
        let state = question["state"]?.stringValue ?? "?"
        var line =
            "\(question["id"]?.plain ?? "?")  \(question["kind"]?.plain ?? "?")  \(state)  \(question["name"]?.plain ?? "")"
        if let percent = question["percent"]?.intValue { line += "  \(percent) %" }
        line += "  asked by \(asker)"
        if let uid = question["by"]?["uid"]?.intValue { line += ", \(state) by \(UserLookup.name(of: uid))" }
        if let answer = question["answer"] { line += ": \(answer.line)" }
        if let seconds = question["remaining"]?.doubleValue {
            line += ", \(TimeLeft(seconds: Int(seconds.rounded(.up))).words) left"
        }
        if let to = question["to"]?.arrayValue { line += ", for \(to.map(\.plain).joined(separator: ", "))" }
        return line
    }
}
