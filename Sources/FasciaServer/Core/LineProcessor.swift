import FasciaDocument
import FasciaLoop
import FasciaModel
import FasciaWire

/// Executes calls: the core.
protocol CallHandler: AnyObject {
    /// - Throws: `denied` if the client lacks a right that the call needs.
    func check(_ call: Call, _ request: Request) throws(WireError)
    /// Executes a call of a client that has the necessary rights.
    func execute(_ call: Call, _ request: Request) throws(WireError) -> Reply
}

/// Parses lines, executes their calls and writes the replies.
final class LineProcessor {
    private let clients: Clients
    private let requests: OutgoingRequests
    /// `nil` if the state is kept in memory only.
    private let gate: JournalGate?
    private let loop: EventLoop
    /// Maximum length of a line in bytes.
    private let lineLimit: Int
    /// Made after this component, which it has.
    weak var handler: (any CallHandler)?

    init(_ clients: Clients, _ requests: OutgoingRequests, gate: JournalGate?, loop: EventLoop, lineLimit: Int) {
        self.clients = clients
        self.requests = requests
        self.gate = gate
        self.loop = loop
        self.lineLimit = lineLimit
    }

    /// - Parameter line: A line without its line feed.
    /// - Returns: False if the line needs a yielded turn of the event loop. Nothing was done: pass it again in such a
    ///   turn.
    func receive(_ line: UnsafeRawBufferPointer, from client: Client) -> Bool {
        var bytes = line.bindMemory(to: UInt8.self)
        if bytes.last == 13 { bytes = UnsafeBufferPointer(rebasing: bytes.dropLast()) }
        guard canParse(bytes.count) else { return false }
        guard bytes.contains(where: { $0 != 32 && $0 != 9 && $0 != 13 }) else { return true }
        guard client.mustDefer else { return execute(bytes, from: client) }
        deferLine(bytes, of: client)
        return true
    }

    /// Executes the first deferred line of a client.
    ///
    /// - Returns: As `receive`.
    func receiveDeferred(from client: Client) -> Bool {
        guard let line = client.takeDeferred() else { return true }
        guard !line.isEmpty else {
            answerLongLine(of: client)
            return true
        }
        let isDone = canParse(line.count) && line.withUnsafeBytes { execute($0.bindMemory(to: UInt8.self), from: client) }
        if !isDone { client.putBack(line) }
        return isDone
    }

    /// Whether a line of this length can be parsed in this turn.
    private func canParse(_ bytes: Int) -> Bool { bytes <= 4_096 || hasTimeLeft }

    /// Whether expensive work can start in this turn.
    private var hasTimeLeft: Bool { loop.isYieldedTurn || loop.hasTime }

    /// Defers a line of a client that waits for the reply to an earlier request. Responses to the daemon's own requests
    /// are processed at once, because another client may wait for them.
    private func deferLine(_ line: UnsafeBufferPointer<UInt8>, of client: Client) {
        switch LineParser.parse(line) {
        case .response(let id, let result): requests.receive(.init(result), id: id, from: client)
        case .invalidResponse(let id, let error):
            requests.receive(.malformed(error), id: id, from: client)
            // The error reply keeps its place in the order of the replies.
            client.deferLine(Array(line))
        case .call, .batch, .invalid: client.deferLine(Array(line))
        }
    }

    private func execute(_ bytes: UnsafeBufferPointer<UInt8>, from client: Client) -> Bool {
        switch LineParser.parse(bytes) {
        case .call(let id, let method, let params):
            let call = checked(method, params)
            if case .success(let call) = call {
                guard hasTimeLeft || !call.isExpensive else { return false }
            }
            if waitsForRoom(call, client) {
                client.putBack(Array(bytes))
                return true
            }
            let reply = answer(call, method, params, id: id, from: client, lineBytes: bytes.count)
            if let id { client.output.write(reply, id: id) }
        case .batch(let messages):
            // Parsing a long line can use up the turn, so its members are executed by `continueBatch`.
            client.batch = Batch(rest: messages[...], lineBytes: bytes.count)
            return true
        case .invalid(let id, let error): client.output.reply(id: id, error: error)
        case .response(let id, let result): requests.receive(.init(result), id: id, from: client)
        case .invalidResponse(let id, let error):
            requests.receive(.malformed(error), id: id, from: client)
            client.output.reply(id: .null, error: error)
        }
        clients.hasOutput(client)
        clients.replied()
        return true
    }

