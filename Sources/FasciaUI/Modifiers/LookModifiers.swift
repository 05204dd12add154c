import FasciaModel

extension View {
    public func background(_ color: Color) -> some View { node(.background(color.named)) }

    public func background<S: ShapeStyle>(_ style: S) -> some View { styled(style) { .background($0) } }

    public func border<S: ShapeStyle>(_ style: S, width: CGFloat = 1) -> some View { styled(style) { .border($0) } }

    public func foregroundColor(_ color: Color?) -> some View {
        modifier(NodeModifier(modifiers: color.map { [.foreground($0.named)] } ?? []))
    }

    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { styled(style) { .foreground($0) } }

    public func bold(_ isActive: Bool = true) -> some View { node(.bold(isActive)) }
    public func italic(_ isActive: Bool = true) -> some View { node(.italic(isActive)) }
    public func underline(_ isActive: Bool = true, color: Color? = nil) -> some View { node(.underline(isActive)) }

    public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> some View {
        node(.strikethrough(isActive))
    }

    public func fontWeight(_ weight: Font.Weight?) -> some View {
        modifier(NodeModifier(modifiers: weight.map { [$0.modifier] } ?? []))
    }

    public func font(_ font: Font?) -> some View { modifier(NodeModifier(modifiers: font?.modifiers ?? [])) }

    public func accessibilityLabel(_ label: Text) -> some View { node(.accessibilityLabel(label.string)) }
    public func accessibilityLabel(_ label: LocalizedStringKey) -> some View { node(.accessibilityLabel(label.text)) }

    @_disfavoredOverload
    public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View {
        node(.accessibilityLabel(String(label)))
    }

    private func styled<S: ShapeStyle>(
        _ style: S, _ make: @escaping (NamedColor) -> FasciaModel.Modifier
    ) -> some View {
        modifier(StyleModifier(style: style, make: make))
    }
}

/// A modifier with a colour that may depend on the environment.
private struct StyleModifier: ViewModifier, PrimitiveModifier {
    typealias Body = Never
    let style: any ShapeStyle
    let make: (NamedColor) -> FasciaModel.Modifier

    func update(_ place: Place, content: any View) {
        place.updateContent(content)
        let modifier = make(style.resolvedColor(in: place.environment).named)
        place.lower { [unowned place] in place.childNodes.map { $0.with([modifier]) } }
    }
}
