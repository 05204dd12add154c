import FasciaDocument

extension View {
    public func accessibilityLabel(_ label: Text) -> some View { modifier(AccessibilityLabelModifier(label: label.string)) }
    @AnyTitle public func accessibilityLabel(_ label: LocalizedStringKey) -> some View { accessibilityLabel(Text(label)) }

    /// Hides the view from accessibility only: it is still visible, but `ui.tree` does not list it and `ui.tap` cannot
    /// tap it.
    public func accessibilityHidden(_ hidden: Bool) -> some View { node(.accessibilityHidden(hidden)) }

    /// Sets the id of the view's node, for `ui.tree`, `ui.tap` and tests. Identifiers must be unique on a screen.
    public func accessibilityIdentifier(_ identifier: String) -> some View {
        modifier(IdentifierModifier(identifier: identifier))
    }

    // Not supported by nodes.
    /// Sets the role: button, header, link, image or text. Other traits are ignored.
    public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
        modifier(NodeModifier(modifiers: traits.role.map { [.accessibilityRole($0)] } ?? []))
    }
}

public struct AccessibilityTraits: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let isButton = AccessibilityTraits(rawValue: 1), isHeader = AccessibilityTraits(rawValue: 2)
    public static let isSelected = AccessibilityTraits(rawValue: 4), isLink = AccessibilityTraits(rawValue: 8)
    public static let isImage = AccessibilityTraits(rawValue: 16), isStaticText = AccessibilityTraits(rawValue: 32)
    public static let isModal = Self(rawValue: 64), isToggle = Self(rawValue: 128), isSearchField = Self(rawValue: 256)
    public static let isKeyboardKey = Self(rawValue: 512), isSummaryElement = Self(rawValue: 1_024)
    public static let playsSound = Self(rawValue: 2_048), updatesFrequently = Self(rawValue: 4_096)
    public static let startsMediaSession = Self(rawValue: 8_192), allowsDirectInteraction = Self(rawValue: 16_384)
    public static let causesPageTurn = Self(rawValue: 32_768), isTabBar = Self(rawValue: 65_536)

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
