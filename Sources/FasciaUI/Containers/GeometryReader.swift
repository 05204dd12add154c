import FasciaModel

/// Gives its content the room that it is offered, and takes all of it.
///
/// A screen is the same for all terminals that show it. The size is that of the terminal that was attached or resized
/// last; until one is known, it is that of an ordinary terminal. Where no length is offered (down a `ScrollView`, say),
/// it is 10 points.
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
            .modifier(RoomModifier(made: size) { room = $0 })
    }
}

public struct GeometryProxy: Sendable {
    public let size: CGSize
    public var safeAreaInsets: EdgeInsets { EdgeInsets() }
    public func frame(in space: CoordinateSpace) -> CGRect { CGRect(origin: .zero, size: size) }
}

public enum CoordinateSpace: Hashable, Sendable { case global, local }

/// Says what room its content was made for, and hears of another one.
private struct RoomModifier: ViewModifier, PrimitiveModifier {
    typealias Body = Never
    let made: CGSize
    let hear: (CGSize) -> Void

    func update(_ place: Place, content: any View) {
        place.updateContent(content)
        place.gesture = .room(hear)
        place.lower { [unowned place, made] in place.childNodes.map { $0.made(for: made, place) } }
    }
}

extension Node {
    /// Says what room it was made for; `place` hears of another one.
    @MainActor func made(for room: CGSize, _ place: Place) -> Node {
        guard let id else { return self }
        place.graph.reportRoom(of: id, to: place)
        return with([.geometry(Room(width: Double(room.width), height: Double(room.height)))])
    }
}

private struct ScreenSizeKey: EnvironmentKey {
    static var defaultValue: CGSize? { nil }
}

extension EnvironmentValues {
    /// The size that views are told they have until a terminal says otherwise, in points: 80 columns and 22 rows below
    /// the title, where nobody sets it.
    public var screenSize: CGSize {
        get { self[ScreenSizeKey.self] ?? CGSize(width: 80 * cellSize.width, height: 22 * cellSize.height) }
        set { self[ScreenSizeKey.self] = newValue }
    }
}
