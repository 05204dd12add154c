import FasciaDocument

/// Passes the offered space to its content, and takes all of it.
///
/// All terminals share one screen, so the size is that of the terminal attached or resized last. Until a terminal
/// reports one, the size is `screenSize`. In a direction without an offered length (vertically in a `ScrollView`, for
/// example), it is 10 points.
public struct GeometryReader<Content: View>: View {
    private let content: (GeometryProxy) -> Content
    @State private var room: ProposedViewSize?
    @Environment(\.screenSize) private var screenSize

    public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) { self.content = content }

    public var body: some View {
        let room = room ?? ProposedViewSize(screenSize)
        ZStack(alignment: .topLeading) { content(GeometryProxy(size: room.replacingUnspecifiedDimensions())) }
            .frame(
                minWidth: 0, idealWidth: 10, maxWidth: .infinity, minHeight: 0, idealHeight: 10, maxHeight: .infinity,
                alignment: .topLeading
            )
            .modifier(AvailableSizeModifier(evaluatedSize: room) { self.room = $0 })
    }
}

public struct GeometryProxy: Sendable {
    public let size: CGSize
    public var safeAreaInsets: EdgeInsets { EdgeInsets() }
    public func frame(in space: CoordinateSpace) -> CGRect { CGRect(origin: .zero, size: size) }
    /// `nil`: where a view stands is each terminal's own.
    public func bounds(of space: CoordinateSpace) -> CGRect? { nil }
}

/// A space that frames are in. All are that of the view itself: where it stands is each terminal's own.
public enum CoordinateSpace: Hashable {
    case global, local, named(AnyHashable)
    public static var scrollView: Self { .named("scrollView") }
    public static func scrollView(axis: Axis) -> Self { .scrollView }
}

/// The size of a share of the room that a view has, as `containerRelativeFrame` says.
private struct ContainerRelativeFrame: ViewModifier {
    let axes: Axis.Set
    let alignment: Alignment
    let length: (CGFloat, Axis) -> CGFloat
    @State private var room: ProposedViewSize?
    @Environment(\.screenSize) private var screenSize

    func body(content: Content) -> some View {
        let room = room ?? ProposedViewSize(screenSize)
        let size = room.replacingUnspecifiedDimensions(by: screenSize)
        content
            .frame(
                width: axes.contains(.horizontal) ? length(size.width, .horizontal) : nil,
                height: axes.contains(.vertical) ? length(size.height, .vertical) : nil, alignment: alignment
            )
            .modifier(AvailableSizeModifier(evaluatedSize: room) { self.room = $0 })
    }
}

extension View {
    /// Makes the view as large as the room that it is offered, or the screen where it is offered none.
    ///
    /// - Parameter length: makes the length of the view of that of the room.
    public func containerRelativeFrame(
        _ axes: Axis.Set, alignment: Alignment = .center,
        _ length: @escaping (CGFloat, Axis) -> CGFloat = { length, _ in length }
    ) -> some View { modifier(ContainerRelativeFrame(axes: axes, alignment: alignment, length: length)) }
    public func containerRelativeFrame(
        _ axes: Axis.Set, count: Int, span: Int = 1, spacing: CGFloat, alignment: Alignment = .center
    ) -> some View {
        containerRelativeFrame(axes, alignment: alignment) { length, _ in
            let one = (length - spacing * CGFloat(count - 1)) / CGFloat(max(count, 1))
            return one * CGFloat(span) + spacing * CGFloat(span - 1)
        }
    }
}

/// Publishes the size that its content was evaluated for, and receives other sizes.
private struct AvailableSizeModifier: ViewModifier, PrimitiveModifier {
    let evaluatedSize: ProposedViewSize
    let sizeChanged: (ProposedViewSize) -> Void

    func update(_ viewNode: ViewNode, content: any View) {
        viewNode.updatePassthrough(content)
        viewNode.eventHandler = .availableSize(sizeChanged)
        viewNode.setLowering { [unowned viewNode, evaluatedSize] in
            viewNode.childNodes.map { $0.evaluated(for: evaluatedSize, by: viewNode) }
        }
    }
}

extension Node {
    /// Publishes the size that this node was evaluated for; `viewNode` receives other sizes.
    @MainActor func evaluated(for size: ProposedViewSize, by viewNode: ViewNode) -> Node {
        guard let id else { return self }
        viewNode.graph.observeSize(of: id, by: viewNode)
        return with([.geometry(Room(width: size.width.map { Double($0) }, height: size.height.map { Double($0) }))])
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
