import FasciaModel

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

    /// What is hidden so is shown, and known to nobody who does not look: it is not in `ui.tree`, and not operated by
    /// `ui.tap`.
    public func accessibilityHidden(_ hidden: Bool) -> some View { node(.accessibilityHidden(hidden)) }

    /// The id of its node, for `ui.tree`, `ui.tap` and tests. On one screen each has an identifier of its own.
    public func accessibilityIdentifier(_ identifier: String) -> some View {
        modifier(IdentifierModifier(identifier: identifier))
    }

    // What nodes have no room for.
    @available(*, deprecated, message: "has no effect in a terminal: a node has only a label and a role")
    public func accessibilityHint(_ hint: Text) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a node has only a label and a role")
    public func accessibilityHint(_ hint: LocalizedStringKey) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a node has only a label and a role")
    public func accessibilityValue(_ value: Text) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a node has only a label and a role")
    public func accessibilityValue(_ value: LocalizedStringKey) -> some View { self }
    /// What it is: a button, a header, a link, an image or a text.
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

    /// The first of them that says what something is.
    var role: AccessibilityRole? {
        let roles: [(AccessibilityTraits, AccessibilityRole)] = [
            (.isButton, .button), (.isLink, .link), (.isHeader, .header), (.isImage, .image), (.isStaticText, .text),
        ]
        return roles.first { contains($0.0) }?.1
    }
}

/// Takes the place of what a control in it is called by itself.
private struct AccessibilityLabelModifier: ViewModifier, PrimitiveModifier {
    typealias Body = Never
    let label: String

    func update(_ place: Place, content: any View) {
        place.updateContent(content)
        place.lower { [unowned place, label] in
            place.childNodes.map { node in
                var node = node
                node.modifiers.removeAll { if case .accessibilityLabel = $0 { true } else { false } }
                return node.with([.accessibilityLabel(label)])
            }
        }
    }
}

public enum AccessibilityChildBehavior: Hashable, Sendable { case ignore, contain, combine }
