import FasciaModel
import FasciaWire

extension Connection {
    /// Makes a change that is carried out once, though the connection may be lost over it: the same is then sent again
    /// over a new one, and answered as it was, or would have been, the first time.
    ///
    /// - Parameters:
    ///   - params: with a key `once`, or it gets a new one.
    ///   - timeout: how long all of it may take; `nil` for as long as it takes.
    ///   - lost: hears that the connection is lost, and that another one is waited for.
    /// - Throws: `RemoteError` if the daemon refuses; `ConnectionError` if there is none, or none again in time.
    public static func callOnce(
        path: String, name: String, _ method: String, _ params: JSON.Object, timeout: Duration?,
        lost: (ConnectionError) -> Void = { _ in }
    ) async throws -> JSON {
        var params = params
        if params["once"] == nil, params["dryRun"] != true { params["once"] = .string(newKey()) }
        let end = timeout.map { ContinuousClock.now + $0 }
        var backOff = BackOff()
        var loss: ConnectionError?
        while true {
            do {
                let connection = try await open(path: path, timeout: timeout)
                try await connection.hello(name: name)
                return try await connection.call(method, params)
            } catch let error as ConnectionError {
                // One that was never there will not come back.
                guard loss != nil ? error.mayPass : error.reason == .lost else { throw error }
                if loss == nil { lost(error) }
                let known = loss ?? error
                loss = known
                let pause = backOff.next()
                if let end, ContinuousClock.now + pause > end { throw known }
                try await ConnectionThread.shared.pause(for: pause)
            }
        }
    }

    /// 64 bits that nobody else has thought of.
    private static func newKey() -> String {
        let number = String(UInt64.random(in: 0 ... .max), radix: 16)
        return String(repeating: "0", count: 16 - number.count) + number
    }
}

extension ConnectionError {
    /// Whether a daemon that is being started again looks like this.
    fileprivate var mayPass: Bool {
        switch reason {
        case .lost, .noSocket, .nobodyListens, .busy: true
        case .notASocket, .denied, .pathTooLong, .noAnswer, .notFascia, .system: false
        }
    }
}
