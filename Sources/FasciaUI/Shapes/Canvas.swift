import FasciaDocument

/// A picture that code draws: in dots, eight in a cell; a rectangle as large as a cell or larger fills whole cells.
public struct Canvas<Symbols: View>: View {
    private let symbols: Symbols
    private let renderer: (inout GraphicsContext, CGSize) -> Void

    /// - Parameter symbols: views that the code draws, by their tags.
    public init(
        opaque: Bool = false, colorMode: ColorRenderingMode = .nonLinear, rendersAsynchronously: Bool = false,
        renderer: @escaping (inout GraphicsContext, CGSize) -> Void, @ViewBuilder symbols: () -> Symbols
    ) {
        self.renderer = renderer
        self.symbols = symbols()
    }
}

extension Canvas where Symbols == EmptyView {
    public init(
        opaque: Bool = false, colorMode: ColorRenderingMode = .nonLinear, rendersAsynchronously: Bool = false,
        renderer: @escaping (inout GraphicsContext, CGSize) -> Void
    ) { self.init(renderer: renderer) { EmptyView() } }
}

extension Canvas: Primitive {
    func update(_ viewNode: ViewNode) {
        let views = PreviewedView.parts(of: symbols).map(\.view)
        viewNode.updateChildren { for (index, view) in views.enumerated() { $0.update(.index(index), view) } }
        let environment = viewNode.environment
        let picture = Picture(measure: NodeMeasure(cell: environment.cellSize))
        for (view, child) in zip(views, viewNode.children) {
            if let tag = view.tagValue {
                picture.symbols[tag] = Node(.stack(StackContent(.depth, children: child.lowered()))).anonymous
            }
        }
        let (room, size) = viewNode.fitted { room in
            let size = room.replacingUnspecifiedDimensions()
            var context = GraphicsContext(picture: picture, environment: environment)
            renderer(&context, size)
            return size
        }
        let nodes = picture.drawings.compactMap { $0.node(in: size, environment) }
        viewNode.setLowering { [unowned viewNode] in
            let frame = Frame(
                minWidth: 0, minHeight: 0, idealWidth: 10, idealHeight: 10, maxWidth: .infinity, maxHeight: .infinity,
                alignment: .topLeading)
            let stack = StackContent(.depth, alignment: .topLeading, children: nodes)
            return [
                Node(.stack(stack), id: viewNode.address, modifiers: [.frame(frame), .clip(.rectangle)])
                    .evaluated(for: room, by: viewNode)
            ]
        }
    }
}

/// What is drawn in one canvas.
private final class Picture {
    var drawings: [Drawing] = []
    var symbols: [AnyHashable: Node] = [:]
    let measure: NodeMeasure
    init(measure: NodeMeasure) { self.measure = measure }

    func size(of node: Node) -> CGSize { measure.sizes(of: [node], .unspecified).first ?? .zero }
}

private struct Drawing {
    enum Subject {
        case path(Path, any ShapeStyle, lineWidth: CGFloat?)
        case text(Text, CGRect)
        case node(Node, CGRect)
    }
    let subject: Subject
    let opacity: Double
    let clip: CGRect?

