import FasciaDocument

/// A node of a screen, as `fascia render --renderer json` shows it.
public struct ScreenNode: Sendable {
    private let json: JSON
    public let children: [ScreenNode]

    init(_ json: JSON) {
        self.json = json
        children = (json["children"]?.arrayValue ?? []).map(ScreenNode.init)
    }

    public subscript(member: String) -> JSON? { json[member] }

    public func text(_ member: String) -> String { json[member]?.stringValue ?? "" }
    public func isSet(_ member: String) -> Bool { json[member]?.boolValue == true }
    public func texts(_ member: String) -> [String] { (json[member]?.arrayValue ?? []).compactMap(\.stringValue) }

    public var id: String { text("id") }
    public var role: String { text("role") }
    /// Its name for people who cannot see it.
    public var label: String { text("label") }
    /// What it shows as its label.
    public var visibleLabel: String { json["text"]?.stringValue ?? label }
    public var isEnabled: Bool { isSet("enabled") }
    public var value: String { json["value"].map(\.displayText) ?? "" }
    /// What it shows beside its label.
    public var shown: String { json["shown"]?.stringValue ?? "" }
    public var conditions: [String] { texts("conditions") }
    public var notes: [String] { texts("notes") }
    public var fraction: Double? { json["fraction"]?.doubleValue }
    public var options: [Option] { (json["options"]?.arrayValue ?? []).map(Option.init) }
    public var selection: String? { json["selection"]?.stringValue }
    public var isHorizontal: Bool { text("axis") == "horizontal" }
    /// A heading of a list, whose rows follow it.
    public var isHeading: Bool { role == "section" && children.isEmpty && json["title"] != nil && json["options"] == nil }
    public var isFooter: Bool { role == "section" && children.isEmpty && json["title"] == nil && json["footer"] != nil }
    /// How many rows of a part of a long list are not known here.
    public var unknownRows: Int { role == "rows" ? max(0, (json["total"]?.intValue ?? 0) - children.count) : 0 }

    public struct Option: Sendable {
        public var id: String
        public var label: String

        init(_ json: JSON) {
            id = json["id"]?.stringValue ?? ""
            label = json["label"]?.stringValue ?? ""
        }
    }

    /// The modifiers of one kind, the outermost last.
    public func modifiers(_ name: String) -> [JSON] { (json["modifiers"]?.arrayValue ?? []).compactMap { $0[name] } }
}
