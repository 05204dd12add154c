import FasciaDocument

/// A request that is carried out when somebody else has approved it. Its question is the only place that has it, so it is
/// carried out at most once.
public struct Approval: Hashable, Sendable {
    /// Who has made the request, for the rights to be compared again when it is carried out.
    public struct Requester: Hashable, Sendable {
        public var uid = 0
        public var gid = 0
        public var groups: [Int] = []
        public var unit: String?
        /// The accounts with which this person has logged in, as far as that is known.
        public var accounts: [Int] = []
        public var client = 0
        public var name: String?
        public var pid = 0
        /// For whom the program acts; `nil` for its own user.
        public var actsFor: Int?
        /// The name of the user in whose name it is done: the number may be somebody else's by then.
        public var user: String?

        public init() {}
    }

    /// The method that was called.
    public var method = ""
    /// What is carried out: `{method, params}`; null if it is secret, and only the daemon that was asked knows it.
    public var request = JSON.null
    /// What has to be approved, such as `option:network/eth0`.
    public var things: [String] = []
    /// Who may approve, such as `role:admin`; all of them are to be satisfied.
    public var approvers: [String] = []
    public var requester = Requester()
    /// Why it is asked for.
    public var reason: String?

    public init() {}

    var retainedBytes: Int {
        let texts = things + approvers + [method, requester.unit ?? "", requester.name ?? "", requester.user ?? "", reason ?? ""]
        return request.retainedBytes + texts.reduce(0) { $0 + MemoryLayout<String>.stride + $1.utf8.count }
            + MemoryLayout<Int>.stride * (requester.groups.count + requester.accounts.count)
    }

    static let schema = Schema.record(
        Approval(),
        [
            .required("method", \.method, .name, "The method that was called."),
            .defaulted("request", \.request, .any, default: .null, "What is carried out: {method, params}."),
            .required("things", \.things, .array(of: .string), "What has to be approved."),
            .required("approvers", \.approvers, .array(of: .string), "Who may approve."),
            .required("requester", \.requester, requesterSchema, "Who has asked."),
            .optional("reason", \.reason, .string, "Why."),
        ])

    private static let requesterSchema = Schema.record(
        Requester(),
        [
            .required("uid", \.uid, .int(0 ... .max), "The user."), .required("gid", \.gid, .int(0 ... .max), "The group."),
            .required("groups", \.groups, .array(of: .int(0 ... .max)), "All groups."),
            .optional("unit", \.unit, .string, "The unit of the service manager."),
            .required("accounts", \.accounts, .array(of: .int(0 ... .max)), "The accounts of the login."),
            .required("client", \.client, .int(0 ... .max), "The number of the connection."),
            .optional("name", \.name, .string, "The name of the program."),
            .required("pid", \.pid, .int(0 ... .max), "The process."),
            .optional("actsFor", \.actsFor, .int(0 ... .max), "The user for whom the program acts."),
            .optional("user", \.user, .string, "The name of that user, or of its own."),
        ])
}

/// What is told of a request that waits, to whoever sees what it is about.
public struct AwaitedApproval: Hashable, Sendable {
    /// The id of the question.
    public var question: String
    /// Who may approve.
    public var approvers: [String]
    /// In milliseconds since 1970.
    public var since: Int

    /// In words.
    public var text: String { "waits for approval of \(approvers.joined(separator: ", "))" }
}

extension AskedQuestion {
    /// Whether it is a request that has been approved.
    public var isApproved: Bool { request.approval != nil && state == .answered && answer == .bool(true) }

    /// Why a request was not carried out; `nil` for another question, and for one that is open or approved.
    public var refusal: String? {
        guard request.approval != nil else { return nil }
        switch state {
        case .open: return nil
        case .expired: return "nobody approved it in time"
        case .answered where answer == .bool(true): return nil
        case .answered, .declined: return "its approval was refused by \(answerer?.program ?? "somebody")"
        }
    }
}

extension Panel {
    /// The request about a thing that waits for an approval. The latest of several.
    public func awaitedApproval(of thing: ThingID) -> AwaitedApproval? {
        questions.awaiting.isEmpty ? nil : questions.awaiting[thing.resourceText]
    }

    public var awaitsApprovals: Bool { !questions.awaiting.isEmpty }

    /// The questions about requests that nobody has approved or refused.
    public var awaitedApprovals: [AskedQuestion] {
        questions.awaiting.isEmpty ? [] : questions.all.values.filter { $0.isOpen && $0.request.approval != nil }
    }

    /// Marks what was not approved.
    mutating func noteRefusedApprovals(since first: Int, by sender: Sender, into changes: inout [Change]) {
        for case .question(let change) in changes[first...] {
            guard let asked = questions[change.id], let reason = asked.refusal else { continue }
            for text in asked.request.approval?.things ?? [] {
                let thing = ThingID(text)
                guard thing.resourceText == text, bound.claim(of: thing) != nil, exists(thing) else { continue }
                perform(bound.report(thing, failed: reason, unreadable: nil, by: sender), on: thing, into: &changes)
            }
        }
    }
}

extension ThingID {
    /// With its kind, also for an option.
    fileprivate var resourceText: String { "\(kind.rawValue):\(id)" }
}
