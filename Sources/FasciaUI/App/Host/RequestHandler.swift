import FasciaClient
import FasciaDocument
import FasciaModel
import FasciaWire

/// Answers the daemon's requests: actions on the app's screens, and requests for the rows that terminals show.
@MainActor final class RequestHandler {
    private unowned let host: AppHost
    /// The action being handled.
    private var currentAction: ActionContext?

    init(_ host: AppHost) { self.host = host }

    func answer(_ request: FasciaClient.Notification) async -> Result<JSON, RemoteError> {
        switch request.method {
        case "action": await handle(request.params)
        case "rows": evaluateRows(request.params)
        default: .failure(.methodNotFound(request.method))
        }
    }

    // MARK: - Actions

    private func handle(_ params: JSON) async -> Result<JSON, RemoteError> {
        // The views as they are now: a row may have gone in the meantime, or have another index.
        if host.isInvalid { host.update() }
        let context = ActionContext()
        currentAction = context
        let answer = perform(params)
        currentAction = nil
        guard case .success(let result) = answer, result["outcome"] != "rejected" else { return answer }
        host.update()
        if let issue = context.unimplemented { return .failure(.unimplemented(issue)) }
        for emission in context.emissions {
            switch await send(emission) {
            case .success(let result) where result["outcome"] == "rejected": return .success(result)
            case .success: break
            case .failure(let error): return .failure(error)
            }
        }
        await host.waitUntilIdle()
        return answer
    }

    private func perform(_ params: JSON) -> Result<JSON, RemoteError> {
        guard let screen = params["screen"]?.stringValue, let name = params["name"]?.stringValue,
            let entry = params["entry"]?.stringValue.map({ EntryID($0) })
        else { return .failure(.methodNotFound("action")) }
        let payload = params["payload"] ?? .null
        if ControlAction.isReserved(name), let view = host.view(of: screen, entry: entry) {
            return view.graph.perform(.emit(name: name, payload: payload)) ? .success([:]) : .success(staleControlRejection)
        }
        let stack = params["stack"]?.stringValue.flatMap { host.stacks[$0] }
        guard let handler = stack?.handler(of: name, from: entry) else { return .failure(.methodNotFound("action")) }
        do {
            try handler(payload)
            return .success([:])
        } catch {
            return .success(["outcome": "rejected", "reason": .string(Payload.describe(error))])
        }
    }

    private var staleControlRejection: JSON {
        ["outcome": "rejected", "reason": "the control no longer exists: read the screen again"]
    }

    // MARK: - Rows

    /// Evaluates the rows that terminals show, or the row that contains a requested node. The rows are published before
    /// the answer is sent.
    private func evaluateRows(_ params: JSON) -> Result<JSON, RemoteError> {
        guard let screen = params["screen"]?.stringValue, let entry = params["entry"]?.stringValue.map({ EntryID($0) }),
            let graph = host.view(of: screen, entry: entry)?.graph
        else { return .failure(.methodNotFound("rows")) }
        for node in params["nodes"]?.arrayValue ?? [] {
            let ranges = (node["rows"]?.arrayValue ?? []).compactMap { range in
                range["first"]?.intValue.flatMap { first in range["count"]?.intValue.map { RowRange(first, $0) } }
            }
            if let id = node["id"]?.stringValue { graph.setVisibleRows(ranges, of: id) }
        }
        let isFound = params["find"]?.stringValue.map { graph.showRow(containing: $0) } ?? true
        host.update()
        return .success(["found": .bool(isFound)])
    }

    // MARK: - Emissions

    /// Sends an emission to the screen's parent: as part of the current action if there is one, else immediately.
    func emit(_ emission: Emission) {
        if let currentAction { return currentAction.emissions.append(emission) }
        host.schedule { [weak self] in
            Task.immediate { await self?.sendAlone(emission) }
        }
    }

    private func sendAlone(_ emission: Emission) async {
        switch await send(emission) {
        case .success(let result) where result["outcome"] == "rejected":
            host.log.warning("\(emission.name) was rejected: \(result["reason"]?.stringValue ?? "")")
        case .success: break
        case .failure(let error): host.log.error("\(error.message)")
        }
    }

    /// Uses a separate connection: the answer may take a while, and would block other requests on the app's connection.
    /// Waits for all pending publications first.
    private func send(_ emission: Emission) async -> Result<JSON, RemoteError> {
        await host.waitUntilIdle()
        guard let entry = emission.stack.mirror.entry(showing: emission.screen) else {
            return .success(["outcome": "rejected", "reason": .string("screen \(emission.screen) is no longer on the stack")])
        }
        do {
            let connection = try await host.connect(nil)
            defer { connection.close() }
            try await connection.hello(name: host.name)
            return .success(
                try await connection.call(
                    "action.send",
                    [
                        "entry": .string(entry.id.rawValue), "name": .string(emission.name),
                        "payload": emission.payload,
                    ], timeout: nil))
        } catch let error as RemoteError {
            return .failure(error)
        } catch {
            return .success(["outcome": "rejected", "reason": .string("\(error)")])
        }
    }

    // MARK: - Issues

    /// A call of an unimplemented closure fails the current action. Any other issue is reported.
    func record(_ issue: HostIssue) {
        if let currentAction, issue.closure != nil {
            currentAction.unimplemented = currentAction.unimplemented ?? issue
        } else {
            var crumbs: JSON.Object = ["at": .string(issue.location)]
            if let closure = issue.closure { crumbs["closure"] = .string(closure) }
            host.issues.report(issue.message, issue.severity, breadcrumbs: crumbs)
        }
    }
}

/// The effects of one action while the app handles it.
@MainActor private final class ActionContext {
    var emissions: [Emission] = []
    /// The first unimplemented closure that was called.
    var unimplemented: HostIssue?
}

/// An action that a screen sends to its parent.
struct Emission {
    let stack: StackHost
    let screen: String
    let name: String
    let payload: JSON
}

/// An issue reported by the IssueReporting library.
struct HostIssue: Sendable {
    var severity = Issue.Severity.error
    var message: String
    /// The name of the unimplemented closure, if the issue is about one.
    var closure: String?
    /// The source location: `Module/File.swift:12`.
    var location: String
}

extension RemoteError {
    fileprivate static func unimplemented(_ issue: HostIssue) -> RemoteError {
        let closure = issue.closure ?? "a closure"
        return RemoteError(
            Refusal(
                .unimplemented, "\(closure) is unimplemented: assign the closure where its model is created (\(issue.location))",
                details: ["outcome": "unimplemented", "closure": .string(closure), "at": .string(issue.location)]))
    }
}