    /// Whether a call has to wait for room in the journal; the client's requests wait then.
    private func waitsForRoom(_ call: Result<Call, WireError>, _ client: Client) -> Bool {
        guard let gate, case .success(let call) = call, gate.mustWait(for: call) else { return false }
        gate.waitForRoom(client)
        return true
    }

    func refuseLongLine(of client: Client) {
        if client.mustDefer { client.deferLine([]) } else { answerLongLine(of: client) }
    }

    private func answerLongLine(of client: Client) {
        client.output.reply(id: .null, error: .lineTooLong(limit: lineLimit))
        clients.hasOutput(client)
    }

    /// Answers the next member of a batch. Events are sent at once, the replies together at the end, as one line.
    ///
    /// - Returns: As `receive`.
    func continueBatch(of client: Client) -> Bool {
        guard hasTimeLeft else { return false }
        let lineBytes = client.batch?.lineBytes ?? 0
        if let message = client.batch?.rest.first {
            switch message {
            case .call(let id, let method, let params):
                let call = checked(method, params)
                if waitsForRoom(call, client) { return true }
                let reply = answer(call, method, params, id: id, from: client, lineBytes: lineBytes, inBatch: true)
                if let id { client.batch?.add(reply, id: id) }
            case .invalid(let id, let error): client.batch?.add(.error(error), id: id)
            case .response(let id, let result): requests.receive(.init(result), id: id, from: client)
            case .invalidResponse(let id, let error):
                requests.receive(.malformed(error), id: id, from: client)
                client.batch?.add(.error(error), id: .null)
            case .batch: break
            }
            client.batch?.rest.removeFirst()
        } else if let batch = client.batch.take() {
            client.output.write(batch.replies)
        }
        clients.hasOutput(client)
        clients.replied()
        return true
    }

    private func checked(_ name: String, _ params: JSON) -> Result<Call, WireError> {
        do throws(WireError) { return .success(try Catalogue.call(name, params)) } catch { return .failure(error) }
    }

    private func answer(
        _ call: Result<Call, WireError>, _ name: String, _ params: JSON, id: RequestID?, from client: Client,
        lineBytes: Int, inBatch: Bool = false
    ) -> Reply {
        do throws(WireError) {
            let commands = if case .success(.batch(let commands, _)) = call { max(1, commands.count) } else { 1 }
            try refusing { () throws(Refusal) in
                try clients.require(.requests, adding: commands, of: client.peer, client.permit)
            }
            let call = try call.get()
            let once = call.onceKey.map { IdempotentRequest(key: $0, method: name, params: params) }
            var request = Request(method: name, id: id, client: client, inBatch: inBatch, lineBytes: lineBytes, once: once)
            request.reason = call.reason ?? client.reason
            return try answer(call, request)
        } catch {
            client.noteRefusal(of: name, params, error)
            return .error(error)
        }
    }

    private func answer(_ call: Call, _ request: Request) throws(WireError) -> Reply {
        // A query sent as a notification has no reply and no effect.
        guard request.id != nil || !request.isQuery else { return .later }
        if request.isQuery, let refusal = request.client.batch?.refusal { throw WireError(refusal) }
        guard let handler else { throw WireError.internalError("\(request.method) is not connected") }
        if case .hello = call {} else { request.client.hasBegun = true }
        try handler.check(call, request)
        return try handler.execute(call, request)
    }
}

extension Call {
    /// Whether the call can take longer than an event loop turn: it draws a picture, resolves a scene, or writes much of
    /// the panel's content.
    fileprivate var isExpensive: Bool {
        switch self {
        case .navGet, .toggleGet, .pickerGet, .valueGet, .screenGet, .screenList, .askList, .watchStart, .uiTree, .uiTap, .uiSet,
            .uiRender, .uiFind, .uiOpen, .terminalAttach, .terminalKey, .terminalMouse, .terminalPaste, .terminalResize,
            .pluginLoad, .pluginUnload, .pluginReload, .reload:
            true
        default: false
        }
    }
}
