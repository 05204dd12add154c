import FasciaDocument

extension View {
    public func border<S: ShapeStyle>(_ style: S, width: CGFloat = 1) -> some View { styled(style) { .border($0) } }

    public func foregroundColor(_ color: Color?) -> some View {
        modifier(
            EnvironmentModifier(
                change: { $0.foregroundLevels = color.map { [$0] } ?? [] },
                modifiers: color.map { [.foreground($0.model)] } ?? []))
    }

    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { modifier(ForegroundModifier(styles: [style])) }

    /// Sets the colours of the `primary` and `secondary` levels.
    public func foregroundStyle<First: ShapeStyle, Second: ShapeStyle>(
        _ primary: First, _ secondary: Second
    ) -> some View { modifier(ForegroundModifier(styles: [primary, secondary])) }
    public func foregroundStyle<First: ShapeStyle, Second: ShapeStyle, Third: ShapeStyle>(
        _ primary: First, _ secondary: Second, _ tertiary: Third
    ) -> some View { modifier(ForegroundModifier(styles: [primary, secondary, tertiary])) }

    public func bold(_ isActive: Bool = true) -> some View { node(.bold(isActive)) }
    public func italic(_ isActive: Bool = true) -> some View { node(.italic(isActive)) }
    public func underline(
        _ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil
    ) -> some View { node(.underline(isActive)) }
    public func strikethrough(
        _ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil
    ) -> some View { node(.strikethrough(isActive)) }

    public func fontWeight(_ weight: Font.Weight?) -> some View {
        modifier(NodeModifier(modifiers: weight.map { [$0.modifier] } ?? []))
    }

    public func font(_ font: Font?) -> some View { environment(\.font, font) }

    /// Sets the opacity, from 0 (invisible) to 1.
    public func opacity(_ opacity: Double) -> some View {
        node { check in [.opacity(min(max(check.number(CGFloat(opacity), "opacity"), 0), 1))] }
    }

    /// Hides the view: it keeps its space but cannot be seen or operated.
    public func hidden() -> some View { node(.hidden(true)) }

    public func clipShape<S: Shape>(_ shape: S, style: FillStyle = FillStyle()) -> some View { node(.clip(shape.model)) }
    public func clipped(antialiased: Bool = false) -> some View { node(.clip(.rectangle)) }

    public func cornerRadius(_ radius: CGFloat, antialiased: Bool = true) -> some View {
        node { check in [.cornerRadius(max(0, check.number(radius, "cornerRadius")))] }
    }

    /// Dims the view for an amount of 0.5 or more; terminals cannot remove colour.
    public func grayscale(_ amount: Double) -> some View { node(.dim(amount >= 0.5)) }

    func styled<S: ShapeStyle>(
        _ style: S, isArea: Bool = false, _ make: @escaping (NamedColor) -> FasciaDocument.Modifier
    ) -> some View { modifier(StyleModifier(style: style, isArea: isArea, make: make)) }
}

/// A modifier with a colour that may depend on the environment.
private struct StyleModifier: ViewModifier, PrimitiveModifier {
    let style: any ShapeStyle
    let isArea: Bool
    let make: (NamedColor) -> FasciaDocument.Modifier

    func update(_ viewNode: ViewNode, content: any View) {
        viewNode.updatePassthrough(content)
        let color = style.resolvedColor(in: viewNode.environment)
        viewNode.checkAsset(color)
        let modifier = make(isArea ? color.areaModel : color.model)
        viewNode.setLowering { [unowned viewNode] in viewNode.childNodes.map { $0.with([modifier]) } }
    }
}

/// Sets the foreground colours, from the primary level down.
private struct ForegroundModifier: ViewModifier, PrimitiveModifier {
    let styles: [any ShapeStyle]

    func update(_ viewNode: ViewNode, content: any View) {
        var environment = viewNode.environment
        let colors = styles.map { $0.resolvedColor(in: viewNode.environment) }
        for color in colors { viewNode.checkAsset(color) }
        environment.foregroundLevels = colors
        viewNode.updatePassthrough(content, environment: environment)
        let modifiers = colors.prefix(1).map { FasciaDocument.Modifier.foreground($0.model) }
        viewNode.setLowering { [unowned viewNode] in viewNode.childNodes.map { $0.with(modifiers) } }
    }
}
