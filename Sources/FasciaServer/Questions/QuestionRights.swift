import FasciaDocument
import FasciaModel
import FasciaWire

/// To whom a question is addressed, who may answer it, and who may know of it.
final class QuestionRights {
    private let live: LivePanel
    private let approvals: ApprovalDesk
    /// The addresses of the questions, which are names of users and groups.
    private var addresses: [String: Audience] = [:]

    init(_ live: LivePanel, _ approvals: ApprovalDesk) { (self.live, self.approvals) = (live, approvals) }

    /// Whether a question is addressed to the user of a client, or to one of its terminals.
    func isAddressed(_ asked: AskedQuestion, to client: Client, terminal: Int? = nil) -> Bool {
        let audience = asked.request.audience
        guard client.permit.sees(Resource(.question, asked.id)) else { return false }
        if let approval = asked.request.approval { return approvals.obstacle(toApproving: approval, by: client) == nil }
        return audience.isEmpty
            || audience.contains { text in
                switch try? address(text) {
                case .user(let uid): client.peer.userID == uid
                case .group(let gid): client.peer.user.groups.contains(gid)
                case .terminal(let number): terminal.map { $0 == number } ?? client.terminals.contains { $0.id == number }
                case nil: false
                }
            }
    }

    /// Whether a question asks a client, on whatever terminal.
    private func mayAnswer(_ asked: AskedQuestion, _ client: Client) -> Bool {
        // Nobody approves what they ask for themselves, not even the owner.
        client.permit.ownsPanel && asked.request.approval == nil || isAddressed(asked, to: client)
    }

    /// Whether `ask.answer` takes the answer of a client.
    func takesAnswer(to asked: AskedQuestion, of client: Client) -> Bool {
        client.permit.may(.operate, "ask.answer", Resource(.question, asked.id)) && mayAnswer(asked, client)
    }

    /// Whether a client may know of a question.
    func isVisible(_ asked: AskedQuestion, to client: Client) -> Bool {
        mayAnswer(asked, client) || client.permit.ownsPanel
            || asked.asker.uid == Int(client.peer.userID) && client.permit.sees(Resource(.question, asked.id))
    }

    func requireAnswerer(of asked: AskedQuestion, _ client: Client) throws(WireError) {
        guard !mayAnswer(asked, client) else { return }
        if let approval = asked.request.approval, let obstacle = approvals.obstacle(toApproving: approval, by: client) {
            throw WireError(.denied, "you may not approve \"\(asked.id)\": \(obstacle)", details: ["id": .string(asked.id)])
        }
        throw notAddressed(asked)
    }

    func notAddressed(_ asked: AskedQuestion) -> WireError {
        WireError(
            .denied,
            "the question \"\(asked.id)\" is for \(asked.request.audience.joined(separator: ", ")): only they and the owner of "
                + "the panel may answer it",
            details: ["id": .string(asked.id)])
    }

    /// Users and groups may have other numbers by now.
    func forgetAddresses() { addresses = [:] }

    func address(_ text: String) throws(WireError) -> Audience {
        if let known = addresses[text] { return known }
        do throws(Audience.Failure) {
            let address = try Audience(text)
            if addresses.count >= Self.maximumAddresses { addresses = [:] }
            addresses[text] = address
            return address
        } catch {
            throw WireError(.invalid, error.message, details: ["to": .string(text)])
        }
    }

    private static let maximumAddresses = 1_000

    /// The highest number of a terminal that is asked something. Nobody else's may have it.
    var lastTerminal: Int {
        let numbers = live.panel.allQuestions.filter(\.isOpen).flatMap(\.request.audience).map { text in
            if case .terminal(let number)? = try? address(text), number <= Self.maximumTerminal { number } else { 0 }
        }
        return numbers.max() ?? 0
    }

    /// No daemon has given out higher ones: whoever asks may write any number.
    private static let maximumTerminal = 1 << 40
}
