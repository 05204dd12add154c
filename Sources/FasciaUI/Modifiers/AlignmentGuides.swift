import FasciaModel

/// An alignment of an app's own: says where it is in views that do not say so themselves.
public protocol AlignmentID {
    static func defaultValue(in context: ViewDimensions) -> CGFloat
}

/// The size of a view, and where its guides are, in points.
public struct ViewDimensions: Hashable, Sendable {
    public let width, height: CGFloat
    /// How high a line of text is: one cell.
    var lineHeight: CGFloat = 16

    public subscript(guide: HorizontalAlignment) -> CGFloat {
        switch guide.model {
        case .leading: 0
        case .center: width / 2
        case .trailing: width
        case .custom(let alignment): value(alignment.defaultGuide)
        }
    }

    public subscript(guide: VerticalAlignment) -> CGFloat {
        switch guide.model {
        case .top: 0
        case .center: height / 2
        case .bottom, .lastTextBaseline: height
        case .firstTextBaseline: min(height, lineHeight)
        case .custom(let alignment): value(alignment.defaultGuide)
        }
    }

    public subscript(explicit guide: HorizontalAlignment) -> CGFloat? { nil }
    public subscript(explicit guide: VerticalAlignment) -> CGFloat? { nil }

    private func value(_ guide: Guide) -> CGFloat {
        CGFloat(guide.points) + CGFloat(guide.width) * width + CGFloat(guide.height) * height
    }
}

extension Guide {
    /// What a function of a view's size comes to: so many points, and parts of its width and height.
    ///
    /// The layout is not done here, so the function is asked for three sizes and taken to be linear between them.
    init(_ place: (ViewDimensions) -> CGFloat, lineHeight: CGFloat = 16) {
        let probe: CGFloat = 1024
        func at(_ width: CGFloat, _ height: CGFloat) -> CGFloat {
            place(ViewDimensions(width: width, height: height, lineHeight: lineHeight))
        }
        let points = at(0, 0)
        let width = (at(probe, 0) - points) / probe
        let height = (at(0, probe) - points) / probe
        self.init(points: Double(points), width: Double(width), height: Double(height))
    }
}

extension HorizontalAlignment {
    public init(_ id: any AlignmentID.Type) {
        model = .custom(CustomAlignment(String(reflecting: id), defaultGuide: Guide(id.defaultValue)))
    }
}

extension VerticalAlignment {
    public init(_ id: any AlignmentID.Type) {
        model = .custom(CustomAlignment(String(reflecting: id), defaultGuide: Guide(id.defaultValue)))
    }
}

extension View {
    /// Says where the guide of an alignment is in this view.
    public func alignmentGuide(
        _ guide: HorizontalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat
    ) -> some View {
        modifier(GuideModifier(alignment: .horizontal(guide.model), place: computeValue))
    }

    public func alignmentGuide(
        _ guide: VerticalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat
    ) -> some View {
        modifier(GuideModifier(alignment: .vertical(guide.model), place: computeValue))
    }
}

/// A guide that may depend on how large cells are.
private struct GuideModifier: ViewModifier, PrimitiveModifier {
    typealias Body = Never
    let alignment: AlignmentGuide.Alignment
    let place: (ViewDimensions) -> CGFloat

    func update(_ place: Place, content: any View) {
        place.updateContent(content)
        let guide = place.reading { Guide(self.place, lineHeight: place.environment.cellSize.height) }
        place.lower { [unowned place, alignment] in
            place.childNodes.map { $0.with([.alignmentGuide(AlignmentGuide(alignment, guide))]) }
        }
    }
}
