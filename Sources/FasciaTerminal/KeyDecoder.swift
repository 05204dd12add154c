/// Turns the bytes that a terminal sends into keys, mouse events and pastes.
///
/// A pure state machine: the same bytes give the same inputs, however they were split into reads. Only one thing
/// depends on time: an ESC byte is the Escape key or the beginning of a sequence, and nothing but silence after it
/// tells which. So the owner calls `flush` when nothing came for as long as `patience` says.
///
/// The sequences are those of ECMA-48, of xterm's "Control Sequences" (cursor keys, modifiers, bracketed paste, SGR
/// mouse reports) and of kitty's protocol for keys, with which an Escape needs no silence.
public struct KeyDecoder {
    public enum Input: Hashable, Sendable {
        /// `up`, `ctrl+x`, `a`: the names of the wire.
        case key(String)
        case paste(String)
        case mouse(MouseInput)
        /// The terminal says that it knows kitty's protocol.
        case knowsKeyProtocol
    }

    private enum State {
        case ground
        /// After ESC.
        case escape
        /// After ESC O, with the parameters so far.
        case singleShift([UInt8])
        /// After ESC [, with the parameters so far.
        case control([UInt8])
        /// After ESC and the byte that begins a string (OSC, DCS, APC, PM, SOS), which ends with ESC \ or BEL: how many
        /// bytes came since, and whether the last one is an ESC. Strings are answers of the terminal, never keys.
        case string(introducer: UInt8, count: Int, afterEscape: Bool)
        /// In a mouse report of the oldest kind, which nobody asked for: so many bytes of it are still to come.
        case oldMouse(left: Int)
        /// In a UTF-8 sequence: what there is of it, and how many bytes it has in all.
        case text([UInt8], length: Int)
        /// Between the marks of a bracketed paste.
        case paste
    }

    private var state = State.ground
    /// What has been pasted so far: apart from the state, so that it can grow in place.
    private var pasted: [UInt8] = []

    /// An Escape has just been told, and what comes at once may be the rest of a sequence that a slow line has torn.
    private var isAfterEscape = false
    /// What is read now is such a rest: it is no key.
    private var isTorn = false

    /// How long the rest of a sequence may take, in milliseconds. Terminals send it at once; on a long line it may be
    /// parted. Nobody feels a tenth of a second.
    private let escapePatience: Int32

    /// - Parameter isFar: the line to the terminal is long.
    public init(isFar: Bool = false) { escapePatience = isFar ? 100 : 40 }

