import FasciaDocument

extension View {
    public func accessibilityLabel(_ label: Text) -> some View {
        modifier(AccessibilityLabelModifier(label: label.string))
    }

    public func accessibilityLabel(_ label: LocalizedStringKey) -> some View {
        modifier(AccessibilityLabelModifier(label: label.text))
    }

    @_disfavoredOverload
    public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View {
        modifier(AccessibilityLabelModifier(label: String(label)))
    }

    /// Hides the view from accessibility only: it is still visible, but `ui.tree` does not list it and `ui.tap` cannot
    /// tap it.
    public func accessibilityHidden(_ hidden: Bool) -> some View { node(.accessibilityHidden(hidden)) }

    /// Sets the id of the view's node, for `ui.tree`, `ui.tap` and tests. Identifiers must be unique on a screen.
    public func accessibilityIdentifier(_ identifier: String) -> some View {
        modifier(IdentifierModifier(identifier: identifier))
    }

    // Not supported by nodes.
    @available(*, deprecated, message: "has no effect in a terminal: a node has only a label and a role")
    public func accessibilityHint(_ hint: Text) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a node has only a label and a role")
    public func accessibilityHint(_ hint: LocalizedStringKey) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a node has only a label and a role")
    public func accessibilityValue(_ value: Text) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a node has only a label and a role")
    public func accessibilityValue(_ value: LocalizedStringKey) -> some View { self }
    @_disfavoredOverload
    @available(*, deprecated, message: "has no effect in a terminal: a node has only a label and a role")
    public func accessibilityValue<S: StringProtocol>(_ value: S) -> some View { self }
    /// Sets the role: button, header, link, image or text. Other traits are ignored.
    public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
        modifier(NodeModifier(modifiers: traits.role.map { [.accessibilityRole($0)] } ?? []))
    }
    @available(*, deprecated, message: "has no effect in a terminal: a node has only a label and a role")
    public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a node has only a label and a role")
    public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a node has only a label and a role")
    public func help(_ text: LocalizedStringKey) -> some View { self }
}

public struct AccessibilityTraits: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let isButton = AccessibilityTraits(rawValue: 1)
    public static let isHeader = AccessibilityTraits(rawValue: 2)
    public static let isSelected = AccessibilityTraits(rawValue: 4)
    public static let isLink = AccessibilityTraits(rawValue: 8)
    public static let isImage = AccessibilityTraits(rawValue: 16)
    public static let isStaticText = AccessibilityTraits(rawValue: 32)

    /// The role for the first matching trait.
    var role: AccessibilityRole? {
        let roles: [(AccessibilityTraits, AccessibilityRole)] = [
            (.isButton, .button), (.isLink, .link), (.isHeader, .header), (.isImage, .image), (.isStaticText, .text),
        ]
        return roles.first { contains($0.0) }?.1
    }
}

/// Replaces the accessibility label of the content's controls.
private struct AccessibilityLabelModifier: ViewModifier, PrimitiveModifier {
    let label: String

    func update(_ viewNode: ViewNode, content: any View) {
        viewNode.updatePassthrough(content)
        viewNode.setLowering { [unowned viewNode, label] in
            viewNode.childNodes.map { node in
                var node = node
                node.modifiers.removeAll { if case .accessibilityLabel = $0 { true } else { false } }
                return node.with([.accessibilityLabel(label)])
            }
        }
    }
}

public enum AccessibilityChildBehavior: Hashable, Sendable { case ignore, contain, combine }
