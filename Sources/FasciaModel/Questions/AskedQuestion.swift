import FasciaDocument

/// A question that somebody has asked, and its answer.
public struct AskedQuestion: Hashable, Sendable {
    public enum State: String, CaseIterable, Hashable, Sendable {
        /// Nobody has answered.
        case open
        case answered
        /// Somebody does not want to answer.
        case declined
        /// Nobody has answered in time.
        case expired
    }

    /// Who has asked or answered, and when.
    public struct Person: Hashable, Sendable {
        public var uid: Int?
        public var client: Int
        /// The name of the program, with its process.
        public var program: String
        /// In milliseconds since 1970.
        public var time: Int

        static let nobody = Person(client: 0, program: "", time: 0)
    }

    public internal(set) var request: QuestionRequest
    public internal(set) var asker: Person
    public internal(set) var state = State.open
    /// `nil` without an answer, and for a secret one that was lost with the daemon.
    public internal(set) var answer: JSON?
    /// Who has answered or declined; `nil` if the default was taken, or nobody has answered.
    public internal(set) var answerer: Person?
    /// When its time is over, and whether the default is the answer then.
    public internal(set) var deadline: BootTime?
    public internal(set) var takesDefault = false

    public var id: String { request.id }
    public var content: QuestionContent { request.content }
    public var isOpen: Bool { state == .open }

    /// As the journal keeps it: without a secret answer.
    var recorded: AskedQuestion {
        guard content.isSecret else { return self }
        var copy = self
        copy.answer = nil
        return copy
    }

    /// Whether it was answered with a secret that only an earlier daemon knew.
    var hasLostAnswer: Bool { state == .answered && answer == nil }

    var retainedBytes: Int {
        func bytes(_ texts: [String]) -> Int { texts.reduce(0) { $0 + MemoryLayout<String>.stride + $1.utf8.count } }
        var total = MemoryLayout<Self>.stride + (answer?.retainedBytes ?? 0) + bytes([id, content.title, content.text])
        total += bytes([content.filter, content.placeholder, content.ok ?? "", content.cancel ?? "", asker.program])
        total += bytes(content.selected) + bytes(request.audience) + (request.approval?.retainedBytes ?? 0)
        for choice in content.choices {
            total += MemoryLayout<QuestionContent.Choice>.stride + bytes([choice.value, choice.label ?? "", choice.help])
        }
        for field in content.fields {
            total += MemoryLayout<QuestionContent.Field>.stride + bytes(field.choices)
            total += bytes([field.name, field.label ?? "", field.value, field.placeholder, field.pattern ?? "", field.hint])
        }
        return total
    }
}

/// What happens to questions.
public enum QuestionCommand: Hashable, Sendable {
    /// - Parameter anew: Whether to ask again although a question with this id has ended: somebody else asked that one, so its
    ///   answer does not count.
    case open(QuestionRequest, anew: Bool = false)
    case answer(id: String, QuestionReply)
    /// Removes it, with its answer.
    case cancel(id: String)
    /// Its time is over; with the default, if that is the answer then.
    case expire(id: String, answer: JSON?)
    /// The clients that asked have gone.
    case withdraw(ids: [String])
}

public enum QuestionReply: Hashable, Sendable {
    case value(JSON)
    /// As people write it: checked and turned into a value before the panel is told.
    case lines([String])
    case declined
}

public struct QuestionChange: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case asked, answered, declined, expired, withdrawn
    }

    public var id: String
    public var kind: Kind
    /// What the question is called.
    public var name: String
    public var person: AskedQuestion.Person?
    /// `nil` if there is none, or if it is secret.
    public var answer: JSON?
    public var isSecret = false
}
