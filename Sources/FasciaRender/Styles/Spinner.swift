/// The one cell that says that something is going on.
///
/// It turns, except without colours: somebody may have a reason to want no more than needed.
enum Spinner {
    /// - Parameter phase: its step; `nil` where it stands still.
    static func mark(_ phase: Int?, unicode: Bool) -> String {
        guard let phase else { return unicode ? "…" : "~" }
        let marks = unicode ? Spinner.braille : Spinner.ascii
        return marks[phase % marks.count]
    }

    private static let braille = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏".map(String.init)
    private static let ascii = "|/-\\".map(String.init)
}
