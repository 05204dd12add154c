import FasciaModel
import FasciaWire

extension LineClient {
    /// Sends one JSON value as a line.
    public func send(_ message: JSON) throws {
        var writer = JSONWriter()
        writer.write(message)
        writer.bytes.append(UInt8(ascii: "\n"))
        try sendBytes(writer.bytes)
    }

    /// The next line as JSON.
    public func receive(before deadline: Deadline = .standard) throws -> JSON {
        try JSONParser.parse(receiveLine(before: deadline))
    }

    /// Sends a request and answers its reply; what comes before it (events) is handed to `meanwhile`.
    public func call(
        _ method: String, _ params: JSON = [:], id: JSON = 1, before deadline: Deadline = .standard,
        meanwhile: (JSON) throws -> Void = { _ in }
    ) throws -> JSON {
        try send(["id": id, "method": .string(method), "params": params])
        while true {
            let message = try receive(before: deadline)
            if message["method"] == nil && message["id"] == id { return message }
            try meanwhile(message)
        }
    }

    /// The result of a request. Throws the daemon's error.
    public func result(_ method: String, _ params: JSON = [:], before deadline: Deadline = .standard) throws -> JSON {
        let reply = try call(method, params, before: deadline)
        guard let result = reply["result"] else { throw TestFailure("\(method): \(reply)") }
        return result
    }

    /// The error of a request that must fail.
    public func error(_ method: String, _ params: JSON = [:], before deadline: Deadline = .standard) throws -> JSON {
        let reply = try call(method, params, before: deadline)
        guard let error = reply["error"] else { throw TestFailure("\(method) did not fail: \(reply)") }
        return error
    }
}
