import FasciaModel

/// Gives its content the size of the screen, and takes all the room that it is offered.
///
/// A screen is evaluated once for all terminals that show it, and each has a size of its own; so the size that is given
/// is that of an ordinary terminal, 80 columns and 22 rows below the title, in points.
public struct GeometryReader<Content: View>: View {
    private let content: (GeometryProxy) -> Content
    @Environment(\.screenSize) private var size

    public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) { self.content = content }

    public var body: some View {
        ZStack(alignment: .topLeading) { content(GeometryProxy(size: size)) }
            .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
    }
}

public struct GeometryProxy: Sendable {
    public let size: CGSize
    public var safeAreaInsets: EdgeInsets { EdgeInsets() }
    public func frame(in space: CoordinateSpace) -> CGRect { CGRect(origin: .zero, size: size) }
}

public enum CoordinateSpace: Hashable, Sendable { case global, local }

private struct ScreenSizeKey: EnvironmentKey {
    static var defaultValue: CGSize { CGSize(width: 80 * 8, height: 22 * 16) }
}

extension EnvironmentValues {
    /// The size that views are told they have, in points.
    public var screenSize: CGSize {
        get { self[ScreenSizeKey.self] }
        set { self[ScreenSizeKey.self] = newValue }
    }
}
