import FasciaDocument

/// Makes the output of a command harmless: it may contain anything.
public enum PlainText {
    /// Decodes UTF-8, with U+FFFD for what is none, and drops escape sequences and control characters. Line feeds and
    /// tabs stay.
    public static func plain(_ bytes: some Collection<UInt8>) -> String {
        var result = String.UnicodeScalarView()
        var scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            switch scalar.value {
            case 0x1B: skipSequence(&scalars)
            case 0x9B: skipControlSequence(&scalars)
            case 0x0A, 0x09: result.append(scalar)
            default: if Printable.isPrintable(scalar) { result.append(scalar) }
            }
        }
        return String(result)
    }

    private static func skipSequence(_ scalars: inout String.UnicodeScalarView.Iterator) {
        guard let kind = scalars.next() else { return }
        switch kind {
        case "[": skipControlSequence(&scalars)
        // A string, such as the title of a window, up to BEL or ESC \.
        case "]", "P", "X", "^", "_":
            while let scalar = scalars.next(), scalar.value != 0x07, scalar.value != 0x9C {
                if scalar.value == 0x1B {
                    _ = scalars.next()
                    return
                }
            }
        // A character set.
        case "(", ")", "*", "+": _ = scalars.next()
        default: break
        }
    }

    private static func skipControlSequence(_ scalars: inout String.UnicodeScalarView.Iterator) {
        while let scalar = scalars.next(), !(0x40...0x7E).contains(scalar.value) {}
    }
}
