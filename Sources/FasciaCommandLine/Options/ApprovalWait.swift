import FasciaClient
import FasciaDocument
import FasciaWire

/// Waits until somebody else has approved a request.
struct ApprovalWait: Sendable {
    private let question: String
    private let path: String
    private let name: String
    private let timeLimit: Duration?

    /// - Parameter result: of the request.
    /// - Returns: `nil` if it does not wait for an approval.
    /// - Throws: if this user may not see the question.
    init?(_ result: JSON, path: String, name: String, timeLimit: Duration?) async throws {
        guard let question = result["approval"]?["question"]?.stringValue, !question.isEmpty else { return nil }
        (self.question, self.path, self.name, self.timeLimit) = (question, path, name, timeLimit)
        Output.error("fascia: \(ResultText.approval(result) ?? "")")
        // It may be over already, of which an event tells.
        do { _ = try await asked() } catch let error as RemoteError {
            if error.reason == "notFound" { return }
            throw PartialFailure(messages: ["it waits, and what becomes of it cannot be seen: \(error.message)"])
        }
    }

    /// Whether an event may tell how it has ended.
    func concerns(_ event: JSON) -> Bool {
        event["changes"]?.arrayValue?.contains { $0["kind"] == "question" && $0["id"] == .string(question) } == true
    }

    /// - Returns: the changes that have begun; empty if nothing had to change; `nil` while nobody has answered.
    /// - Throws: `PartialFailure` if it was not approved, or not carried out.
    func ended() async throws -> [JSON]? {
        let asked: JSON?
        do { asked = try await self.asked() } catch let error as RemoteError where error.reason == "notFound" {
            throw PartialFailure(messages: [try await issue() ?? "it is not asked for any more"])
        }
        switch (asked?["state"]?.stringValue, asked?["answer"]) {
        case ("open", _): return nil
        case ("answered", true): break
        case ("expired", _): throw PartialFailure(messages: ["nobody approved it in time"])
        default: throw PartialFailure(messages: ["its approval was refused by \(asked?["by"]?["program"]?.plain ?? "somebody")"])
        }
        let done = try await events().first { $0["cause"]?["approval"]?["question"] == .string(question) }
        if let done { return (done["changes"]?.arrayValue ?? []).filter { $0["kind"] == "pending" } }
        if let issue = try await issue() { throw PartialFailure(messages: [issue]) }
        guard try await isSo(asked?["approval"]?["request"]) else {
            throw PartialFailure(messages: ["it was approved, and not carried out: fascia issues says why"])
        }
        return []
    }

    private func events() async throws -> [JSON] {
        try await reading("history.get", ["limit": 1_000])["events"]?.arrayValue ?? []
    }

    /// Why it is not carried out, if that is said.
    private func issue() async throws -> String? {
        try await events().lazy.flatMap { $0["changes"]?.arrayValue ?? [] }.first { change in
            change["kind"] == "issue" && change["breadcrumbs"]?["question"] == .string(question)
        }?["message"]?.stringValue
    }

    /// Whether a request would change nothing.
    private func isSo(_ request: JSON?) async throws -> Bool {
        guard let method = request?["method"]?.stringValue, var params = request?["params"]?.objectValue else { return false }
        params["dryRun"] = true
        do {
            let tried = try await reading(method, params)
            return tried["changed"] == false && tried["approval"] == nil
        } catch is RemoteError {
            return false
        }
    }

    private func asked() async throws -> JSON? {
        try await reading("ask.list", ["id": .string(question)])["questions"]?.arrayValue?.first
    }

    /// It has been reached before, so that it is waited for.
    private func reading(_ method: String, _ params: JSON.Object) async throws -> JSON {
        try await Connection.repeating(timeout: timeLimit, isContinued: true) { left in
            let connection = try await Connection.open(path: path, timeout: left)
            try await connection.hello(name: name)
            return try await connection.call(method, params, timeout: left)
        }
    }
}
