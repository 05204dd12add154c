import FasciaDocument
import FasciaRender

/// A system symbol, shown as one character. The renderer uses another character if only ASCII is available.
public struct Image: Hashable, Sendable {
    let name: String
    public init(systemName: String) { name = systemName }

    /// An image of the app's own. A terminal cannot show it and draws a dot.
    public init(_ name: String) { self.name = name }

    /// The character for the symbol inside a text.
    var glyph: String { Symbols.glyph(name, unicode: true) }

    public enum ResizingMode: Hashable, Sendable { case tile, stretch }
    public enum Interpolation: Hashable, Sendable { case none, low, medium, high }

    /// - Parameter label: ignored, like `bundle` and `variableValue`: a symbol is its name.
    public init(_ name: String, bundle: Bundle? = nil, label: Text? = nil) { self.init(name) }
    public init(decorative name: String, bundle: Bundle? = nil) { self.init(name) }
    public init(systemName: String, variableValue: Double?) { self.init(systemName: systemName) }

    public enum TemplateRenderingMode: Hashable, Sendable { case template, original }
}

@available(*, deprecated, message: "has no effect in a terminal: a symbol is one cell in the colour of the text around it")
extension Image {
    public func renderingMode(_ mode: TemplateRenderingMode?) -> Image { self }
    public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> Image { self }
    public func resizable(capInsets: EdgeInsets = EdgeInsets(), resizingMode: ResizingMode = .stretch) -> Image { self }
    public func interpolation(_ interpolation: Interpolation) -> Image { self }
    public func antialiased(_ isAntialiased: Bool) -> Image { self }
}

extension Image: View, Primitive {
    func update(_ viewNode: ViewNode) {
        let name = viewNode.environment.symbolVariants.applied(to: name)
        viewNode.setLowering { [address = viewNode.address] in
            [Node(.image(ImageContent(systemName: name)), id: address)]
        }
    }
}
