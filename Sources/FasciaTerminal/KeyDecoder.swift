/// Decodes the bytes that a terminal sends into keys, mouse events and pastes.
///
/// A pure state machine: the same bytes give the same inputs, however they are split into reads. One decision depends
/// on time: an ESC byte is either the Escape key or the start of a sequence, and only silence after it tells which. The
/// owner calls `flush` after `escapeTimeout` milliseconds of silence.
///
/// The sequences are those of ECMA-48, of xterm's "Control Sequences" (cursor keys, modifiers, bracketed paste, SGR
/// mouse reports) and of kitty's keyboard protocol, in which Escape is unambiguous.
public struct KeyDecoder {
    public enum Input: Hashable, Sendable {
        /// A key under its name in the wire protocol: `up`, `ctrl+x`, `a`.
        case key(String)
        case paste(String)
        case mouse(MouseInput)
        /// The terminal's answer that it supports kitty's keyboard protocol.
        case supportsKeyProtocol
    }

    private enum State {
        case ground
        /// After ESC.
        case escape
        /// After ESC O, with the parameters so far.
        case singleShift([UInt8])
        /// After ESC [, with the parameters so far.
        case control([UInt8])
        /// In a string (OSC, DCS, APC, PM, SOS), which ends with ESC \ or BEL. `introducer` is the byte after ESC,
        /// `count` the number of bytes since, `afterEscape` whether the last one is ESC. Strings are answers of the
        /// terminal, never keys.
        case string(introducer: UInt8, count: Int, afterEscape: Bool)
        /// In a mouse report of the original X10 form, which Fascia does not request: `left` bytes are still to come.
        case oldMouse(left: Int)
        /// In a UTF-8 sequence: the bytes so far, and the length of the whole sequence.
        case text([UInt8], length: Int)
        /// Between the marks of a bracketed paste.
        case paste
    }

    private var state = State.ground
    /// The bytes pasted so far. Not part of the state, so that the array grows in place.
    private var pasted: [UInt8] = []

    /// `flush` has just reported the Escape key. Bytes that follow at once may be the rest of a sequence that high
    /// latency split.
    private var isAfterEscape = false
    /// The current bytes are the rest of a split sequence and give no key.
    private var isSplitSequence = false

    /// Milliseconds to wait for the rest of a sequence. Terminals send a sequence at once, but a connection with high
    /// latency can split it. A wait of a tenth of a second is not noticeable.
    private let sequenceTimeout: Int32

    /// - Parameter hasHighLatency: the connection to the terminal has high latency.
    public init(hasHighLatency: Bool = false) { sequenceTimeout = hasHighLatency ? 100 : 40 }

