/// A screen and those on top of it. The path says which: what changes it goes there, and who goes back (a key, a
/// script's `nav.pop`, `dismiss`) changes the path.
public struct NavigationStack<Data, Root: View>: View {
    private let path: PathAccess?
    private let root: Root
    @State private var own = NavigationPath()

    public init(@ViewBuilder root: () -> Root) where Data == NavigationPath {
        path = nil
        self.root = root()
    }

    public init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root) where Data == NavigationPath {
        self.path = PathAccess(path)
        self.root = root()
    }

    public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
    where Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable {
        self.path = PathAccess(path)
        self.root = root()
    }

    public var body: some View { PathKeeper(path: path ?? PathAccess($own), root: root) }
}

/// The navigation of SwiftUI's first years: a `NavigationStack` without a path.
public struct NavigationView<Content: View>: View {
    private let content: Content
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
    public var body: some View { NavigationStack { content } }
}

/// A path of whatever type, as a stack needs it.
struct PathAccess: SelfComparing {
    let values: () -> [AnyHashable]
    /// Returns whether the path can hold such a value.
    let append: (AnyHashable) -> Bool
    let keep: (Int) -> Void
    /// Whether another one is certainly the same.
    private let source: any SelfComparing

    @MainActor init(_ path: Binding<NavigationPath>) {
        source = path
        values = { path.wrappedValue.values }
        append = {
            path.wrappedValue.values.append($0)
            return true
        }
        keep = { path.wrappedValue.values = Array(path.wrappedValue.values.prefix($0)) }
    }

    @MainActor init<Data>(_ path: Binding<Data>)
    where Data: RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable {
        source = path
        values = { path.wrappedValue.map { AnyHashable($0) } }
        append = {
            guard let value = $0.base as? Data.Element else { return false }
            path.wrappedValue.append(value)
            return true
        }
        keep = { path.wrappedValue = Data(path.wrappedValue.prefix($0)) }
    }

    func isSame(as other: PathAccess) -> Bool { Sameness.sameValues(source, other.source) }
}

/// Shows the root, and keeps what is above it as the path says.
private struct PathKeeper<Root: View>: View, Primitive {
    typealias Body = Never
    let path: PathAccess
    let root: Root

    func update(_ place: Place) {
        let control = place.slots.first as? PathControl ?? PathControl()
        place.slots = [control]
        control.path = path
        control.navigator = place.environment.coordinator?.navigator
        control.screen = place.environment.screen
        var environment = place.environment
        environment.pathControl = control
        // Before the path is looked at: what is in the root says which destinations there are.
        place.updateContent(root, environment: environment)
        let values = place.reading { path.values() }
        // In a tab that is not shown, the path waits.
        control.isShown = place.environment.isShown
        if control.differs(from: values) { place.graph.afterwards(place) { control.follow() } }
        place.onRemoval = { control.leave() }
    }
}

private struct PathControlKey: EnvironmentKey { static var defaultValue: PathControl? { nil } }

extension EnvironmentValues {
    /// The path of the `NavigationStack` around the view.
    var pathControl: PathControl? {
        get { self[PathControlKey.self] }
        set { self[PathControlKey.self] = newValue }
    }
}
