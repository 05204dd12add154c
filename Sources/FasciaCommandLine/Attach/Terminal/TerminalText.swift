import FasciaDocument

/// What a daemon sends to be written to this terminal. It may be another program, or on a machine that somebody else controls, so
/// only what our own daemon writes is let through: text, and the sequences that show it. None of them reaches the clipboard, the
/// title, files or the keyboard.
enum TerminalText {
    /// The sequences of a frame, which move the cursor, write, erase, move lines, and hold the picture back until it is complete.
    static func frame(_ text: String) -> String {
        filtered(text, lines: false) { parameters, final in
            switch final {
            case UInt8(ascii: "m"), UInt8(ascii: "H"), UInt8(ascii: "J"), UInt8(ascii: "K"), UInt8(ascii: "X"),
                UInt8(ascii: "b"), UInt8(ascii: "M"), UInt8(ascii: "L"):
                areNumbers(parameters)
            case UInt8(ascii: "h"), UInt8(ascii: "l"): modes.contains(Array(parameters))
            default: false
            }
        }
    }

    /// Synchronized output, and wrapping at the end of a line.
    private static let modes = [Array("?2026".utf8), Array("?7".utf8)]

    /// Lines with colours.
    static func picture(_ text: String) -> String {
        filtered(text, lines: true) { parameters, final in final == UInt8(ascii: "m") && areNumbers(parameters) }
    }

    /// Numbers of at most four digits: a terminal would take long to repeat a character a billion times.
    private static func areNumbers(_ parameters: ArraySlice<UInt8>) -> Bool {
        parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).allSatisfy { number in
            number.count <= 4 && number.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
    }

    /// Leaves out other sequences and unprintable characters.
    private static func filtered(
        _ text: String, lines: Bool, _ isAllowed: (_ parameters: ArraySlice<UInt8>, _ final: UInt8) -> Bool
    ) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        var rest = text.unicodeScalars[...]
        while let scalar = rest.first {
            if scalar == "\u{1B}", let sequence = ControlSequence(startOf: rest) {
                if isAllowed(sequence.bytes.dropFirst(2).dropLast(), sequence.final) {
                    result.unicodeScalars.append(contentsOf: rest.prefix(sequence.bytes.count))
                }
                rest = rest.dropFirst(sequence.bytes.count)
                continue
            }
            if Printable.isPrintable(scalar) || lines && scalar == "\n" { result.unicodeScalars.append(scalar) }
            rest = rest.dropFirst()
        }
        return result
    }
}

extension ControlSequence {
    /// The longest that is looked for.
    private static let longest = 128

    /// - Returns: `nil` if the text does not begin with one.
    fileprivate init?(startOf text: Substring.UnicodeScalarView) {
        var bytes: [UInt8] = []
        for scalar in text.prefix(Self.longest) {
            guard scalar.isASCII else { return nil }
            let byte = UInt8(ascii: scalar)
            switch bytes.count {
            case 0: guard byte == 0x1B else { return nil }
            case 1: guard byte == UInt8(ascii: "[") else { return nil }
            default:
                guard (0x20...0x7E).contains(byte) else { return nil }
                if byte >= 0x40 {
                    self.init(bytes: (bytes + [byte])[...])
                    return
                }
            }
            bytes.append(byte)
        }
        return nil
    }
}
