import FasciaDocument
import FasciaModel
import FasciaWire
import Logging

/// Carries out what was approved, in the name of whoever has asked for it and with the rights that they have then, and tells them
/// what has become of it. The answer and the change are committed together, so neither is without the other after a crash.
final class Approvals: Stage {
    private let live: LivePanel
    private let clients: Clients
    private let desk: ApprovalDesk
    private let questions: QuestionDesk
    private let executor: CommandExecutor
    private let actions: ActionRouter
    private let terminals: Terminals
    private let names = UserNames()

    init(
        _ live: LivePanel, _ clients: Clients, _ desk: ApprovalDesk, _ questions: QuestionDesk, _ executor: CommandExecutor,
        _ actions: ActionRouter, _ terminals: Terminals
    ) {
        (self.live, self.clients, self.desk, self.questions) = (live, clients, desk, questions)
        (self.executor, self.actions, self.terminals) = (executor, actions, terminals)
    }

    func take(_ turn: Turn) {
        guard let cause = turn.cause else { return }
        for case .question(let change) in turn.changes {
            guard change.kind != .withdrawn else {
                desk.ended(change.id)
                continue
            }
            guard let asked = live.panel.question(change.id), let approval = asked.request.approval else { continue }
            if asked.isOpen {
                if let client = clients[cause.origin.client] { questions.asked(asked.id, by: client) }
                say("It waits for approval of \(approval.approvers.joined(separator: ", "))", to: approval.requester)
            } else if asked.isApproved {
                carryOut(asked, approval, by: cause.origin)
                desk.ended(asked.id)
            } else {
                desk.ended(asked.id)
                let who = asked.answerer?.uid.map { "refused by \(names.name(of: $0))" }
                say("\(approval.summary) was \(who ?? "not approved in time")", to: approval.requester)
            }
        }
    }

    /// What nobody can approve any more is not asked any more.
    func update() {
        let outdated = desk.outdated()
        guard !outdated.isEmpty else { return }
        live.record(.question(.withdraw(ids: outdated.map(\.asked.id))), .ofDaemon("access"))
        for (asked, approval, reason) in outdated { report("\(approval.summary) is not carried out: \(reason)", asked, approval) }
    }

    // MARK: - Carrying out

    private func carryOut(_ asked: AskedQuestion, _ approval: Approval, by approver: Cause.Origin) {
        guard let call = desk.call(of: asked), let method = call["method"]?.stringValue else { return }
        do throws(WireError) {
            let client = try refusing { () throws(Refusal) in try desk.client(for: approval, clients) }
            var request = Request(method: approval.method, client: client)
            request.reason = approval.reason
            request.approved = ApprovedRequest(
                things: approval.things, cause: Cause.Approval(question: asked.id, by: approver))
            let call = try Catalogue.call(method, call["params"] ?? [:])
            var named = request
            named.method = method
            try AccessCheck(live: live).require(call, named)
            switch call {
            case .apply(let command, let options): _ = try executor.apply(command, options, request)
            case .batch(let commands, let options): _ = try executor.applyBatch(commands, options, request)
            case .actionSend(let send): try self.send(send, approval, request)
            default: break
            }
        } catch {
            report("\(approval.summary) was approved, and not carried out: \(error.message)", asked, approval)
        }
    }

    private func send(_ send: ActionSend, _ approval: Approval, _ request: Request) throws(WireError) {
        try refusing { () throws(Refusal) in try live.panel.checkAllowed(send.name, payload: send.payload, of: send.entry) }
        let isSecret = approval.request == .null
        try actions.start(send, node: nil, isSecret: isSecret, cause: request.cause) { [self] result in
            // A failure has made an issue already.
            if case .success(.rejected(let reason)) = result { say("\(approval.summary): \(reason)", to: approval.requester) }
        }
    }

    /// It is not carried out: whoever asked and whoever approved may have gone.
    private func report(_ message: String, _ asked: AskedQuestion, _ approval: Approval) {
        let crumbs: JSON.Object = [
            "question": .string(asked.id), "things": .array(approval.things.map { .string($0) }),
        ]
        let issue = Issue(.warning, .reported, message, breadcrumbs: crumbs)
        live.record(.reportIssue(issue), .ofDaemon("approve"))
    }

    private func say(_ text: String, to requester: Approval.Requester) {
        for terminal in terminals.all where requester.isBehind(terminal.client) {
            terminal.banners.show(text)
            terminal.redraw()
        }
    }
}

extension Approval {
    /// What was asked for, in one line.
    fileprivate var summary: String {
        let more = things.count > 1 ? " and \(things.count - 1) more" : ""
        return "\(method) of \(things.first ?? "nothing")\(more)"
    }
}
