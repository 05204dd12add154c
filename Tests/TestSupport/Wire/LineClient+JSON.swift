import FasciaDocument
import FasciaWire

extension LineClient {
    /// Sends a JSON value as a line.
    public func send(_ message: JSON) throws {
        var writer = JSONWriter()
        writer.write(message)
        writer.bytes.append(UInt8(ascii: "\n"))
        try sendBytes(writer.bytes)
    }

    public func receive(before deadline: Deadline = .standard) throws -> JSON {
        try JSONParser.parse(receiveLine(before: deadline))
    }

    /// Sends a request and returns its reply. Messages before the reply are passed to `meanwhile`.
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

    /// The result of a request.
    ///
    /// - Throws: `TestFailure` if the reply is an error.
    public func result(_ method: String, _ params: JSON = [:], before deadline: Deadline = .standard) throws -> JSON {
        let reply = try call(method, params, before: deadline)
        guard let result = reply["result"] else { throw TestFailure("\(method): \(reply)") }
        return result
    }

    /// The error of a request.
    ///
    /// - Throws: `TestFailure` if the reply is a result.
    public func error(_ method: String, _ params: JSON = [:], before deadline: Deadline = .standard) throws -> JSON {
        let reply = try call(method, params, before: deadline)
        guard let error = reply["error"] else { throw TestFailure("\(method) did not fail: \(reply)") }
        return error
    }
}
