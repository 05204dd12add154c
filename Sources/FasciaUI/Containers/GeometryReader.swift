import FasciaDocument

/// Passes the offered space to its content, and takes all of it.
///
/// All terminals share one screen, so the size is that of the terminal attached or resized last. Until a terminal
/// reports one, the size is `screenSize`. In a direction without an offered length (vertically in a `ScrollView`, for
/// example), it is 10 points.
public struct GeometryReader<Content: View>: View {
    private let content: (GeometryProxy) -> Content
    @State private var room: CGSize?
    @Environment(\.screenSize) private var screenSize

    public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) { self.content = content }

    public var body: some View {
        let size = room ?? screenSize
        ZStack(alignment: .topLeading) { content(GeometryProxy(size: size)) }
            .frame(
                minWidth: 0, idealWidth: 10, maxWidth: .infinity, minHeight: 0, idealHeight: 10, maxHeight: .infinity,
                alignment: .topLeading
            )
            .modifier(AvailableSizeModifier(made: size) { room = $0 })
    }
}

public struct GeometryProxy: Sendable {
    public let size: CGSize
    public var safeAreaInsets: EdgeInsets { EdgeInsets() }
    public func frame(in space: CoordinateSpace) -> CGRect { CGRect(origin: .zero, size: size) }
}

public enum CoordinateSpace: Hashable, Sendable { case global, local }

/// Publishes the size that its content was evaluated for, and receives other sizes.
private struct AvailableSizeModifier: ViewModifier, PrimitiveModifier {
    let made: CGSize
    let hear: (CGSize) -> Void

    func update(_ place: ViewNode, content: any View) {
        place.updatePassthrough(content)
        place.gesture = .room(hear)
        place.lower { [unowned place, made] in place.childNodes.map { $0.made(for: made, place) } }
    }
}

extension Node {
    /// Publishes the size that this node was evaluated for; `place` receives other sizes.
    @MainActor func made(for room: CGSize, _ place: ViewNode) -> Node {
        guard let id else { return self }
        place.graph.reportRoom(of: id, to: place)
        return with([.geometry(Room(width: Double(room.width), height: Double(room.height)))])
    }
}

private struct ScreenSizeKey: EnvironmentKey {
    static var defaultValue: CGSize? { nil }
}

extension EnvironmentValues {
    /// The size in points that views assume until a terminal reports one. The default is 80 columns by 22 rows, without
    /// the title row.
    public var screenSize: CGSize {
        get { self[ScreenSizeKey.self] ?? CGSize(width: 80 * cellSize.width, height: 22 * cellSize.height) }
        set { self[ScreenSizeKey.self] = newValue }
    }
}
