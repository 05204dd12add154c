/// A one-cell animation that shows activity.
///
/// It does not turn on a terminal without colours, whose users may want few updates.
enum Spinner {
    /// - Parameter animationStep: the animation step; `nil` shows a still mark.
    static func mark(_ animationStep: Int?, unicode: Bool) -> String {
        guard let animationStep else { return unicode ? "…" : "~" }
        let marks = unicode ? Spinner.quadrants : Spinner.ascii
        return marks[animationStep % marks.count]
    }

    /// Block elements, which most terminals draw themselves: many fonts have no braille.
    private static let quadrants = "▖▘▝▗".map(String.init)
    private static let ascii = "|/-\\".map(String.init)
}
