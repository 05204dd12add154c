import FasciaModel

/// A whole state as one JSON document: what `fascia state export` writes and `fascia state import` takes.
///
/// ```
/// {"format":"fascia.state","version":1,"revision":42,"lastEntry":9,
///  "stacks":[{"stack":"main","layers":[{"entries":[{"id":"e1","screen":"home"}]}]}],
///  "targets":[…],"groups":[…],"pickers":[…],"values":[{"key":"greeting","value":"hello"}],
///  "screens":[…],"orphaned":[],"apps":[],"environment":[{"scope":{},"values":{"tint":"red"}}]}
/// ```
///
/// Its parts stand in it as the methods take them that make them: a group with what each option is now in `on` and
/// `disabled`, a picker with `selection`. The epoch is not in it: whoever imports it begins a new one, so that no cursor
/// of before is used again for other events. The same state always makes the same bytes.
public struct StateDocument: Hashable, Sendable {
    public var contents: PanelContents
    /// The screens that have an app behind them.
    public var apps: [String]

    public init(_ contents: PanelContents, apps: [String]) {
        self.contents = contents
        self.apps = apps
    }

    static let format = "fascia.state"
    /// Goes up when what was there means something else. A new member alone is no new version.
    static let version = 1

    /// - Throws: for another format, a newer version, and what is not as it has to be.
    public init(_ json: JSON) throws(Mismatch) {
        guard json["format"]?.stringValue == Self.format else {
            throw Mismatch(
                pointer: "/format", expected: "\"\(Self.format)\", which \"fascia state export\" writes",
                found: json["format"]?.found ?? "nothing")
        }
        guard let version = json["version"]?.intValue, (1...Self.version).contains(version) else {
            throw Mismatch(
                pointer: "/version", expected: "\(Self.version), or less: a newer one needs a newer program",
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
        case .failure(let error): throw Mismatch(expected: "JSON", found: "something else: \(error.message)")
        }
    }

    /// JSON with each group, screen and the like on a line of its own, so that two of them can be compared by lines. It
    /// can be shown on a terminal (`Printable`).
    public var text: [UInt8] {
        var writer = JSONWriter(capacity: 4_096)
        writer.raw("{\"format\":\"fascia.state\",\"version\":")
        writer.writeInt(Self.version)
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
