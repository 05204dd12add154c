import FasciaModel

public struct HorizontalAlignment: Hashable, Sendable {
    let side: FasciaModel.Alignment.Side
    public static let leading = HorizontalAlignment(side: .start)
    public static let center = HorizontalAlignment(side: .center)
    public static let trailing = HorizontalAlignment(side: .end)
}

public struct VerticalAlignment: Hashable, Sendable {
    let side: FasciaModel.Alignment.Side
    public static let top = VerticalAlignment(side: .start)
    public static let center = VerticalAlignment(side: .center)
    public static let bottom = VerticalAlignment(side: .end)
    /// Lines of cells have one baseline: the first is the top.
    public static let firstTextBaseline = VerticalAlignment(side: .start)
    public static let lastTextBaseline = VerticalAlignment(side: .end)
}

/// Where something stands in something larger.
public struct Alignment: Hashable, Sendable {
    public var horizontal: HorizontalAlignment
    public var vertical: VerticalAlignment

    public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
    public static let top = Alignment(horizontal: .center, vertical: .top)
    public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
    public static let leading = Alignment(horizontal: .leading, vertical: .center)
    public static let center = Alignment(horizontal: .center, vertical: .center)
    public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
    public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
    public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
    public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)

    var model: FasciaModel.Alignment {
        FasciaModel.Alignment.allCases.first {
            $0.horizontal == horizontal.side && $0.vertical == vertical.side
        } ?? .center
    }
}
