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

/// The navigation view of the first SwiftUI versions: a `NavigationStack` without a path. Of several views, the first is a
/// list, and the second what is shown beside it while nothing is chosen, which a terminal does not show: see
/// `NavigationSplitView`.
public struct NavigationView<Content: View>: View {
    private let content: Content
    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    public var body: some View {
        if let columns = (content as? any ViewColumns)?.columns, columns.count > 1 {
            NavigationStack { AnyView(erased: columns[0]) }
        } else {
            NavigationStack { content }
        }
    }
}

/// A type-erased path.
struct PathAccess: CustomStructuralEquality {
    let values: () -> [AnyHashable]
    /// Returns false if the path cannot hold a value of this type.
    let append: (AnyHashable) -> Bool
    let truncate: (Int) -> Void
    /// The binding, for comparisons.
    private let source: any CustomStructuralEquality

    @MainActor init(_ path: Binding<NavigationPath>) {
        source = path
        values = { path.wrappedValue.values }
        append = {
            path.wrappedValue.values.append($0)
            return true
        }
        truncate = { path.wrappedValue.values = Array(path.wrappedValue.values.prefix($0)) }
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
        truncate = { path.wrappedValue = Data(path.wrappedValue.prefix($0)) }
    }

    func isStructurallyEqual(to other: PathAccess) -> Bool { StructuralEquality.sameValues(source, other.source) }
}

/// Shows the root, and synchronizes the screens above it with the path.
private struct PathView<Root: View>: View, Primitive {
    let path: PathAccess
    let root: Root

    func update(_ viewNode: ViewNode) {
        let control = viewNode.stored(PathControl())
        viewNode.graph.addNavigationStack(viewNode)
        control.path = path
        control.navigator = viewNode.environment.coordinator?.navigator
        (control.screen, control.environment) = (viewNode.environment.screen, viewNode.environment)
        var environment = viewNode.environment
        environment.pathControl = control
        // Updated before the path is read: views in the root declare the destinations.
        viewNode.updatePassthrough(root, environment: environment)
        let values = viewNode.tracking { path.values() }
        // In a hidden tab, the screens of the path are not shown.
        control.isShown = viewNode.environment.isShown
        if control.differs(from: values) { viewNode.graph.runAfterPass(viewNode) { control.synchronize() } }
        viewNode.onRemoval = { control.removeAll() }
    }
}

extension EnvironmentValues {
    /// The path of the surrounding `NavigationStack`.
    @Entry var pathControl: PathControl?
}
