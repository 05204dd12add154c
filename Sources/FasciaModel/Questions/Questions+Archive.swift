import FasciaDocument
import OrderedCollections

extension ArchiveWriter {
    /// Without a secret answer.
    mutating func question(_ question: AskedQuestion) {
        let question = question.recorded
        json(QuestionRequest.keptSchema.write(question.request))
        person(question.asker)
        text(question.state.rawValue)
        optional(question.answer) { $0.json($1) }
        optional(question.answerer) { $0.person($1) }
        optional(question.deadline) {
            $0.text($1.boot)
            $0.int($1.milliseconds)
        }
        bool(question.takesDefault)
    }

    private mutating func person(_ person: AskedQuestion.Person) {
        optional(person.uid) { $0.int($1) }
        int(person.client)
        text(person.program)
        int(person.time)
    }
}

extension ArchiveReader {
    mutating func question() throws(ArchiveError) -> AskedQuestion {
        var question = AskedQuestion(request: try described(by: QuestionRequest.keptSchema), asker: try person())
        question.state = try name()
        question.answer = try optional { reader throws(ArchiveError) in try reader.json() }
        question.answerer = try optional { reader throws(ArchiveError) in try reader.person() }
        question.deadline = try optional { reader throws(ArchiveError) in
            BootTime(boot: try reader.text(), milliseconds: try reader.int())
        }
        question.takesDefault = try bool()
        return question
    }

    private mutating func person() throws(ArchiveError) -> AskedQuestion.Person {
        AskedQuestion.Person(
            uid: try optional { reader throws(ArchiveError) in try reader.int() }, client: try int(), program: try text(),
            time: try int())
    }
}

extension Questions {
    func archive(into writer: inout ArchiveWriter) { writer.list(all.values) { $0.question($1) } }

    init(from reader: inout ArchiveReader) throws(ArchiveError) {
        let all = try reader.list { reader throws(ArchiveError) in try reader.question() }
        self.init(OrderedDictionary(all.map { ($0.id, $0) }) { first, _ in first })
    }
}
