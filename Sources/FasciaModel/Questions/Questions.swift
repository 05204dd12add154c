import FasciaDocument
import OrderedCollections

/// The questions of a panel, in the order in which they were asked.
struct Questions: Equatable, Sendable {
    private(set) var all: OrderedDictionary<String, AskedQuestion> = [:] { didSet { noteAwaited() } }
    /// The things of the requests that wait for an approval.
    private(set) var awaiting: [String: AwaitedApproval] = [:]

    init(_ all: OrderedDictionary<String, AskedQuestion> = [:]) {
        self.all = all
        noteAwaited()
    }

    /// Those that somebody sees. What waits is told of the things themselves, too.
    func visible(_ sees: (String) -> Bool) -> Questions {
        var visible = Questions(all.filter { sees($0.key) })
        visible.awaiting = awaiting
        return visible
    }

    private mutating func noteAwaited() {
        var awaiting: [String: AwaitedApproval] = [:]
        for question in all.values where question.isOpen {
            guard let approval = question.request.approval else { continue }
            let awaited = AwaitedApproval(
                question: question.id, approvers: approval.approvers, since: question.asker.time)
            for thing in approval.things { awaiting[thing] = awaited }
        }
        if awaiting != self.awaiting { self.awaiting = awaiting }
    }

    /// - Throws: why one of them could not have been asked.
    init(restoring questions: [AskedQuestion], limits: Limits) throws(Refusal) {
        guard questions.count <= limits.questions else {
            throw .limit("questions", limits.questions, "there are \(questions.count) questions: at most \(limits.questions)")
        }
        for question in questions {
            try Naming.check(question.id, "the question's id")
            try Self.check(question.content, limits)
            all[question.id] = question
        }
    }

    subscript(id: String) -> AskedQuestion? { all[id] }

    mutating func put(_ question: AskedQuestion?, _ id: String) { all[id] = question }

    mutating func apply(
        _ command: QuestionCommand, by sender: Sender, limits: Limits, into changes: inout [Change]
    ) throws(Refusal) {
        switch command {
        case .open(let request, let anew): try open(request, anew: anew, by: sender, limits: limits, into: &changes)
        case .answer(let id, let reply):
            var question = try requireOpen(id)
            try Self.check(reply, to: question)
            switch reply {
            case .value(let answer): (question.state, question.answer) = (.answered, answer)
            case .declined: question.state = .declined
            case .lines: throw Refusal(.invalid, "the answer to \"\(id)\" was not checked: send a value")
            }
            question.answerer = Self.person(sender)
            end(question, into: &changes)
        case .cancel(let id):
            let question = try require(id)
            all[id] = nil
            changes.append(.question(change(question, .withdrawn)))
        case .expire(let id, let answer):
            guard var question = all[id], question.isOpen else { return }
            question.state = answer == nil ? .expired : .answered
            question.answer = answer
            end(question, into: &changes)
        case .withdraw(let ids):
            for id in ids {
                guard let question = all.removeValue(forKey: id) else { continue }
                changes.append(.question(change(question, .withdrawn)))
            }
        }
    }

    // MARK: - Asking

    private mutating func open(
        _ asked: QuestionRequest, anew: Bool, by sender: Sender, limits: Limits, into changes: inout [Change]
    ) throws(Refusal) {
        var request = asked
        try Naming.check(request.id, "the question's id")
        try Self.check(request.content, limits)
        if request.content.kind.isProgress, request.isKept || request.defaultAfter != nil {
            throw Refusal(.invalid, "a \(request.content.kind.rawValue) goes with its asker: it has no keep and no defaultAfter")
        }
        if let known = all[request.id] {
            try Naming.checkBytes(of: request.id, against: known.id, "question")
            let isOver = anew && !known.isOpen
            guard isOver || known.asker.uid == sender.uid else {
                throw Refusal(
                    .conflict, "the question \"\(known.id)\" is asked by \(known.asker.program): use another id",
                    details: ["id": .string(known.id), "by": known.asker.json])
            }
            // Asked again: its answer, if there is one, is the answer to this question, too.
            let isAgain = known.content == request.content && !known.hasLostAnswer && !isOver
            if isAgain, !known.isOpen || known.request.differences(from: request).isEmpty { return }
            // It stays kept: others may ask it, too, who are not there.
            if isAgain, known.request.isKept { request.isKept = true }
        } else {
            try makeRoom(for: sender.uid, limits, into: &changes)
        }
        var question = AskedQuestion(request: request, asker: Self.person(sender))
        if let time = [request.timeout, request.defaultAfter].compactMap(\.self).min() {
            question.deadline = BootTime(boot: sender.bootTime.boot, milliseconds: sender.bootTime.milliseconds + time)
            question.takesDefault = request.defaultAfter.map { $0 <= request.timeout ?? $0 } ?? false
        }
        all[request.id] = question
        changes.append(.question(change(question, .asked)))
    }

    private static func check(_ content: QuestionContent, _ limits: Limits) throws(Refusal) {
        let request = AskedQuestion(request: QuestionRequest("", content), asker: .nobody)
        guard request.retainedBytes <= limits.questionBytes else {
            throw .limit(
                "questionBytes", limits.questionBytes,
                "a question has at most \(limits.questionBytes) bytes: ask for less, or in the terminal itself with --here")
        }
        switch content.kind {
        case .choose, .filter:
            if content.choices.isEmpty {
                throw Refusal(.invalid, "a question of the kind \(content.kind.rawValue) needs choices")
            }
        case .input, .write:
            if content.fields.count > 1 {
                throw Refusal(.invalid, "a question of the kind \(content.kind.rawValue) has one field")
            }
        case .form:
            if content.fields.isEmpty { throw Refusal(.invalid, "a form needs fields") }
            var names: Set<String> = []
            for field in content.fields {
                guard !field.name.isEmpty, !field.name.contains("=") else {
                    throw Refusal(.invalid, "a field of a form needs a name without \"=\"")
                }
                if !names.insert(field.name).inserted { throw Refusal(.invalid, "there are two fields \"\(field.name)\"") }
            }
        case .confirm, .message, .pager, .gauge, .spin: break
        }
    }

