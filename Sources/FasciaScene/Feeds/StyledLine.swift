import FasciaDocument

/// Reads a line as a program writes it to a terminal: colours and attributes (SGR) become the style of its parts, all
/// other control characters and sequences are dropped.
enum StyledLine {
    static func runs(of line: Substring) -> [TextRun] {
        var reader = Reader(rest: line.unicodeScalars)
        reader.read()
        return reader.runs
    }

    private struct Reader {
        var rest: Substring.UnicodeScalarView
        var runs: [TextRun] = []
        private var style = TextRun("")
        private var text = ""
        private var column = 0

        init(rest: Substring.UnicodeScalarView) { self.rest = rest }

        mutating func read() {
            while let scalar = rest.popFirst() {
                switch scalar {
                case "\u{1B}": escape()
                case "\u{9B}": controlSequence()
                case "\t":
                    let blanks = 8 - column % 8
                    text += String(repeating: " ", count: blanks)
                    column += blanks
                // A progress report goes back to the start of the line, and writes over it.
                case "\r" where !rest.isEmpty: (runs, text, column) = ([], "", 0)
                case "\u{0}"..<" ", "\u{7F}"..."\u{9F}": break
                default:
                    text.unicodeScalars.append(scalar)
                    column += 1
                }
            }
            finish()
        }

        private mutating func finish() {
            guard !text.isEmpty else { return }
            var run = style
            run.text = text
            runs.append(run)
            text = ""
        }

        // MARK: - Escape sequences

        private mutating func escape() {
            guard let next = rest.popFirst() else { return }
            switch next {
            case "[": controlSequence()
            // A string, such as a window title or a link: up to BEL or ST.
            case "]", "P", "X", "^", "_":
                while let scalar = rest.popFirst() {
                    if scalar == "\u{7}" || scalar == "\u{9C}" { return }
                    if scalar == "\u{1B}" {
                        _ = rest.popFirst()
                        return
                    }
                }
            // Further intermediate characters precede the final one.
            case " "..."/": while let scalar = rest.popFirst(), (" "..."/").contains(scalar) {}
            default: break
            }
        }

        private mutating func controlSequence() {
            var parameters = ""
            while let scalar = rest.popFirst() {
                if ("@"..."~").contains(scalar) {
                    if scalar == "m" { restyle(parameters) }
                    return
                }
                parameters.unicodeScalars.append(scalar)
            }
        }

        private mutating func restyle(_ parameters: String) {
            finish()
            var codes = parameters.split(omittingEmptySubsequences: false) { $0 == ";" || $0 == ":" }
                .map { $0.isEmpty ? 0 : Int($0) ?? -1 }[...]
            while let code = codes.popFirst() {
                switch code {
                case 0: style = TextRun("")
                case 1: style.bold = true
                case 2: style.dim = true
                case 3: style.italic = true
                case 4: style.underline = true
                case 9: style.strikethrough = true
                case 22: (style.bold, style.dim) = (nil, nil)
                case 23: style.italic = nil
                case 24: style.underline = nil
                case 29: style.strikethrough = nil
                case 30...37: style.foreground = StyledLine.color(code - 30)
                case 38: style.foreground = color(&codes)
                case 39: style.foreground = nil
                case 48: _ = color(&codes)
                case 90...97: style.foreground = StyledLine.color(code - 90 + 8)
                default: break
                }
            }
        }

        /// An indexed colour, or red, green and blue.
        private func color(_ codes: inout ArraySlice<Int>) -> NamedColor? {
            switch codes.popFirst() {
            case 5: return codes.popFirst().flatMap(StyledLine.color)
            case 2:
                let parts = codes.prefix(3)
                codes = codes.dropFirst(3)
                return parts.count == 3 ? StyledLine.color(Array(parts)) : nil
            default: return nil
            }
        }
    }

    /// A colour of xterm's palette. Black and white are the terminal's own colour, which is readable.
    private static func color(_ index: Int) -> NamedColor? {
        switch index {
        case 1, 9: return NamedColor("red")
        case 2, 10: return NamedColor("green")
        case 3, 11: return NamedColor("yellow")
        case 4, 12: return NamedColor("blue")
        case 5, 13: return NamedColor("purple")
        case 6, 14: return NamedColor("cyan")
        case 8: return NamedColor("gray")
        case 16...231:
            let levels = [0, 95, 135, 175, 215, 255]
            let index = index - 16
            return color([levels[index / 36], levels[index / 6 % 6], levels[index % 6]])
        case 232...255: return color([Int](repeating: 8 + 10 * (index - 232), count: 3))
        default: return nil
        }
    }

    private static func color(_ parts: [Int]) -> NamedColor? {
        guard parts.allSatisfy((0...255).contains) else { return nil }
        let digits = parts.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return NamedColor("#" + digits.joined())
    }
}
