import FasciaDocument

/// A condition that a pilot waits for or expects.
public struct PilotCondition: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case text(String)
        case node(String, role: String?, value: JSON?)
    }

    let kind: Kind
    let isNegated: Bool

    /// A line of the picture contains this text.
    public static func text(_ text: String) -> PilotCondition { PilotCondition(kind: .text(text), isNegated: false) }

    /// A node with this id or label is visible.
    ///
    /// - Parameters:
    ///   - role: the role of the node, as in `VisibleNode`; `nil` for any.
    ///   - value: the value that the node shows beside its label; `nil` for any.
    public static func node(_ name: String, role: String? = nil, value: JSON? = nil) -> PilotCondition {
        PilotCondition(kind: .node(name, role: role, value: value), isNegated: false)
    }

    /// No line of the picture contains this text.
    public static func noText(_ text: String) -> PilotCondition { PilotCondition(kind: .text(text), isNegated: true) }

    /// No node with this id or label is visible.
    public static func noNode(_ name: String, role: String? = nil) -> PilotCondition {
        PilotCondition(kind: .node(name, role: role, value: nil), isNegated: true)
    }

    func holds(picture: String, nodes: [VisibleNode]) -> Bool {
        switch kind {
        case .text(let text): picture.contains(text) != isNegated
        case .node(let name, let role, let value):
            nodes.named(name).contains {
                (role == nil || $0.role == role) && (value == nil || $0.value == value)
            } != isNegated
        }
    }
}

extension PilotCondition: CustomStringConvertible {
    public var description: String {
        switch kind {
        case .text(let text): return "\"\(text)\" \(isNegated ? "not " : "")in the picture"
        case .node(let name, let role, let value):
            let what = "\(isNegated ? "no" : "a") \(role ?? "node") \"\(name)\""
            return what + (value.map { " that shows \($0.displayText)" } ?? "")
        }
    }
}
