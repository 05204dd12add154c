import FasciaDocument
import FasciaWire

/// Converts the payload of an action or the arguments of a screen between Swift values and JSON.
package enum Payload {
    package static func write(_ value: some Encodable) throws -> JSON {
        if let json = value as? JSON { return json }
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        // Equal values encode to equal text.
        encoder.outputFormatting = [.sortedKeys]
        return try JSONParser.parse(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    package static func read<Value: Decodable>(_ type: Value.Type, from json: JSON) throws -> Value {
        if let json = json as? Value { return json }
        var writer = JSONWriter()
        writer.write(json)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(type, from: Data(writer.bytes))
    }

    /// The error message, preceded by the coding path of a decoding error.
    package static func describe(_ error: any Error) -> String {
        func location(_ context: DecodingError.Context) -> String {
            let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
            return path.isEmpty ? "" : "at " + path.joined(separator: "/") + ": "
        }
        guard let error = error as? DecodingError else { return "\(error)" }
        switch error {
        case .keyNotFound(let key, let context): return location(context) + "no \"\(key.stringValue)\""
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            return location(context) + "expected \(type)"
        case .dataCorrupted(let context): return location(context) + context.debugDescription
        @unknown default: return "\(error)"
        }
    }
}