    /// Forgets the oldest answered question of a user who has too many, or refuses another one.
    private mutating func makeRoom(for uid: Int?, _ limits: Limits, into changes: inout [Change]) throws(Refusal) {
        let own = all.values.filter { $0.asker.uid == uid }
        guard own.count >= limits.questionsOfOneUser || all.count >= limits.questions else { return }
        if let oldest = own.first(where: { !$0.isOpen }) {
            all[oldest.id] = nil
            return changes.append(.question(change(oldest, .withdrawn)))
        }
        guard own.count < limits.questionsOfOneUser else {
            throw .limit(
                "questionsOfOneUser", limits.questionsOfOneUser,
                "\(limits.questionsOfOneUser) questions of this user are open: wait for an answer, or cancel one with ask.cancel")
        }
        throw .limit("questions", limits.questions, "\(limits.questions) questions are open: wait until one is answered")
    }

    // MARK: - Answering

    /// Only its asker ends a gauge. Others can stop a spinner, too.
    private static func check(_ reply: QuestionReply, to question: AskedQuestion) throws(Refusal) {
        switch (question.content.kind, reply) {
        case (.gauge, _): throw Refusal(.invalid, "nobody answers a gauge: it goes with its asker")
        case (.spin, .value): throw Refusal(.invalid, "nobody answers a spinner: decline it, which stops what it shows")
        default: break
        }
    }

    private mutating func end(_ question: AskedQuestion, into changes: inout [Change]) {
        var question = question
        question.deadline = nil
        all[question.id] = question
        let kind: QuestionChange.Kind =
            switch question.state {
            case .open, .answered: .answered
            case .declined: .declined
            case .expired: .expired
            }
        changes.append(.question(change(question, kind)))
    }

    func require(_ id: String) throws(Refusal) -> AskedQuestion {
        if let question = all[id] { return question }
        throw Refusal(.notFound, "no question \"\(id)\"", details: ["question": .string(id)])
    }

    private func requireOpen(_ id: String) throws(Refusal) -> AskedQuestion {
        let question = try require(id)
        if !question.isOpen { throw question.refusalOfAnswers }
        return question
    }

    private func change(_ question: AskedQuestion, _ kind: QuestionChange.Kind) -> QuestionChange {
        let isEnd = kind == .answered || kind == .declined
        return QuestionChange(
            id: question.id, kind: kind, name: question.content.name,
            person: kind == .asked ? question.asker : isEnd ? question.answerer : nil,
            answer: kind == .answered && !question.content.isSecret ? question.answer : nil,
            isSecret: question.content.isSecret)
    }

    private static func person(_ sender: Sender) -> AskedQuestion.Person {
        AskedQuestion.Person(uid: sender.uid, client: sender.client ?? 0, program: sender.name, time: sender.time)
    }
}

extension QuestionRequest {
    /// The members that say who is asked, and how it ends without an answer, which are not those of another request. Times may
    /// differ: they are what is left of them when a question is asked again.
    public func differences(from other: QuestionRequest) -> [String] {
        var names: [String] = []
        if isKept != other.isKept { names.append("keep") }
        if Set(audience) != Set(other.audience) { names.append("to") }
        if (timeout == nil) != (other.timeout == nil) { names.append("timeout") }
        if (defaultAfter == nil) != (other.defaultAfter == nil) { names.append("defaultAfter") }
        return names
    }
}

extension AskedQuestion {
    /// Only who was asked, and who has answered.
    public var people: AskedQuestion {
        var people = self
        people.answer = nil
        people.request.content = QuestionContent(content.kind, title: "")
        people.request.approval?.request = .null
        return people
    }

    /// What is said to somebody who answers it when it is over.
    public var refusalOfAnswers: Refusal {
        let who = answerer.map { " by \($0.program)" } ?? ""
        let what = state == .expired ? "its time is over" : "it was \(state.rawValue)\(who)"
        var details: JSON.Object = ["id": .string(id), "state": .string(state.rawValue)]
        details["by"] = answerer?.json
        return Refusal(.conflict, "the question \"\(id)\" cannot be answered: \(what)", details: details)
    }
}

extension AskedQuestion.Person {
    /// `{uid?, client, program}`
    public var json: JSON {
        var json: JSON.Object = [:]
        json["uid"] = uid.map { .int($0) }
        json["client"] = .int(client)
        json["program"] = .string(program)
        return .object(json)
    }
}

extension Panel {
    /// The questions, in the order in which they were asked. O(questions).
    public var allQuestions: [AskedQuestion] { Array(questions.all.values) }

    public func question(_ id: String) -> AskedQuestion? { questions[id] }

    /// - Parameter isKnown: whether the caller may know of a question.
    /// - Throws: `notFound`, with the nearest id of those, or some of them.
    public func requireQuestion(_ id: String, among isKnown: (AskedQuestion) -> Bool) throws(Refusal) -> AskedQuestion {
        if let question = questions[id] { return question }
        let known = allQuestions.filter(isKnown).map(\.id)
        let helps = Suggestion.text(for: id, among: known, has: "there are", none: "none is asked")
        throw Refusal(.notFound, "no question \"\(id)\": \(helps)", details: ["question": .string(id)])
    }

    public var hasQuestions: Bool { !questions.all.isEmpty }
}
