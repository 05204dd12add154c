import FasciaDocument
import TestSupport
import Testing

@testable import FasciaModel

/// Several users ask, answer, decline, cancel and leave at random; deadlines end, and the panel is read from its archive.
@Suite struct RandomQuestionTests {
    /// What is known of each question: who asks it, with which text, and how it ended.
    private struct Naive: Equatable {
        var uid: Int
        var text: String
        var state = AskedQuestion.State.open
        var answer: JSON?
        var by: Int?
    }

    @Test(arguments: Torture.all(UInt64(1)...80, otherwiseEvery: 8)) func panelMatchesNaiveModel(seed: UInt64) throws {
        var random = Random(seed: seed)
        var limits = Limits()
        (limits.questions, limits.questionsOfOneUser) = (6, 4)
        var (panel, told) = (Panel(limits: limits), Panel(limits: limits))
        var naive: [(id: String, Naive)] = []
        func index(_ id: String) -> Int? { naive.firstIndex { $0.id == id } }
        var done = 0
        for step in 0..<120 {
            let id = "q\(random.below(8))"
            let uid = random.below(3)
            let sender = Sender(uid: uid, client: 10 + uid, name: "user \(uid)", time: step)
            let before = naive
            var isAllowed = true
            let command: QuestionCommand
            switch random.below(10) {
            case 0, 1, 2, 3:
                let text = random.chance(80) ? "text" : "other"
                command = .open(QuestionRequest(id, QuestionContent(text: text)))
                if let at = index(id) {
                    isAllowed = naive[at].1.uid == uid
                    if isAllowed, naive[at].1.text != text { naive[at].1 = Naive(uid: uid, text: text) }
                } else {
                    let own = naive.indices.filter { naive[$0].1.uid == uid }
                    if own.count >= 4 || naive.count >= 6 {
                        let oldest = own.first { naive[$0].1.state != .open }
                        isAllowed = oldest != nil
                        if let oldest { naive.remove(at: oldest) }
                    }
                    if isAllowed { naive.append((id, Naive(uid: uid, text: text))) }
                }
            case 4, 5, 6:
                let answer: JSON? = random.chance(70) ? .bool(random.chance(50)) : nil
                command = .answer(id: id, answer.map { .value($0) } ?? .declined)
                isAllowed = index(id).map { naive[$0].1.state == .open } ?? false
                if isAllowed, let at = index(id) {
                    (naive[at].1.state, naive[at].1.answer, naive[at].1.by) = (answer == nil ? .declined : .answered, answer, uid)
                }
            case 7:
                command = .cancel(id: id)
                isAllowed = index(id) != nil
                if let at = index(id) { naive.remove(at: at) }
            case 8:
                let answer: JSON? = random.chance(50) ? true : nil
                command = .expire(id: id, answer: answer)
                if let at = index(id), naive[at].1.state == .open {
                    (naive[at].1.state, naive[at].1.answer) = (answer == nil ? .expired : .answered, answer)
                }
            default:
                let other = "q\(random.below(8))"
                command = .withdraw(ids: [id, other])
                naive.removeAll { $0.id == id || $0.id == other }
            }
            if !isAllowed { naive = before }
            let place: Comment = "seed \(seed), step \(step): \(command)"
            let last = panel
            do {
                let (changes, effects) = try panel.perform(.question(command), by: sender)
                #expect(isAllowed, place)
                if changes.isEmpty { #expect(panel == last, place) } else { done += 1 }
                let read = try effects.archive.withUnsafeBytes { try Effects(archive: $0) }
                told.replay(read, makesRevision: !changes.isEmpty)
            } catch {
                #expect(!isAllowed, "\(place) was refused: \(error)")
                #expect(panel == last, place)
            }
            let seen = panel.allQuestions.map { asked in
                (
                    id: asked.id,
                    Naive(
                        uid: asked.asker.uid ?? -1, text: asked.content.text, state: asked.state, answer: asked.answer,
                        by: asked.answerer?.uid)
                )
            }
            #expect(seen.elementsEqual(naive) { $0 == $1 }, place)
            #expect(told == panel, place)
            let archived = try panel.archive.withUnsafeBytes { try Panel(archive: $0, limits: limits) }
            #expect(archived == panel, place)
            guard told == panel, seen.elementsEqual(naive, by: { $0 == $1 }) else { return }
        }
        #expect(done > 30, "seed \(seed): most of it does something")
    }
}
