import FasciaUI

extension Snapshot {
    /// A preview on a terminal of its own.
    @MainActor public struct PreviewSnapshot {
        /// The name that `previewDisplayName` or `#Preview` gives it; `nil` without one.
        public let name: String?
        public let snapshot: Snapshot
    }

    /// Shows each preview of a view: `Snapshot.previews(of: Row_Previews.self)`.
    ///
    /// - Parameters:
    ///   - columns: the width in cells of previews without a fixed layout.
    ///   - rows: the height in cells of those, including the title bar.
    public static func previews<Provider: PreviewProvider>(
        of type: Provider.Type, columns: Int = 80, rows: Int = 24
    ) -> [PreviewSnapshot] { PreviewedView.all(of: type).map { make($0, columns, rows) } }

    /// Shows each view of a preview, which is written as for `#Preview`.
    public static func previews(of preview: Preview, columns: Int = 80, rows: Int = 24) -> [PreviewSnapshot] {
        PreviewedView.all(of: preview).map { make($0, columns, rows) }
    }

    private static func make(_ part: PreviewedView, _ columns: Int, _ rows: Int) -> PreviewSnapshot {
        var size = (columns, rows)
        if case .fixed(let width, let height)? = part.layout {
            let cell = EnvironmentValues().cellSize
            // A row more for the title bar.
            size = (max(1, Int((width / cell.width).rounded())), max(1, Int((height / cell.height).rounded())) + 1)
        }
        let snapshot = Snapshot(part.view, columns: size.0, rows: size.1, title: part.name ?? "")
        return PreviewSnapshot(name: part.name, snapshot: snapshot)
    }
}
