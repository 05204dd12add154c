import FasciaModel

/// An alignment of an app's own: says where it is in views that do not say so themselves.
public protocol AlignmentID {
    static func defaultValue(in context: ViewDimensions) -> CGFloat
}

/// The size of a view, and where its guides are, in points.
public struct ViewDimensions: Hashable, Sendable {
    public let width, height: CGFloat

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
        // The first line is one cell high.
        case .firstTextBaseline: min(height, 16)
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
    init(_ place: (ViewDimensions) -> CGFloat) {
        let probe: CGFloat = 1024
        let points = place(ViewDimensions(width: 0, height: 0))
        let width = (place(ViewDimensions(width: probe, height: 0)) - points) / probe
        let height = (place(ViewDimensions(width: 0, height: probe)) - points) / probe
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
        _ guide: HorizontalAlignment, computeValue: (ViewDimensions) -> CGFloat
    ) -> some View {
        node(.alignmentGuide(AlignmentGuide(.horizontal(guide.model), Guide(computeValue))))
    }

    public func alignmentGuide(_ guide: VerticalAlignment, computeValue: (ViewDimensions) -> CGFloat) -> some View {
        node(.alignmentGuide(AlignmentGuide(.vertical(guide.model), Guide(computeValue))))
    }
}
