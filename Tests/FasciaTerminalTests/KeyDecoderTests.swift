import FasciaDocument
import Testing

@testable import FasciaTerminal

@Suite struct KeyDecoderTests {
    private func decode(_ bytes: String) -> [KeyDecoder.Input] {
        var decoder = KeyDecoder()
        return decoder.feed(Array(bytes.utf8)) + decoder.flush()
    }

    /// Decoding a whole input and decoding it byte by byte give the same result, also inside an unfinished sequence.
    @Test(arguments: [" ", "\u{1B}[A", "\u{1B}OB", "\u{1B}[C", "\u{1B}OD", "\u{1B}[E", "\u{1B}[1", "\u{1B}", "a"])
    func inOnePieceOrInMany(_ keys: String) {
        for before in ["", "\u{1B}", "\u{1B}[", "\u{1B}[200~", "\u{1B}]0;", "\u{C3}"] {
            var (whole, parts) = (KeyDecoder(), KeyDecoder())
            var (one, many) = (whole.feed(Array(before.utf8)), parts.feed(Array(before.utf8)))
            one += whole.feed(Array(keys.utf8))
            for byte in keys.utf8 { many += parts.feed([byte]) }
            one += whole.flush()
            many += parts.flush()
            #expect(one == many, "\(before.debugDescription) \(keys.debugDescription)")
        }
    }

    private static let keys: [(String, [String])] = [
        ("a", ["a"]), ("Q", ["Q"]), ("~", ["~"]), ("é", ["é"]), ("漢", ["漢"]), ("🙂", ["🙂"]),
        (" ", ["space"]), ("\r", ["enter"]), ("\n", ["enter"]), ("\t", ["tab"]), ("\u{7F}", ["backspace"]),
        ("\u{08}", ["backspace"]), ("\u{00}", ["ctrl+space"]), ("\u{01}", ["ctrl+a"]), ("\u{03}", ["ctrl+c"]),
        ("\u{18}", ["ctrl+x"]), ("\u{1A}", ["ctrl+z"]), ("\u{1C}", ["ctrl+\\"]), ("\u{1F}", ["ctrl+_"]),
        ("\u{1B}[A", ["up"]), ("\u{1B}[B", ["down"]), ("\u{1B}[C", ["right"]), ("\u{1B}[D", ["left"]),
        ("\u{1B}OA", ["up"]), ("\u{1B}OB", ["down"]), ("\u{1B}OC", ["right"]), ("\u{1B}OD", ["left"]),
        ("\u{1B}[H", ["home"]), ("\u{1B}[F", ["end"]), ("\u{1B}OH", ["home"]), ("\u{1B}OF", ["end"]),
        ("\u{1B}[1~", ["home"]), ("\u{1B}[4~", ["end"]), ("\u{1B}[7~", ["home"]), ("\u{1B}[8~", ["end"]),
        ("\u{1B}[2~", ["insert"]), ("\u{1B}[3~", ["delete"]), ("\u{1B}[5~", ["pageup"]), ("\u{1B}[6~", ["pagedown"]),
        ("\u{1B}[Z", ["backtab"]), ("\u{1B}OM", ["enter"]), ("\u{1B}OP", ["f1"]), ("\u{1B}[15~", ["f5"]),
        ("\u{1B}[24~", ["f12"]), ("\u{1B}[1;5A", ["ctrl+up"]), ("\u{1B}[1;2C", ["shift+right"]),
        ("\u{1B}[1;8D", ["ctrl+alt+shift+left"]), ("\u{1B}[3;3~", ["alt+delete"]),
        ("\u{1B}", ["escape"]), ("\u{1B}\u{1B}", ["escape", "escape"]), ("\u{1B}x", ["alt+x"]),
        ("\u{1B}\r", ["alt+enter"]), ("\u{1B}[", ["alt+["]), ("\u{1B}O", ["alt+O"]),
        ("\u{1B}\u{1B}[A", ["escape", "up"]),
        ("abc", ["a", "b", "c"]), ("a\u{1B}[Ab", ["a", "up", "b"]),
        // Input that is not a key: unknown sequences, answers of the terminal, broken UTF-8.
        ("\u{1B}[99~", []), ("\u{1B}[?1;2c", []), ("\u{1B}[12;40R", []), ("\u{1B}[<0;1", []),
        ("\u{1B}]11;rgb:1/2/3\u{1B}\\q", ["q"]), ("\u{1B}]0;qqq\u{07}a", ["a"]), ("\u{1B}P1$r0m\u{1B}\\", []),
        ("\u{1B}_Gi=1;OK\u{1B}\\", []), ("\u{1B}^q\u{1B}\\", []), ("\u{1B}Xq\u{1B}\\a", ["a"]),
        ("\u{1B}]0;é\u{1B}\\", []), ("\u{1B}[M q!a", ["a"]), ("\u{1B}[M\u{1B}\r\u{03}", []),
        ("\u{1B}O\r", []), ("\u{1B}O q", ["q"]), ("\u{1B}O\u{1B}[A", ["up"]),
        // The start of a string is a key if nothing follows, and an unfinished string does not swallow the next key.
        ("\u{1B}]", ["alt+]"]), ("\u{1B}P", ["alt+P"]), ("\u{1B}_", ["alt+_"]), ("\u{1B}^", ["alt+^"]),
        ("\u{1B}X", ["alt+X"]), ("\u{1B}]0;q\u{1B}", ["escape"]), ("\u{1B}]0;q\u{1B}[A", ["up"]),
        ("\u{1B}]0;q\u{03}", ["ctrl+c"]),
        // kitty's protocol: keys without text are numbers.
        ("\u{1B}[27u", ["escape"]), ("\u{1B}[97;5u", ["ctrl+a"]), ("\u{1B}[99;5u", ["ctrl+c"]),
        ("\u{1B}[105;5u", ["ctrl+i"]), ("\u{1B}[98;3u", ["alt+b"]), ("\u{1B}[97:65;4u", ["alt+A"]),
        ("\u{1B}[9;2u", ["backtab"]), ("\u{1B}[13;5u", ["ctrl+enter"]), ("\u{1B}[127;3u", ["alt+backspace"]),
        ("\u{1B}[32;5u", ["ctrl+space"]), ("\u{1B}[97;1u", ["a"]), ("\u{1B}[233;3u", ["alt+é"]),
        ("\u{1B}[57414u", ["enter"]), ("\u{1B}[57417;5u", ["ctrl+left"]), ("\u{1B}[57402u", ["3"]),
        ("\u{1B}[57376u", ["f13"]), ("\u{1B}[97;69u", ["ctrl+a"]), ("\u{1B}[1;133A", ["ctrl+up"]),
        ("\u{1B}[113;1:1u", ["q"]), ("\u{1B}[97;5:2u", ["ctrl+a"]), ("\u{1B}[113;1:3u", []), ("\u{1B}[113;1:3;113u", []),
        ("\u{1B}[97;1;98:3u", ["a"]), ("\u{1B}[1;1:3A", []),
        ("\u{1B}[57441;2u", []), ("\u{1B}[97;9u", []), ("\u{1B}[1;9A", []), ("\u{1B}[55296u", []),
        // xterm's modifyOtherKeys.
        ("\u{1B}[27;5;13~", ["ctrl+enter"]), ("\u{1B}[27;5;105~", ["ctrl+i"]), ("\u{1B}[E", ["begin"]),
    ]