    /// More than any real sequence has; a longer one is thrown away.
    private static let longestSequence = 64
    /// The same for a string: a terminal may answer with the whole clipboard.
    private static let longestString = 1_048_576
    /// A longer paste is delivered in pieces of about this many bytes, each of which fits in a line of the wire.
    public static let pasteBytes = 65_536
    private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)

    /// The last bytes can be a key of their own, or the beginning of a sequence.
    public var isWaiting: Bool {
        switch state {
        case .escape: true
        case .singleShift(let bytes), .control(let bytes): bytes.isEmpty
        case .string(_, let count, let afterEscape): count == 0 || afterEscape
        default: false
        }
    }

    /// After how many milliseconds of silence `flush` is to be called; `nil` where silence says nothing.
    public var patience: Int32? { isWaiting ? escapePatience : isAfterEscape ? 300 : nil }

    public mutating func feed(_ bytes: some Collection<UInt8>) -> [Input] {
        guard !bytes.isEmpty else { return [] }
        if case .ground = state, !isAfterEscape, let key = Self.wholeKey(bytes) { return [.key(key)] }
        var inputs: [Input] = []
        // Nobody types two keys at once.
        if isAfterEscape, bytes.count > 1, bytes.first == UInt8(ascii: "[") || bytes.first == UInt8(ascii: "O") {
            state = .escape
            isTorn = true
        }
        isAfterEscape = false
        for byte in bytes {
            let count = inputs.count
            take(byte, &inputs)
            guard isTorn, case .ground = state else { continue }
            isTorn = false
            if case .key? = inputs.dropFirst(count).first { inputs.removeSubrange(count...) }
        }
        return inputs
    }

    /// The keys that are pressed most, where one of them is all that came: the same as going through it byte by byte.
    private static func wholeKey(_ bytes: some Collection<UInt8>) -> String? {
        var rest = bytes.makeIterator()
        let first = rest.next()
        guard let second = rest.next() else { return first == 0x20 ? "space" : nil }
        guard first == 0x1B, second == UInt8(ascii: "[") || second == UInt8(ascii: "O"), let final = rest.next(),
            rest.next() == nil
        else { return nil }
        return switch final {
        case UInt8(ascii: "A"): "up"
        case UInt8(ascii: "B"): "down"
        case UInt8(ascii: "C"): "right"
        case UInt8(ascii: "D"): "left"
        default: nil
        }
    }

    /// Nothing came after what is waiting: it was a key.
    public mutating func flush() -> [Input] {
        isAfterEscape = false
        isTorn = false
        defer { if isWaiting { state = .ground } }
        if case .escape = state { isAfterEscape = true }
        return switch state {
        case .escape: [.key("escape")]
        case .singleShift([]): [.key("alt+O")]
        case .control([]): [.key("alt+[")]
        case .string(let introducer, count: 0, _): [.key("alt+" + Self.character(introducer))]
        case .string(_, _, afterEscape: true): [.key("escape")]
        default: []
        }
    }

    /// Forgets what has begun: what comes next has nothing to do with it.
    public mutating func forget() {
        (state, isAfterEscape, isTorn) = (.ground, false, false)
        pasted = []
    }

    private mutating func take(_ byte: UInt8, _ inputs: inout [Input]) {
        switch state {
        case .ground: ground(byte, prefix: "", &inputs)
        case .escape: escape(byte, &inputs)
        case .singleShift(let parameters): singleShift(byte, parameters, &inputs)
        case .control(let parameters): control(byte, parameters, &inputs)
        case .string(let introducer, let count, let afterEscape):
            string(byte, introducer, count, afterEscape: afterEscape, &inputs)
        case .oldMouse(let left): state = left > 1 ? .oldMouse(left: left - 1) : .ground
        case .text(let bytes, let length): text(byte, bytes, length, &inputs)
        case .paste: paste(byte, &inputs)
        }
    }

    private mutating func ground(_ byte: UInt8, prefix: String, _ inputs: inout [Input]) {
        state = .ground
        switch byte {
        case 0x1B: state = .escape
        case 0x00: inputs.append(.key(prefix + "ctrl+space"))
        case 0x09: inputs.append(.key(prefix + "tab"))
        case 0x0A, 0x0D: inputs.append(.key(prefix + "enter"))
        // Some terminals send the one and some the other for the same key.
        case 0x08, 0x7F: inputs.append(.key(prefix + "backspace"))
        case 0x20: inputs.append(.key(prefix + "space"))
        case 0x01...0x1A: inputs.append(.key(prefix + "ctrl+" + Self.character(byte + 0x60)))
        case 0x1C...0x1F: inputs.append(.key(prefix + "ctrl+" + Self.character(byte + 0x40)))
        case 0x21...0x7E: inputs.append(.key(prefix + Self.character(byte)))
        case 0xC2...0xDF: state = .text([byte], length: 2)
        case 0xE0...0xEF: state = .text([byte], length: 3)
        case 0xF0...0xF4: state = .text([byte], length: 4)
        // Not UTF-8: no key has such a byte.
        default: break
        }
    }

    private mutating func escape(_ byte: UInt8, _ inputs: inout [Input]) {
        switch byte {
        case 0x1B: inputs.append(.key("escape"))
        case UInt8(ascii: "["): state = .control([])
        case UInt8(ascii: "O"): state = .singleShift([])
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            state = .string(introducer: byte, count: 0, afterEscape: false)
        case 0x80...: state = .ground; ground(byte, prefix: "", &inputs)
        default: ground(byte, prefix: "alt+", &inputs)
        }
    }

    private mutating func text(_ byte: UInt8, _ bytes: [UInt8], _ length: Int, _ inputs: inout [Input]) {
        guard byte & 0xC0 == 0x80 else {
            // The sequence broke off; this byte begins something new.
            ground(byte, prefix: "", &inputs)
            return
        }
        let bytes = bytes + [byte]
        guard bytes.count == length else { state = .text(bytes, length: length); return }
        state = .ground
        if let text = String(validating: bytes, as: UTF8.self) { inputs.append(.key(text)) }
    }

    private mutating func singleShift(_ byte: UInt8, _ parameters: [UInt8], _ inputs: inout [Input]) {
        switch byte {
        case 0x30...0x3B where parameters.count < Self.longestSequence: state = .singleShift(parameters + [byte])
        case 0x40...0x7E:
            state = .ground
            if let key = KeyNames.named(final: byte, parameters: Self.numbers(parameters)) { inputs.append(.key(key)) }
        case 0x1B: state = .escape
        // No sequence ends like this, and what belongs to a sequence does not act as a key.
        default: state = .ground
        }
    }

    private mutating func string(
        _ byte: UInt8, _ introducer: UInt8, _ count: Int, afterEscape: Bool, _ inputs: inout [Input]
    ) {
        switch byte {
        case UInt8(ascii: "\\") where afterEscape: state = .ground
        // The string broke off, and something new has begun.
        case _ where afterEscape: escape(byte, &inputs)
        case 0x07: state = .ground
        case 0x1B: state = .string(introducer: introducer, count: count + 1, afterEscape: true)
        // No string has these (ECMA-48, 8.3): somebody types, and Ctrl-C must get through.
        case 0x00...0x06, 0x0E...0x1F: ground(byte, prefix: "", &inputs)
        case _ where count >= Self.longestString: state = .ground
        default: state = .string(introducer: introducer, count: count + 1, afterEscape: false)
        }
    }

    private mutating func control(_ byte: UInt8, _ parameters: [UInt8], _ inputs: inout [Input]) {
        switch byte {
        case 0x20...0x3F:
            // A sequence that never ends is cut off; the rest of it is then seen as text.
            state = parameters.count < Self.longestSequence ? .control(parameters + [byte]) : .ground
        case 0x40...0x7E:
            state = .ground
            sequence(final: byte, parameters, &inputs)
        default: ground(byte, prefix: "", &inputs)
        }
    }

    private mutating func sequence(final: UInt8, _ parameters: [UInt8], _ inputs: inout [Input]) {
        if parameters.first == UInt8(ascii: "<") {
            let report = Self.numbers(parameters.dropFirst())
            if let mouse = MouseInput(report: report, final: final) { inputs.append(.mouse(mouse)) }
            return
        }
        if final == UInt8(ascii: "M"), parameters.isEmpty {
            state = .oldMouse(left: 3)
            return
        }
        if let mark = parameters.first, (0x3C...0x3F).contains(mark) {
            // With such a mark it is an answer of the terminal.
            if mark == UInt8(ascii: "?"), final == UInt8(ascii: "u") { inputs.append(.knowsKeyProtocol) }
            return
        }
        // Not asked for; but another program may have left the terminal so that it tells of keys that go up again.
        guard !Self.isRelease(parameters) else { return }
        let numbers = Self.numbers(parameters)
        if final == UInt8(ascii: "~"), numbers.first == 200 {
            state = .paste
        } else if let key = KeyNames.named(final: final, parameters: numbers) {
            inputs.append(.key(key))
        }
    }

    private mutating func paste(_ byte: UInt8, _ inputs: inout [Input]) {
        pasted.append(byte)
        if byte == UInt8(ascii: "~"), pasted.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) {
            pasted.removeLast(Self.pasteEnd.count)
            deliverPaste(&inputs)
            state = .ground
        } else if pasted.count >= Self.pasteBytes, byte < 0x80, !pasted.suffix(Self.pasteEnd.count).contains(0x1B) {
            // Not inside a character, nor inside what may be the end mark.
            deliverPaste(&inputs)
        }
    }

    private mutating func deliverPaste(_ inputs: inout [Input]) {
        guard !pasted.isEmpty else { return }
        // Terminals send a CR for each line end of what is pasted.
        inputs.append(.paste(String(decoding: pasted.map { $0 == 0x0D ? 0x0A : $0 }, as: UTF8.self)))
        pasted.removeAll()
    }

    private static func character(_ byte: UInt8) -> String { String(UnicodeScalar(byte)) }

    /// Whether a key is let go: in kitty's protocol `3` behind the colon of the second number, as in `97;1:3`.
    private static func isRelease(_ parameters: [UInt8]) -> Bool {
        let parts = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard parts.count > 1 else { return false }
        return parts[1].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).dropFirst().first?
            .elementsEqual("3".utf8) == true
    }

    /// `1;5` as `[1, 5]`; a number that is left out is 0. Of several that are joined by colons the first counts.
    private static func numbers(_ bytes: some Sequence<UInt8>) -> [Int] {
        var numbers = [0]
        var isBehindColon = false
        for byte in bytes {
            if byte == UInt8(ascii: ":") { isBehindColon = true }
            if byte == UInt8(ascii: ";") { isBehindColon = false }
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9") where !isBehindColon:
                let value = numbers[numbers.count - 1]
                numbers[numbers.count - 1] = min(value * 10 + Int(byte - UInt8(ascii: "0")), 1_000_000)
            case UInt8(ascii: ";"): numbers.append(0)
            default: break
            }
        }
        return numbers
    }
}
