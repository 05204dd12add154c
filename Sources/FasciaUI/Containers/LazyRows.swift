import FasciaModel

/// How a `ForEach` makes views where it may have many elements.
enum Laziness: Hashable {
    /// All of them.
    case none
    /// Those that somebody looks at: whoever shows them says which.
    case seen
    /// The first ones, and a row that adds as many again: in grids, whose cells cannot be told apart by where they are.
    case more
}

enum LazyRows {
    /// With no more elements than this, all of them are evaluated.
    static let most = 200
    /// How many are evaluated before anybody has said what is looked at.
    static let first = 100
    /// How many that are not looked at any more keep their state.
    static let kept = 1_000
}

/// The row below the last one, where there are more elements.
struct MoreRows: View {
    let rest: Int
    let action: () -> Void

    var body: some View {
        Button(action: action) {
            Text(verbatim: "▾ \(min(rest, LazyRows.most)) more of \(rest)").foregroundColor(.secondary)
        }
        .buttonStyle(.plain)
    }
}

private struct LazinessKey: EnvironmentKey { static var defaultValue: Laziness { .none } }
private struct InListKey: EnvironmentKey { static var defaultValue: Bool { false } }

extension EnvironmentValues {
    /// How many views a `ForEach` here makes.
    var laziness: Laziness {
        get { self[LazinessKey.self] }
        set { self[LazinessKey.self] = newValue }
    }

    /// Whether what stands here is a row of a list, or a section of rows.
    var isInList: Bool {
        get { self[InListKey.self] }
        set { self[InListKey.self] = newValue }
    }

    /// Of a row: what is in it is neither lazy nor a row.
    var inRow: EnvironmentValues {
        guard laziness != .none || isInList || listSelection != nil else { return self }
        var environment = self
        environment.laziness = .none
        environment.isInList = false
        environment.listSelection = nil
        return environment
    }
}
