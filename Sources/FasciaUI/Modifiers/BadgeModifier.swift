import FasciaModel

/// A few words at the end of its content's row.
private struct BadgeModifier: ViewModifier, PrimitiveModifier {
    typealias Body = Never
    let words: String?

    func update(_ place: Place, content: any View) {
        place.updateContent(content)
        guard let words, !words.isEmpty else { return }
        place.lower { [unowned place] in
            let badge = Node(.text(TextContent(words)), modifiers: [.dim(true)])
            let row = place.childNodes + [Node(.spacer(SpacerContent())), badge]
            return [Node(.stack(StackContent(.horizontal, children: row)))]
        }
    }
}

extension View {
    /// - Parameter count: 0 shows nothing.
    public func badge(_ count: Int) -> some View { modifier(BadgeModifier(words: count == 0 ? nil : "\(count)")) }
    public func badge(_ label: Text?) -> some View { modifier(BadgeModifier(words: label?.string)) }
    public func badge(_ key: LocalizedStringKey?) -> some View { modifier(BadgeModifier(words: key?.text)) }

    @_disfavoredOverload
    public func badge<S: StringProtocol>(_ label: S?) -> some View {
        modifier(BadgeModifier(words: label.map { String($0) }))
    }
}
