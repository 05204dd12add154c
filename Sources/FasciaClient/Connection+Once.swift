import FasciaDocument
import FasciaWire

extension Connection {
    /// Makes a change with an idempotency key. If the connection is lost, sends the same request again over a new one;
    /// the daemon carries it out once and repeats the first answer.
    ///
    /// - Parameters:
    ///   - params: the parameters; a random key `once` is added if they have none.
    ///   - timeout: maximum time for all attempts together; `nil` for no limit.
    ///   - onConnectionLost: called once, when the connection is lost for the first time.
    /// - Throws: `RemoteError` if the daemon refuses; `ConnectionError` if the first connection cannot be made, or no new
    ///   one in time.
    public static func callIdempotently(
        path: String, name: String, _ method: String, _ params: JSON.Object, timeout: Duration?,
        onConnectionLost: (ConnectionError) -> Void = { _ in }
    ) async throws -> JSON {
        var params = params
        if params["once"] == nil, params["dryRun"] != true { params["once"] = .string(makeKey()) }
        return try await repeating(timeout: timeout, onConnectionLost: onConnectionLost) { left in
            let connection = try await open(path: path, timeout: left)
            try await connection.hello(name: name)
            return try await connection.call(method, params)
        }
    }

    private static let mostLosses = 3

    /// Tries again what a restart of the daemon has cut off.
    ///
    /// A daemon that has been reached and is lost is waited for, and then the client that carries a thing out, which has lost it,
    /// too. A daemon that could not be reached in the first place is not waited for.
    ///
    /// - Parameters:
    ///   - timeout: maximum time for all attempts together; `nil` for no limit.
    ///   - isContinued: whether the caller has reached the daemon before, so that the first attempt waits, too.
    ///   - onConnectionLost: called once, when the connection is lost for the first time.
    ///   - attempt: connects by itself, and takes no longer than it is given. It must be no harm to do it twice.
    /// - Throws: what the attempt throws; the first loss, or the last such refusal, if no other attempt succeeds in time.
    package static func repeating<Answer>(
        timeout: Duration?, isContinued: Bool = false, onConnectionLost: (ConnectionError) -> Void = { _ in },
        _ attempt: (_ left: Duration?) async throws -> Answer
    ) async throws -> Answer {
        let end = timeout.map { ContinuousClock.now + $0 }
        var left = timeout
        var backOff = BackOff()
        var loss: ConnectionError?
        var losses = 0
        while true {
            let failure: any Error
            do {
                return try await attempt(left)
            } catch let error as ConnectionError where error.isWaitedFor(hasReached: isContinued || loss != nil) {
                if loss == nil { onConnectionLost(error) }
                loss = loss ?? error
                failure = loss ?? error
                if error.reason == .connectionLost { losses += 1 }
                // A request that ends the daemon must not do so again and again.
                if losses > mostLosses { throw failure }
            } catch let error as RemoteError where loss != nil && error.isOfAbsentClaimer {
                // The daemon is back before it.
                failure = error
            }
            let pause = backOff.next()
            if let end, ContinuousClock.now + pause > end { throw failure }
            try await ConnectionThread.shared.sleep(for: pause)
            left = end.map { ContinuousClock.now.duration(to: $0) }
            if let left, left <= .zero { throw failure }
        }
    }

    /// A random 64-bit key in hexadecimal.
    private static func makeKey() -> String {
        let number = String(UInt64.random(in: 0 ... .max), radix: 16)
        return String(repeating: "0", count: 16 - number.count) + number
    }
}

extension RemoteError {
    /// Whether the client that carries the thing out has left.
    fileprivate var isOfAbsentClaimer: Bool { reason == "unavailable" && data["left"] != nil }
}

extension ConnectionError {
    /// Whether a program waits for the daemon after an attempt that has ended so.
    ///
    /// - Parameter hasReached: whether it has reached the daemon before.
    package func isWaitedFor(hasReached: Bool) -> Bool { hasReached ? isTransient : reason == .connectionLost }

    /// Whether the error can occur while the daemon restarts.
    public var isTransient: Bool {
        switch reason {
        case .connectionLost, .noSocket, .staleSocket, .busy: true
        case .notASocket, .denied, .pathTooLong, .timeout, .protocolError, .system: false
        }
    }
}
