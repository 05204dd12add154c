/// From pictures to what a terminal obeys: ECMA-48 control sequences, in valid UTF-8.
///
/// A sequence leaves the terminal with no attributes set and assumes none; where the cursor stands does not matter
/// before and is undefined after. Whether the cursor is seen is the client's affair.
public enum TerminalEncoder {
    /// Everything, for a terminal of which nothing is known: clears it first.
    public static func full(_ picture: CellBuffer, profile: Profile) -> String {
        var writer = TerminalWriter(profile)
        writer.clear()
        writer.draw(picture, over: ShownRows(blank: picture.size))
        return writer.finish()
    }

    /// What turns `old` into `new`; empty when they look the same. Everything where the sizes differ.
    ///
    /// Rows that have moved are moved where the terminal can do that and it takes fewer bytes than to draw them.
    public static func diff(from old: CellBuffer, to new: CellBuffer, profile: Profile) -> String {
        guard old.size == new.size else { return full(new, profile: profile) }
        var writer = TerminalWriter(profile)
        writer.draw(new, over: ShownRows(old))
        guard profile.features.contains(.lines), let shift = RowShift.find(from: old, to: new) else {
            return writer.finish()
        }
        var shifting = TerminalWriter(profile)
        shifting.shift(shift, rows: new.size.rows)
        shifting.draw(new, over: ShownRows(old, shift))
        return shifting.count < writer.count ? shifting.finish() : writer.finish()
    }
}
