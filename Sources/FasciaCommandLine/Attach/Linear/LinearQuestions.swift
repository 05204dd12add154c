import FasciaAsk
import FasciaDocument
import FasciaModel

/// The questions of everybody at the panel in linear mode: what is announced of them, and the one that is being answered.
struct LinearQuestions {
    /// The lines of a question that is being answered.
    private struct Answering {
        let id: String
        var lines: LinearQuestion
    }

    /// The names of the open questions that this user may answer, by their ids, in their order. What is only shown is not answered.
    private var open: [(id: String, name: String, isShown: Bool)] = []
    private var answering: Answering?

    /// What puts a question off, where every line is a part of the answer.
    static let putsOff = "<<"

    /// Whether typed lines belong to a question.
    var takesLines: Bool { answering != nil }
    /// Whether what is typed must not be seen.
    var isSecret: Bool { answering?.lines.isSecret ?? false }

    /// The id of a question that somebody names, else of the first one; `nil` if there is none.
    func id(_ name: String?) -> String? {
        let open = open.filter { !$0.isShown }
        guard let name else { return open.first?.id }
        return (open.first { $0.id == name } ?? open.first { $0.name == name })?.id
    }

    /// Takes the answer of `ask.list`.
    ///
    /// - Returns: what is announced.
    mutating func update(_ list: JSON) -> [String] {
        let before = open
        let all = list["questions"]?.arrayValue ?? []
        var lines: [String] = []
        open = []
        for question in all where question["mine"] == true && question["state"] == "open" {
            guard let id = question["id"]?.stringValue else { continue }
            let name = question["name"]?.stringValue ?? id
            let kind = question["kind"]?.stringValue.flatMap(QuestionContent.Kind.init)
            open.append((id, name, kind?.isProgress == true))
            if before.contains(where: { $0.id == id }) { continue }
            let who = question["asker"]?["uid"]?.intValue.map(UserLookup.name) ?? "Somebody"
            if kind?.isProgress == true {
                lines.append("\(who) runs: \(Printable.text(name))")
                continue
            }
            let isRead = kind == .message || kind == .pager
            lines.append(
                "\(who) \(isRead ? "says" : "asks"): \(Printable.text(name)) Type a to \(isRead ? "close" : "answer") it, or a "
                    + "\(Printable.text(id)).")
        }
        for (id, name, isShown) in before where !open.contains(where: { $0.id == id }) {
            let end = all.first { $0["id"]?.stringValue == id }
            if answering?.id == id { answering = nil }
            lines.append("Over: \(Printable.text(name))" + (isShown ? "" : " \(Self.words(end))"))
        }
        return lines
    }

    private static func words(_ end: JSON?) -> String {
        guard let state = end?["state"]?.stringValue else { return "It is not asked any more." }
        guard let uid = end?["by"]?["uid"]?.intValue else { return "It is \(state)." }
        return "It was \(state) by \(UserLookup.name(of: uid))."
    }

    /// Begins to answer the question of an answer of `ask.list`.
    ///
    /// - Returns: what is printed; `nil` if it is no longer open.
    mutating func begin(_ list: JSON) -> String? {
        guard let asked = list["questions"]?.arrayValue?.first, asked["state"] == "open",
            let request = asked["question"].flatMap({ try? QuestionRequest.schema.read($0) }),
            let question = try? Question(request.content)
        else { return nil }
        answering = Answering(id: request.id, lines: LinearQuestion(question))
        return (answering?.lines.prompt() ?? "") + "(\(Self.putsOff) puts it off.)"
    }

    /// Takes a line for the question that is being answered.
    ///
    /// - Returns: what is printed, and the parameters of `ask.answer` if it is answered.
    mutating func take(_ line: String) -> (text: String, answer: JSON.Object?) {
        guard var current = answering else { return ("", nil) }
        if line == Self.putsOff {
            answering = nil
            return ("Put off. Type a to answer it.", nil)
        }
        current.lines.take(line)
        guard case .answered(let answer, _)? = current.lines.outcome else {
            answering = current
            let prompt = answering?.lines.prompt() ?? ""
            return (prompt, nil)
        }
        answering = nil
        return ("", ["id": .string(current.id), "answer": current.lines.question.json(answer)])
    }
}