    @MainActor func node(in size: CGSize, _ environment: EnvironmentValues) -> Node? {
        let cell = environment.cellSize
        switch subject {
        case .text(let text, let rect): return text.node(in: environment).placed(rect, cell, opacity)
        case .node(let node, let rect): return node.placed(rect, cell, opacity)
        case .path(let path, let style, let lineWidth):
            let all = clip.map { $0.intersection(CGRect(origin: .zero, size: size)) } ?? CGRect(origin: .zero, size: size)
            let color = style.resolvedColor(in: environment).opacity(opacity)
            let bounds = path.boundingRect
            if lineWidth == nil, path.isRectangle, bounds.width >= cell.width * 0.75, bounds.height >= cell.height * 0.75 {
                let seen = bounds.intersection(all)
                return seen.isEmpty ? nil : Node(.color(color.areaModel)).placed(seen, cell, 1)
            }
            let seen = bounds.insetBy(dx: -(lineWidth ?? 0) / 2 - 1, dy: -(lineWidth ?? 0) / 2 - 1).intersection(all)
            guard !seen.isNull, seen.width > 0, seen.height > 0 else { return nil }
            let (left, top) = ((seen.minX / cell.width).rounded(.down), (seen.minY / cell.height).rounded(.down))
            let box = CGRect(
                x: left * cell.width, y: top * cell.height, width: ((seen.maxX / cell.width).rounded(.up) - left) * cell.width,
                height: ((seen.maxY / cell.height).rounded(.up) - top) * cell.height)
            let outline = path.applying(CGAffineTransform(translationX: -box.minX, y: -box.minY)).outline(in: box.size)
            let shape = ShapeContent(
                .outline(outline), fill: lineWidth == nil ? color.model : nil, stroke: lineWidth == nil ? nil : color.model,
                lineWidth: Double(lineWidth ?? 1))
            return Node(.shape(shape)).placed(box, cell, 1)
        }
    }
}

extension Node {
    /// The node in the cells nearest to a rectangle, at least one.
    fileprivate func placed(_ rect: CGRect, _ cell: CGSize, _ opacity: Double) -> Node {
        func cells(_ start: CGFloat, _ end: CGFloat, _ cell: CGFloat) -> (start: Double, count: Double) {
            let first = Double((start / cell).rounded())
            return (first, max(1, Double((end / cell).rounded()) - first))
        }
        let (x, y) = (cells(rect.minX, rect.maxX, cell.width), cells(rect.minY, rect.maxY, cell.height))
        let faded: [FasciaDocument.Modifier] = opacity < 1 ? [.opacity(max(0, opacity))] : []
        return with(
            faded + [
                .frame(Frame(width: x.count, height: y.count, unit: .cells)),
                .offset(NodeOffset(x: x.start, y: y.start, unit: .cells)),
            ])
    }
}

/// What draws in a `Canvas`.
public struct GraphicsContext {
    fileprivate let picture: Picture
    public let environment: EnvironmentValues
    public var opacity = 1.0
    public var transform = CGAffineTransform.identity
    public var blendMode = BlendMode.normal
    /// What changes a whole picture. It has no effect.
    public enum Filter: Sendable {
        case blur(radius: CGFloat), brightness(Double), contrast(Double), saturation(Double), grayscale(Double)
        case shadow(color: Color = .black, radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0), alphaThreshold(min: Double)
    }
    @available(*, deprecated, message: "has no effect in a terminal: cells cannot be blurred")
    public mutating func addFilter(_ filter: Filter) {}
    private var clip: CGRect?

    fileprivate init(picture: Picture, environment: EnvironmentValues) {
        self.picture = picture
        self.environment = environment
    }

