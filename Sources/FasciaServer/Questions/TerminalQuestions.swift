import FasciaAsk
import FasciaInteraction
import FasciaLoop
import FasciaModel

/// A question over what one terminal shows, with what its user has filled in.
struct QuestionSheet {
    let id: String
    /// Tells it from an earlier question with the same id.
    let number: Int
    let content: QuestionContent
    var session: QuestionSession
    /// What its terminal does again when its user has said why. Nobody else is asked that.
    var act: InputResult.Outcome?
    /// In which order it was put off.
    var place = 0
}

/// What a terminal knows of the questions.
struct TerminalQuestions {
    var sheet: QuestionSheet?
    /// Those that its user has put off, with what was filled in.
    private(set) var postponed: [String: QuestionSheet] = [:]
    private var lastPlace = 0
    /// Whether a question waits until its user has paused.
    var isWaiting = false
    /// When what its user saw and typed into went away, a sheet that somebody else has closed or a field: what they type until
    /// they pause was meant for that.
    var lostInput: Moment?
    /// How the last sheets ended that somebody else has closed, by their numbers.
    var ended: [(sheet: Int, how: String)] = []
    /// What its user does again, and why.
    var explained: (act: InputResult.Outcome, reason: String)?

    mutating func postpone(_ sheet: QuestionSheet) {
        lastPlace += 1
        postponed[sheet.id] = sheet
        postponed[sheet.id]?.place = lastPlace
    }

    mutating func takePostponed(_ id: String) -> QuestionSheet? { postponed.removeValue(forKey: id) }

    mutating func keepPostponed(_ mayStay: (QuestionSheet) -> Bool) { postponed = postponed.filter { mayStay($0.value) } }
}
