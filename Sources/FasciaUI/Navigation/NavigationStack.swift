/// A root screen with screens pushed on top of it. The path determines the screens: changing it pushes or pops. Going
/// back by key, by a script's `nav.pop` or by `dismiss` changes the path.
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

    public var body: some View { PathView(path: path ?? PathAccess($own), root: root) }
}

/// The navigation view of the first SwiftUI versions: a `NavigationStack` without a path.
public struct NavigationView<Content: View>: View {
    private let content: Content
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
    public var body: some View { NavigationStack { content } }
}

/// A type-erased path.
struct PathAccess: SelfComparing {
    let values: () -> [AnyHashable]
    /// Returns false if the path cannot hold a value of this type.
    let append: (AnyHashable) -> Bool
    let keep: (Int) -> Void
    /// The binding, for comparisons.
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

    func isStructurallyEqual(as other: PathAccess) -> Bool { StructuralEquality.sameValues(source, other.source) }
}

/// Shows the root, and synchronizes the screens above it with the path.
private struct PathView<Root: View>: View, Primitive {
    let path: PathAccess
    let root: Root

    func update(_ place: ViewNode) {
        let control = place.slots.first as? PathControl ?? PathControl()
        place.slots = [control]
        control.path = path
        control.navigator = place.environment.coordinator?.navigator
        control.screen = place.environment.screen
        var environment = place.environment
        environment.pathControl = control
        // Updated before the path is read: views in the root declare the destinations.
        place.updatePassthrough(root, environment: environment)
        let values = place.reading { path.values() }
        // In a hidden tab, the screens of the path are not shown.
        control.isShown = place.environment.isShown
        if control.differs(from: values) { place.graph.afterwards(place) { control.follow() } }
        place.onRemoval = { control.leave() }
    }
}

extension EnvironmentValues {
    /// The path of the surrounding `NavigationStack`.
    @Entry var pathControl: PathControl?
}
