import FasciaScene

/// The two parts of a wide screen: the entry aside at the left, and the one that it led to at the right.
///
/// Together they are not wider than can be read, and stand in the middle.
public struct Panes: Hashable, Sendable {
    let aside, main: CellRect

    private static let minimumColumns = 100
    private static let asideColumns = 40

    /// Whether a screen has room for both.
    public static func fit(in size: CellSize) -> Bool { size.columns >= minimumColumns }

    /// `nil` if the scene has no entry aside, or the screen no room for it.
    init?(of scene: Scene, in screen: CellRect) {
        guard Panes.fit(in: screen.size), scene.layers.contains(where: \.isAside) else { return nil }
        let mainColumns = min(screen.size.columns - Panes.asideColumns, ReadingColumnKind.maximumColumns + 4)
        let start = screen.minColumn + (screen.size.columns - Panes.asideColumns - mainColumns) / 2
        aside = CellRect(
            column: start, row: screen.minRow, columns: Panes.asideColumns, rows: screen.size.rows)
        main = CellRect(
            column: aside.maxColumn, row: screen.minRow, columns: mainColumns, rows: screen.size.rows)
    }

    /// The pane of a layer; `nil` for modals, which stand over both.
    func area(of layer: SceneLayer) -> CellRect? { layer.isAside ? aside : layer.modal == nil ? main : nil }
}