    /// What an area or a line is drawn with.
    public struct Shading: Sendable {
        fileprivate let style: any ShapeStyle
        public static func color(_ color: Color) -> Shading { Shading(style: color) }
        public static func color(
            _ space: Color.RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1
        ) -> Shading { .color(Color(space, red: red, green: green, blue: blue, opacity: opacity)) }
        public static func color(_ space: Color.RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) -> Shading {
            .color(Color(space, white: white, opacity: opacity))
        }
        public static func style<S: ShapeStyle>(_ style: S) -> Shading { Shading(style: style) }
        public static func linearGradient(
            _ gradient: Gradient, startPoint: CGPoint, endPoint: CGPoint, options: GradientOptions = []
        ) -> Shading { Shading(style: gradient) }
        public static func radialGradient(
            _ gradient: Gradient, center: CGPoint, startRadius: CGFloat, endRadius: CGFloat, options: GradientOptions = []
        ) -> Shading { Shading(style: gradient) }
        public static func conicGradient(
            _ gradient: Gradient, center: CGPoint, angle: Angle = .zero, options: GradientOptions = []
        ) -> Shading { Shading(style: gradient) }
        public static var foreground: Shading { Shading(style: .foreground) }
        public static var backdrop: Shading { Shading(style: .background) }
    }
    public struct GradientOptions: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let `repeat` = Self(rawValue: 1), mirror = Self(rawValue: 2), linearColor = Self(rawValue: 4)
    }

    /// A text, an image or a symbol that was measured.
    public struct Resolved {
        fileprivate var subject: Text?
        fileprivate let node: Node
        public let size: CGSize
        public var shading = Shading.foreground
        public func measure(in size: CGSize) -> CGSize { self.size }
    }
    public typealias ResolvedText = Resolved
    public typealias ResolvedImage = Resolved
    public typealias ResolvedSymbol = Resolved

    public func resolve(_ text: Text) -> Resolved {
        let node = Node(.text(TextContent(text.string)))
        return Resolved(subject: text, node: node, size: picture.size(of: node))
    }
    public func resolve(_ image: Image) -> Resolved {
        Resolved(node: Node(.image(ImageContent(systemName: image.name))), size: environment.cellSize)
    }
    public func resolveSymbol<ID: Hashable>(id: ID) -> Resolved? {
        picture.symbols[AnyHashable(id)].map { Resolved(node: $0, size: picture.size(of: $0)) }
    }

    public func fill(_ path: Path, with shading: Shading, style: FillStyle = FillStyle()) {
        draw(.path(path.applying(transform), shading.style, lineWidth: nil))
    }
    public func stroke(_ path: Path, with shading: Shading, lineWidth: CGFloat = 1) {
        draw(.path(path.applying(transform), shading.style, lineWidth: lineWidth))
    }
    public func stroke(_ path: Path, with shading: Shading, style: StrokeStyle) {
        stroke(path, with: shading, lineWidth: style.lineWidth)
    }

    public func draw(_ text: Text, at point: CGPoint, anchor: UnitPoint = .center) {
        draw(resolve(text), at: point, anchor: anchor)
    }
    public func draw(_ text: Text, in rect: CGRect) { draw(resolve(text), in: rect) }
    public func draw(_ image: Image, at point: CGPoint, anchor: UnitPoint = .center) {
        draw(resolve(image), at: point, anchor: anchor)
    }
    public func draw(_ image: Image, in rect: CGRect, style: FillStyle = FillStyle()) { draw(resolve(image), in: rect) }
    public func draw(_ resolved: Resolved, at point: CGPoint, anchor: UnitPoint = .center) {
        let (place, size) = (transform.transform(point), resolved.size)
        let origin = CGPoint(x: place.x - anchor.x * size.width, y: place.y - anchor.y * size.height)
        draw(resolved, CGRect(origin: origin, size: size))
    }
    public func draw(_ resolved: Resolved, in rect: CGRect, style: FillStyle = FillStyle()) {
        draw(resolved, CGRect(origin: transform.transform(rect.origin), size: rect.size))
    }

    private func draw(_ resolved: Resolved, _ rect: CGRect) {
        draw(resolved.subject.map { .text($0, rect) } ?? .node(resolved.node, rect))
    }
    private func draw(_ subject: Drawing.Subject) {
        picture.drawings.append(Drawing(subject: subject, opacity: opacity, clip: clip))
    }

    /// Draws in a context of its own, whose changes do not stay.
    public func drawLayer(content: (inout GraphicsContext) throws -> Void) rethrows {
        var layer = self
        try content(&layer)
    }

    /// What comes is drawn only in the rectangle around a path.
    public mutating func clip(to path: Path, style: FillStyle = FillStyle()) {
        let bounds = path.applying(transform).boundingRect
        clip = clip.map { $0.intersection(bounds) } ?? bounds
    }

    public mutating func translateBy(x: CGFloat, y: CGFloat) { transform = transform.translatedBy(x: x, y: y) }
    public mutating func scaleBy(x: CGFloat, y: CGFloat) { transform = transform.scaledBy(x: x, y: y) }
    public mutating func rotate(by angle: Angle) { transform = transform.rotated(by: CGFloat(angle.radians)) }
    public mutating func concatenate(_ other: CGAffineTransform) { transform = other.concatenating(transform) }
}
