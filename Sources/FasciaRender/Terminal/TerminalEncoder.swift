/// From pictures to what a terminal obeys: ECMA-48 control sequences, in valid UTF-8.
///
/// A sequence leaves the terminal with no attributes set and assumes none; where the cursor stands does not matter
/// before and is undefined after. Whether the cursor is seen is the client's affair.
public enum TerminalEncoder {
    /// Everything, for a terminal of which nothing is known: clears it first.
    public static func full(_ picture: CellBuffer, colors: Profile.Colors) -> String {
        var writer = TerminalWriter(colors: colors)
        writer.clear()
        writer.draw(picture, over: CellBuffer(size: picture.size))
        return writer.finish()
    }

    /// What turns `old` into `new`; empty when they look the same. Everything where the sizes differ.
    public static func diff(from old: CellBuffer, to new: CellBuffer, colors: Profile.Colors) -> String {
        guard old.size == new.size else { return full(new, colors: colors) }
        var writer = TerminalWriter(colors: colors)
        writer.draw(new, over: old)
        return writer.finish()
    }
}