    /// A limit above the length of any real sequence, in bytes. Longer ones are dropped.
    private static let maximumSequenceBytes = 64
    /// The limit for a string, in bytes: a terminal can answer with the whole clipboard.
    private static let maximumStringBytes = 1_048_576
    /// A longer paste is delivered in pieces of about this many bytes, each of which fits in a line of the wire
    /// protocol.
    public static let pasteBytes = 65_536
    private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)

    /// Whether the last bytes are either a key of their own or the beginning of a sequence.
    public var isIncomplete: Bool {
        switch state {
        case .escape: true
        case .singleShift(let bytes), .control(let bytes): bytes.isEmpty
        case .string(_, let count, let afterEscape): count == 0 || afterEscape
        default: false
        }
    }

    /// Milliseconds of silence after which the owner calls `flush`; `nil` when silence has no meaning.
    public var escapeTimeout: Int32? { isIncomplete ? sequenceTimeout : isAfterEscape ? 300 : nil }

    public mutating func feed(_ bytes: some Collection<UInt8>) -> [Input] {
        guard !bytes.isEmpty else { return [] }
        if case .ground = state, !isAfterEscape, let key = Self.wholeKey(bytes) { return [.key(key)] }
        var inputs: [Input] = []
        // Two bytes in one read are the rest of a sequence: separate key presses do not arrive together.
        if isAfterEscape, bytes.count > 1, bytes.first == UInt8(ascii: "[") || bytes.first == UInt8(ascii: "O") {
            state = .escape
            isSplitSequence = true
        }
        isAfterEscape = false
        for byte in bytes {
            let count = inputs.count
            decode(byte, &inputs)
            guard isSplitSequence, case .ground = state else { continue }
            isSplitSequence = false
            if case .key? = inputs.dropFirst(count).first { inputs.removeSubrange(count...) }
        }
        return inputs
    }

    /// A fast path for the commonest keys when one of them is the whole input. The result is the same as decoding byte
    /// by byte.
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

    /// Call it after `escapeTimeout` milliseconds of silence: the waiting bytes are a key.
    public mutating func flush() -> [Input] {
        isAfterEscape = false
        isSplitSequence = false
        defer { if isIncomplete { state = .ground } }
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

    /// Drops an unfinished sequence or paste, so that the next bytes are decoded on their own.
    public mutating func reset() {
        (state, isAfterEscape, isSplitSequence) = (.ground, false, false)
        pasted = []
    }

    private mutating func decode(_ byte: UInt8, _ inputs: inout [Input]) {
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
        // Backspace: terminals send one or the other.
        case 0x08, 0x7F: inputs.append(.key(prefix + "backspace"))
        case 0x20: inputs.append(.key(prefix + "space"))
        case 0x01...0x1A: inputs.append(.key(prefix + "ctrl+" + Self.character(byte + 0x60)))
        case 0x1C...0x1F: inputs.append(.key(prefix + "ctrl+" + Self.character(byte + 0x40)))
        case 0x21...0x7E: inputs.append(.key(prefix + Self.character(byte)))
        case 0xC2...0xDF: state = .text([byte], length: 2)
        case 0xE0...0xEF: state = .text([byte], length: 3)
        case 0xF0...0xF4: state = .text([byte], length: 4)
        // Not UTF-8, so not a key.
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
            // The sequence is incomplete; this byte starts a new one.
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
        case 0x30...0x3B where parameters.count < Self.maximumSequenceBytes: state = .singleShift(parameters + [byte])
        case 0x40...0x7E:
            state = .ground
            if let key = KeyNames.named(final: byte, parameters: Self.numbers(parameters)) { inputs.append(.key(key)) }
        case 0x1B: state = .escape
        // An invalid end: the sequence is dropped, and its bytes do not act as keys.
        default: state = .ground
        }
    }

    private mutating func string(
        _ byte: UInt8, _ introducer: UInt8, _ count: Int, afterEscape: Bool, _ inputs: inout [Input]
    ) {
        switch byte {
        case UInt8(ascii: "\\") where afterEscape: state = .ground
        // The string is incomplete, and a new sequence starts.
        case _ where afterEscape: escape(byte, &inputs)
        case 0x07: state = .ground
        case 0x1B: state = .string(introducer: introducer, count: count + 1, afterEscape: true)
        // Strings cannot contain these (ECMA-48, 8.3): the user is typing, and Ctrl-C must get through.
        case 0x00...0x06, 0x0E...0x1F: ground(byte, prefix: "", &inputs)
        case _ where count >= Self.maximumStringBytes: state = .ground
        default: state = .string(introducer: introducer, count: count + 1, afterEscape: false)
        }
    }

    private mutating func control(_ byte: UInt8, _ parameters: [UInt8], _ inputs: inout [Input]) {
        switch byte {
        case 0x20...0x3F:
            // An overlong sequence is dropped; the bytes after it are decoded as text.
            state = parameters.count < Self.maximumSequenceBytes ? .control(parameters + [byte]) : .ground
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
            // A private marker: this is an answer of the terminal, not a key.
            if mark == UInt8(ascii: "?"), final == UInt8(ascii: "u") { inputs.append(.supportsKeyProtocol) }
            return
        }
        // Fascia does not request key releases, but another program may have left the terminal in a mode that reports
        // them.
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
            // Do not split a character or what may be the end marker.
            deliverPaste(&inputs)
        }
    }

    private mutating func deliverPaste(_ inputs: inout [Input]) {
        guard !pasted.isEmpty else { return }
        // Terminals send CR for each line end in pasted text.
        inputs.append(.paste(String(decoding: pasted.map { $0 == 0x0D ? 0x0A : $0 }, as: UTF8.self)))
        pasted.removeAll()
    }

    private static func character(_ byte: UInt8) -> String { String(UnicodeScalar(byte)) }

    /// Whether the sequence reports a key release: in kitty's protocol `3` after the colon of the second number, as in
    /// `97;1:3`.
    private static func isRelease(_ parameters: [UInt8]) -> Bool {
        let parts = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard parts.count > 1 else { return false }
        return parts[1].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).dropFirst().first?
            .elementsEqual("3".utf8) == true
    }

    /// Parses `1;5` as `[1, 5]`. An omitted number is 0; of several numbers joined by colons only the first counts.
    private static func numbers(_ bytes: some Sequence<UInt8>) -> [Int] {
        var numbers = [0]
        var isAfterColon = false
        for byte in bytes {
            if byte == UInt8(ascii: ":") { isAfterColon = true }
            if byte == UInt8(ascii: ";") { isAfterColon = false }
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9") where !isAfterColon:
                let value = numbers[numbers.count - 1]
                numbers[numbers.count - 1] = min(value * 10 + Int(byte - UInt8(ascii: "0")), 1_000_000)
            case UInt8(ascii: ";"): numbers.append(0)
            default: break
            }
        }
        return numbers
    }
}
