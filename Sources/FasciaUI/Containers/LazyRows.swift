/// How many elements of a `ForEach` a container that scrolls has evaluated. A terminal scrolls by itself and says
/// nothing of it, so the rest is asked for: below the last row stands one that adds as many again.
enum LazyRows {
    static let most = 200
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

private struct LazyKey: EnvironmentKey { static var defaultValue: Bool { false } }
private struct InListKey: EnvironmentKey { static var defaultValue: Bool { false } }

extension EnvironmentValues {
    /// Whether a `ForEach` here makes only as many views as may be seen.
    var isLazy: Bool {
        get { self[LazyKey.self] }
        set { self[LazyKey.self] = newValue }
    }

    /// Whether what stands here is a row of a list, or a section of rows.
    var isInList: Bool {
        get { self[InListKey.self] }
        set { self[InListKey.self] = newValue }
    }

    /// Of a row: what is in it is neither lazy nor a row.
    var inRow: EnvironmentValues {
        guard isLazy || isInList || listSelection != nil else { return self }
        var environment = self
        environment.isLazy = false
        environment.isInList = false
        environment.listSelection = nil
        return environment
    }
}
