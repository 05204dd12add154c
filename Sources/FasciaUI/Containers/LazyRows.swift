/// How many of its elements a `ForEach` evaluates.
enum Laziness: Hashable {
    /// All.
    case none
    /// The visible ones. The panel requests them by index.
    case visible
    /// The first ones, and a row that adds more. Used in grids, where a row index does not identify a cell.
    case paged
}

enum LazyRows {
    /// Up to this number of elements, all of them are evaluated.
    static let threshold = 200
    /// The number of elements evaluated before any are requested.
    static let initialCount = 100
    /// The number of elements out of view that keep their state.
    static let keptCount = 1_000
}

/// The row after the last one, which adds more elements.
struct LoadMoreRow: View {
    let rest: Int
    let action: () -> Void

    var body: some View {
        Button(action: action) {
            Text(verbatim: "▾ \(min(rest, LazyRows.threshold)) more of \(rest)").foregroundColor(.secondary)
        }
        .buttonStyle(.plain)
    }
}

extension EnvironmentValues {
    /// How many of its elements a `ForEach` evaluates.
    @Entry var laziness: Laziness = .none

    /// Whether this view is a row of a list, or a section of rows.
    @Entry var isInList = false

    /// The environment inside a row: neither lazy, nor in a list, nor selectable.
    var inRow: EnvironmentValues {
        guard laziness != .none || isInList || listSelection != nil || selectionMenu != nil else { return self }
        var environment = self
        environment.laziness = .none
        environment.isInList = false
        environment.listSelection = nil
        environment.selectionMenu = nil
        return environment
    }
}
