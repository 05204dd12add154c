import FasciaDocument
import FasciaModel

/// A panel's complete state as one JSON document, written by `fascia state export` and read by `fascia state import`.
///
/// ```
/// {"format":"fascia.state","version":1,"revision":42,"lastEntry":9,
///  "stacks":[{"stack":"main","layers":[{"entries":[{"id":"e1","screen":"home"}]}]}],
///  "targets":[…],"groups":[…],"pickers":[…],"values":[{"key":"greeting","value":"hello"}],
///  "screens":[…],"orphaned":[],"apps":[],"environment":[{"scope":{},"values":{"tint":"red"}}]}
/// ```
///
/// Each part has the form that the method creating it takes. A group has the current state of its options in `on` and
/// `disabled`, a picker has the current `selection`. The epoch is not included: an import starts a new epoch, so that
/// no earlier cursor is reused for other events. Equal states always produce equal bytes.
public struct StateDocument: Hashable, Sendable {
    public var contents: PanelContents
    /// The screens whose app is connected.
    public var apps: [String]

    public init(_ contents: PanelContents, apps: [String]) {
        self.contents = contents
        self.apps = apps
    }

    static let format = "fascia.state"
    /// Increases when an existing member changes its meaning. A new member does not need a new version.
    static let version = 1

    /// - Throws: the mismatch for another format, a newer version, or an invalid document.
    public init(_ json: JSON) throws(Mismatch) {
        guard json["format"]?.stringValue == Self.format else {
            throw Mismatch(
                pointer: "/format", expected: "\"\(Self.format)\", which \"fascia state export\" writes",
                found: json["format"]?.found ?? "nothing")
        }
        guard let version = json["version"]?.intValue, (1...Self.version).contains(version) else {
            throw Mismatch(
                pointer: "/version", expected: "at most \(Self.version); a newer version needs a newer fascia",
                found: json["version"]?.found ?? "nothing")
        }
        self = try Self.schema.read(json)
    }

    public init(text: [UInt8]) throws(Mismatch) {
        let result: Result<JSON, ParseError> = text.withUnsafeBufferPointer { bytes in
            do throws(ParseError) { return .success(try JSONParser.parse(bytes)) } catch { return .failure(error) }
        }
        switch result {
        case .success(let json): try self.init(json)
        case .failure(let error): throw Mismatch(expected: "JSON", found: "a syntax error: \(error.message)")
        }
    }

    /// JSON with each group, screen, etc. on its own line, so that documents can be compared line by line. It is safe
    /// to print on a terminal (`Printable`).
    public var text: [UInt8] {
        var writer = JSONWriter(capacity: 4_096)
        writer.member("{\"format\":\"fascia.state\",\"version\":", Self.version)
        for (name, value) in Self.schema.write(self).objectValue?.members ?? [] {
            writer.raw(",\n")
            writer.writeString(name)
            writer.raw(":")
            if case .array(let elements) = value, !elements.isEmpty {
                writer.raw("[\n")
                for (index, element) in elements.enumerated() {
                    if index > 0 { writer.raw(",\n") }
                    writer.write(element)
                }
                writer.raw("\n]")
            } else {
                writer.write(value)
            }
        }
        writer.raw("\n}\n")
        return Array(Printable.json(writer.text, keepsLines: true).utf8)
    }
}
