import FasciaDocument

/// What a terminal shows while the daemon is awaited: the last picture, dimmed, and a status line.
struct WaitingScreen {
    var frames = FrameLog()
    /// `nil` while connected.
    var status: String?

    /// - Parameter hasDim: whether the terminal can show dim text.
    func picture(_ size: TerminalSize, hasDim: Bool) -> String { (hasDim ? frames.dimmed : "") + statusLine(size) }

    func statusLine(_ size: TerminalSize) -> String {
        let keys = "; q quits"
        // A long status is cut, and the keys stay. Each character counts as one column.
        let room = size.columns - keys.count
        let text = room < 24 ? "Offline" : String(Printable.text(status ?? "").prefix(room))
        let shown = String((text + keys).prefix(max(0, size.columns)))
        let blanks = String(repeating: " ", count: size.columns - shown.count)
        return "\u{1B}[\(size.rows);1H\u{1B}[0;7m\(shown)\(blanks)\u{1B}[0m"
    }
}
