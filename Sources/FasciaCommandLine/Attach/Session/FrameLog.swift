/// The frames since the last full frame, which show the picture again without the daemon.
struct FrameLog {
    private var frames = ""

    /// Maximum length in bytes; requesting a full frame is cheaper than keeping more.
    static let maximumBytes = 262_144

    var exceedsLimit: Bool { frames.utf8.count > Self.maximumBytes }

    mutating func add(_ data: String, isFull: Bool) {
        if isFull { frames = data } else { frames += data }
    }

    /// The picture in dim text: each change of attributes is followed by "dim" again.
    var dimmed: String {
        let faint = ControlSequence.rewriting(frames) { sequence, result in
            result += sequence.bytes
            if sequence.final == UInt8(ascii: "m") { result += "\u{1B}[2m".utf8 }
        }
        return "\u{1B}[0;2m" + faint + "\u{1B}[0m"
    }
}
