/// What the terminal was sent last, from a whole picture on: enough to show it again without the daemon.
struct LastPicture {
    private var frames = ""

    /// A longer tail of changes is not worth being kept: a whole picture is shorter.
    static let longest = 262_144

    var isLong: Bool { frames.utf8.count > Self.longest }

    mutating func add(_ data: String, isFull: Bool) {
        if isFull { frames = data } else { frames += data }
    }

    /// The same picture, faint. Every choice of a colour or an attribute says again that it is.
    var dimmed: String {
        let faint = ControlSequence.rewriting(frames) { sequence, result in
            result += sequence.bytes
            if sequence.final == UInt8(ascii: "m") { result += "\u{1B}[2m".utf8 }
        }
        return "\u{1B}[0;2m" + faint + "\u{1B}[0m"
    }
}
