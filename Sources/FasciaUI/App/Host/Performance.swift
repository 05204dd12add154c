import FasciaClient
import FasciaModel
import FasciaWire

/// What comes of one action while the app handles it.
@MainActor final class Performance {
    /// What it tells the parents of its screens.
    var emissions: [Emission] = []
    /// A closure that nobody has set, and that was called.
    var unimplemented: HostIssue?
}

/// Something that a screen tells its parent.
struct Emission {
    let stack: StackHost
    let screen: String
    let name: String
    let payload: JSON
}

/// Something that is wrong, as IssueReporting has it.
struct HostIssue: Sendable {
    var severity = Issue.Severity.error
    var message: String
    /// The name of a closure that nobody has set, where it is about one.
    var closure: String?
    /// `Module/File.swift:12`
    var place: String
}

extension AppHost {
    /// Answers a request of the daemon's.
    func answer(_ request: FasciaClient.Notification) async -> Result<JSON, RemoteError> {
        if request.method == "rows" { return show(request.params) }
        guard request.method == "action" else { return .failure(.methodNotFound(request.method)) }
        let params = request.params
        let performance = Performance()
        performing = performance
        let answer = perform(params)
        performing = nil
        guard case .success(let result) = answer, result["outcome"] != "rejected" else { return answer }
        update()
        if let issue = performance.unimplemented { return .failure(.unimplemented(issue)) }
        for emission in performance.emissions {
            switch await send(emission) {
            case .success(let result) where result["outcome"] == "rejected": return .success(result)
            case .success: break
            case .failure(let error): return .failure(error)
            }
        }
        await settle()
        return answer
    }

    /// Waits until everything that is to be done to the stacks has been done, and all of it is published.
    private func settle() async {
        for stack in stacks.values { await stack.operations.settle() }
        update()
        try? await session?.sync()
    }

    private func perform(_ params: JSON) -> Result<JSON, RemoteError> {
        guard let screen = params["screen"]?.stringValue, let name = params["name"]?.stringValue,
            let entry = params["entry"]?.stringValue.map({ EntryID($0) })
        else { return .failure(.methodNotFound("action")) }
        let payload = params["payload"] ?? .null
        if OwnAction.isOwn(name) {
            for stack in stacks.values {
                guard let view = stack.view(of: screen, entry: entry) else { continue }
                return view.graph.perform(.emit(name: name, payload: payload)) ? .success([:]) : .success(gone)
            }
        }
        let stack = params["stack"]?.stringValue.flatMap { stacks[$0] }
        guard let handler = stack?.handler(of: name, from: entry) else { return .failure(.methodNotFound("action")) }
        do {
            try handler(payload)
            return .success([:])
        } catch {
            return .success(["outcome": "rejected", "reason": .string(Payload.describe(error))])
        }
    }

    private var gone: JSON {
        ["outcome": "rejected", "reason": "what was tapped is not there any more: look at the screen again"]
    }

    // MARK: - Telling parents

    func emit(_ emission: Emission) {
        if let performing {
            performing.emissions.append(emission)
        } else {
            Task {
                switch await send(emission) {
                case .success(let result) where result["outcome"] == "rejected":
                    log.warning("\(emission.name) was rejected: \(result["reason"]?.stringValue ?? "")")
                case .success: break
                case .failure(let error): log.error("\(error.message)")
                }
            }
        }
    }

    /// What this app has published comes first. It goes over a connection of its own: the answer may take a while, and
    /// until then a connection's other requests wait.
    private func send(_ emission: Emission) async -> Result<JSON, RemoteError> {
        await settle()
        guard let entry = emission.stack.mirror.entry(showing: emission.screen) else {
            return .success(["outcome": "rejected", "reason": .string("\(emission.screen) is not shown any more")])
        }
        do {
            let connection = try await Connection.open(path: path, timeout: nil)
            try await connection.hello(name: name)
            let answer = try await connection.call(
                "action.send",
                [
                    "entry": .string(entry.id.rawValue), "name": .string(emission.name), "payload": emission.payload,
                ])
            connection.close()
            return .success(answer)
        } catch let error as RemoteError {
            return .failure(error)
        } catch {
            return .success(["outcome": "rejected", "reason": .string("\(error)")])
        }
    }

    // MARK: - Issues

    func heard(_ issue: HostIssue) {
        if let performing, issue.closure != nil {
            performing.unimplemented = performing.unimplemented ?? issue
        } else {
            var crumbs: JSON.Object = ["at": .string(issue.place)]
            if let closure = issue.closure { crumbs["closure"] = .string(closure) }
            report(issue.message, issue.severity, breadcrumbs: crumbs)
        }
    }
}

extension RemoteError {
    /// The action came to a closure that nobody has set.
    fileprivate static func unimplemented(_ issue: HostIssue) -> RemoteError {
        let closure = issue.closure ?? "a closure"
        return RemoteError(
            Refusal(
                .unimplemented, "\(closure) is not implemented: set it where its screen is made (\(issue.place))",
                details: ["outcome": "unimplemented", "closure": .string(closure), "at": .string(issue.place)]))
    }
}
