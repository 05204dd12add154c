/// Encodes frames for a terminal: ECMA-48 control sequences, in valid UTF-8.
///
/// The output expects a terminal without attributes and leaves it so. It expects no cursor position, and the position
/// after it is undefined. The client controls the cursor's visibility.
public enum TerminalEncoder {
    /// Encodes a whole frame for a terminal in an unknown state: clears the screen first.
    public static func full(_ frame: CellBuffer, profile: TerminalCapabilities) -> String {
        var writer = TerminalWriter(profile)
        writer.clear()
        writer.draw(frame, over: PreviousRows(blank: frame.size))
        return writer.finish()
    }

    /// Encodes the difference between two frames; empty if they look the same. A frame of another size is encoded as a
    /// whole.
    ///
    /// Moved rows are scrolled if the terminal supports it and that takes fewer bytes than redrawing them.
    public static func diff(from old: CellBuffer, to new: CellBuffer, profile: TerminalCapabilities) -> String {
        guard old.size == new.size else { return full(new, profile: profile) }
        var writer = TerminalWriter(profile)
        writer.draw(new, over: PreviousRows(old))
        guard profile.features.contains(.lines), let shift = RowShift.find(from: old, to: new) else {
            return writer.finish()
        }
        var shifting = TerminalWriter(profile)
        shifting.shift(shift, rows: new.size.rows)
        shifting.draw(new, over: PreviousRows(old, shift))
        return shifting.count < writer.count ? shifting.finish() : writer.finish()
    }
}