    @Test(arguments: keys) func aKeyHasItsName(_ bytes: String, _ names: [String]) {
        #expect(decode(bytes) == names.map { .key($0) })
    }

    @Test func bytesThatAreNoTextAreNoKeys() {
        var decoder = KeyDecoder()
        #expect(
            decoder.feed([0xFF, 0xC3, 0x28, 0xE2, 0x82, 0x41, 0xED, 0xA0, 0x80, 0x42]) == [
                .key("("), .key("A"), .key("B"),
            ])
    }

    @Test func aSequenceThatNeverEndsIsGivenUp() {
        var decoder = KeyDecoder()
        _ = decoder.feed(Array("\u{1B}[".utf8) + [UInt8](repeating: UInt8(ascii: "1"), count: 10_000))
        #expect(decoder.feed(Array("\u{1B}[A".utf8)).last == .key("up"))
        // A sequence may have 64 bytes of parameters; bytes after that are text.
        let zeros = String(repeating: "0", count: 63)
        #expect(decode("\u{1B}[\(zeros)1A") == [.key("up")])
        #expect(decode("\u{1B}[0\(zeros)1A") == [.key("A")])
        #expect(decode("\u{1B}O\(zeros)1A") == [.key("up")])
        #expect(decode("\u{1B}O0\(zeros)1A") == [.key("A")])
    }

    @Test func aStringThatNeverEndsIsGivenUp() {
        let most = String(repeating: "x", count: 1_048_576)
        #expect(decode("\u{1B}]\(most)\u{07}a") == [.key("a")])
        #expect(decode("\u{1B}]\(most)xa") == [.key("a")])
    }

    /// Numbers do not wrap around at 64 bits.
    @Test func numbersThatAreTooLargeAreNoKeys() {
        #expect(decode("\u{1B}[18446744073709551617A") == [])
        #expect(decode("\u{1B}[18446744073709551619~") == [])
    }

    @Test(arguments: [
        ("\u{1B}[<0;3;5M", MouseInput(kind: .press, button: .left, column: 2, row: 4)),
        ("\u{1B}[<0;3;5m", MouseInput(kind: .release, button: .left, column: 2, row: 4)),
        ("\u{1B}[<1;1;1M", MouseInput(kind: .press, button: .middle, column: 0, row: 0)),
        ("\u{1B}[<2;300;200M", MouseInput(kind: .press, button: .right, column: 299, row: 199)),
        ("\u{1B}[<0;1001;70000M", MouseInput(kind: .press, button: .left, column: 1_000, row: 65_534)),
        ("\u{1B}[<16;3;5M", MouseInput(kind: .press, button: .left, column: 2, row: 4)),
        ("\u{1B}[<64;3;5M", MouseInput(kind: .wheelUp, column: 2, row: 4)),
        ("\u{1B}[<65;3;5M", MouseInput(kind: .wheelDown, column: 2, row: 4)),
        ("\u{1B}[<32;3;5M", MouseInput(kind: .move, button: .left, column: 2, row: 4)),
        ("\u{1B}[<34;3;5M", MouseInput(kind: .move, button: .right, column: 2, row: 4)),
        ("\u{1B}[<32;3;5m", MouseInput(kind: .move, button: .left, column: 2, row: 4)),
    ])
    func theMouse(_ bytes: String, _ mouse: MouseInput) {
        #expect(decode(bytes) == [.mouse(mouse)])
    }

    @Test(
        arguments: ["\u{1B}[<0;0;5M", "\u{1B}[<0;3M", "\u{1B}[<0;3;5X", "\u{1B}[<66;3;5M", "\u{1B}[<3;3;5M", "\u{1B}[<35;3;5M"]
            // Buttons 8 to 11, pressed, released and moved.
            + [128, 129, 130, 131, 160].map { "\u{1B}[<\($0);3;5M" } + ["\u{1B}[<128;3;5m"])
    func malformedMouseReportIsIgnored(_ bytes: String) {
        #expect(decode(bytes) == [])
    }

    /// The wire protocol's parameters: a wheel event has no button.
    @Test func mouseWireParameters() {
        let wheel: JSON.Object = ["terminal": 7, "kind": "wheelDown", "column": 2, "row": 4]
        #expect(MouseInput(kind: .wheelDown, column: 2, row: 4).params(terminal: 7) == wheel)
        let press: JSON.Object = ["terminal": 7, "kind": "press", "button": "right", "column": 2, "row": 4]
        #expect(MouseInput(kind: .press, button: .right, column: 2, row: 4).params(terminal: 7) == press)
    }

    @Test func aPasteIsOneInputOfText() {
        #expect(
            decode("a\u{1B}[200~one\rtwo \u{1B}[A\u{1B}[201~b") == [.key("a"), .paste("one\ntwo \u{1B}[A"), .key("b")])
        #expect(decode("\u{1B}[200~\u{1B}[201~") == [])
    }

    @Test func aLongPasteIsDeliveredInPieces() {
        let text = String(repeating: "käse ", count: 40_000)
        let pieces = decode("\u{1B}[200~\(text)\u{1B}[201~").map { input in
            if case .paste(let piece) = input { piece } else { "not a paste" }
        }
        #expect(pieces.count > 1)
        #expect(pieces.allSatisfy { $0.utf8.count < 2 * KeyDecoder.pasteBytes })
        #expect(pieces.joined() == text)
    }

    /// A paste is not split inside its end marker.
    @Test func thePieceOfAPasteDoesNotEndInItsMark() {
        for count in KeyDecoder.pasteBytes - 8...KeyDecoder.pasteBytes {
            let text = String(repeating: "x", count: count)
            let inputs = decode("\u{1B}[200~\(text)\u{1B}[201~a")
            #expect(inputs.last == .key("a"))
            let pieces = inputs.dropLast().map { if case .paste(let piece) = $0 { piece } else { "not a paste" } }
            #expect(pieces.joined() == text)
        }
    }

    /// `reset` drops an unfinished sequence, so that later bytes are decoded on their own.
    @Test(arguments: ["\u{1B}", "\u{1B}[", "\u{1B}]0;", "\u{1B}[M", "\u{1B}[200~paste", "\u{C3}", "\u{1B}[1;"])
    func forgetDropsPartialInput(_ begun: String) {
        var decoder = KeyDecoder()
        _ = decoder.feed(Array(begun.utf8))
        decoder.reset()
        #expect(decoder.escapeTimeout == nil)
        #expect(decoder.feed(Array("a\u{1B}[A\u{1B}[200~b\u{1B}[201~".utf8)) == [.key("a"), .key("up"), .paste("b")])
        // Neither does a reported Escape affect later bytes.
        _ = decoder.feed([0x1B])
        _ = decoder.flush()
        decoder.reset()
        #expect(decoder.feed(Array("[A".utf8)) == [.key("["), .key("A")])
    }

    @Test func escapeIsAKeyOnlyAfterSilence() {
        var decoder = KeyDecoder()
        #expect(decoder.feed([0x1B]) == [])
        #expect(decoder.isIncomplete)
        #expect(decoder.flush() == [.key("escape")])
        #expect(!decoder.isIncomplete)
        #expect(decoder.feed([0x1B]) == [])
        #expect(decoder.feed(Array("[A".utf8)) == [.key("up")])
        #expect(!decoder.isIncomplete)
        #expect(decoder.flush() == [])
    }

    @Test func theKeyboardProtocolIsDetected() {
        #expect(decode("\u{1B}[?0u") == [.supportsKeyProtocol])
        #expect(decode("a\u{1B}[?1ub") == [.key("a"), .supportsKeyProtocol, .key("b")])
        // Other answers of the terminal are ignored.
        #expect(decode("\u{1B}[?62;4c\u{1B}[>1;10;0c\u{1B}[=1A") == [])
    }

    /// On a connection with high latency, the rest of a split sequence gives no key.
    @Test(arguments: ["[A", "OA", "[1;5C", "[3~", "[27u"])
    func restOfSplitSequenceIsNotAKey(_ rest: String) {
        var decoder = KeyDecoder(hasHighLatency: true)
        #expect(decoder.escapeTimeout == nil)
        _ = decoder.feed([0x1B])
        #expect(decoder.escapeTimeout == 100)
        #expect(decoder.flush() == [.key("escape")])
        #expect(decoder.escapeTimeout == 300)
        #expect(decoder.feed(Array((rest + "x").utf8)) == [.key("x")])
        #expect(decoder.escapeTimeout == nil)
    }

    @Test func keysAfterAnEscapeAreKeys() {
        var decoder = KeyDecoder()
        _ = decoder.feed([0x1B])
        #expect(decoder.escapeTimeout == 40)
        _ = decoder.flush()
        // Typed keys arrive one at a time.
        #expect(decoder.feed(Array("[".utf8)) == [.key("[")])
        #expect(decoder.feed(Array("A".utf8)) == [.key("A")])
        _ = decoder.feed([0x1B])
        _ = decoder.flush()
        // After the second silence, bytes are not the rest of a sequence.
        #expect(decoder.flush() == [])
        #expect(decoder.escapeTimeout == nil)
        #expect(decoder.feed(Array("[A".utf8)) == [.key("["), .key("A")])
        // Keys of the fast path also end the wait for the rest of a sequence.
        for (key, name) in [(" ", "space"), ("\u{1B}[B", "down")] {
            _ = decoder.feed([0x1B])
            _ = decoder.flush()
            #expect(decoder.feed(Array(key.utf8)) == [.key(name)])
            #expect(decoder.feed(Array("[A".utf8)) == [.key("["), .key("A")])
        }
        // A split sequence that is incomplete does not swallow the next key.
        _ = decoder.feed([0x1B])
        _ = decoder.flush()
        #expect(decoder.feed(Array("[\u{1B}".utf8)) == [])
        #expect(decoder.flush() == [.key("escape")])
        #expect(decoder.feed(Array("a".utf8)) == [.key("a")])
        // Split mouse reports and pastes are reassembled.
        _ = decoder.feed([0x1B])
        _ = decoder.flush()
        #expect(decoder.feed(Array("[200~a\u{1B}[201~".utf8)) == [.paste("a")])
    }

    @Test func howTheBytesAreSplitDoesNotMatter() {
        var generator = SystemRandomNumberGenerator()
        let pieces = Self.keys.map(\.0) + ["\u{1B}[200~a\u{1B}[A\r\u{1B}[201~", "\u{1B}[<0;3;5M", "\u{1B}[<65;1;1M"]
        for _ in 0..<300 {
            let text = (0..<20).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            let whole = decode(text)
            var decoder = KeyDecoder()
            var parts: [KeyDecoder.Input] = []
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...min(7, rest.count), using: &generator)
                parts += decoder.feed(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            #expect(parts + decoder.flush() == whole, "\(text.debugDescription)")
        }
    }
}
