import FasciaDocument

/// A node of a screen, as `fascia render --renderer json` shows it.
struct PageNode {
    private let json: JSON
    let children: [PageNode]

    init(_ json: JSON) {
        self.json = json
        children = (json["children"]?.arrayValue ?? []).map(PageNode.init)
    }

    subscript(member: String) -> JSON? { json[member] }

    func text(_ member: String) -> String { json[member]?.stringValue ?? "" }
    func isSet(_ member: String) -> Bool { json[member]?.boolValue == true }
    func texts(_ member: String) -> [String] { (json[member]?.arrayValue ?? []).compactMap(\.stringValue) }

    var id: String { text("id") }
    var role: String { text("role") }
    /// Its name for people who cannot see it.
    var label: String { text("label") }
    /// What it shows as its label.
    var visibleLabel: String { json["text"]?.stringValue ?? label }
    var isEnabled: Bool { isSet("enabled") }
    var value: String { json["value"].map(\.displayText) ?? "" }
    /// What it shows beside its label.
    var shown: String { json["shown"]?.stringValue ?? "" }
    var conditions: [String] { texts("conditions") }
    var notes: [String] { texts("notes") }
    var fraction: Double? { json["fraction"]?.doubleValue }
    var options: [Option] { (json["options"]?.arrayValue ?? []).map(Option.init) }
    var selection: String? { json["selection"]?.stringValue }
    var isHorizontal: Bool { text("axis") == "horizontal" }
    /// A heading of a list, whose rows follow it.
    var isHeading: Bool { role == "section" && children.isEmpty && json["title"] != nil && json["options"] == nil }
    var isFooter: Bool { role == "section" && children.isEmpty && json["title"] == nil && json["footer"] != nil }

    struct Option {
        var id: String
        var label: String

        init(_ json: JSON) {
            id = json["id"]?.stringValue ?? ""
            label = json["label"]?.stringValue ?? ""
        }
    }

    /// The modifiers of one kind, the outermost last.
    func modifiers(_ name: String) -> [JSON] { (json["modifiers"]?.arrayValue ?? []).compactMap { $0[name] } }
}
