import FasciaDocument

/// Appends compact JSON text to a byte buffer.
public struct JSONWriter: Sendable {
    public var bytes: [UInt8]
    /// Follows each reply: a line feed, or a comma inside a batch.
    var replyEnd = UInt8(ascii: "\n")

    public init(capacity: Int = 0) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Moves the written bytes out, so that the caller owns them without reference counting. Assigning them back to
    /// `bytes` reuses their memory.
    public mutating func takeBytes() -> [UInt8] {
        let taken = bytes
        bytes = []
        return taken
    }

    public mutating func write(_ value: JSON) {
        switch value {
        case .null: raw("null")
        case .bool(let value): writeBool(value)
        case .int(let value): writeInt(value)
        case .double(let value): writeDouble(value)
        case .string(let value): writeString(value)
        case .array(let elements): list(elements) { $0.write($1) }
        case .object(let object): write(object)
        }
    }

    public mutating func write(_ object: JSON.Object) {
        raw("{")
        for (index, member) in object.members.enumerated() {
            if index > 0 { raw(",") }
            writeString(member.key)
            raw(":")
            write(member.value)
        }
        raw("}")
    }

    /// A member of an object.
    ///
    /// - Parameter begin: its name with the punctuation around it: `,"id":`.
    public mutating func member(_ begin: StaticString, _ value: String) {
        raw(begin)
        writeString(value)
    }

    public mutating func member(_ begin: StaticString, _ value: Int) {
        raw(begin)
        writeInt(value)
    }

    public mutating func member(_ begin: StaticString, _ value: Bool) {
        raw(begin)
        writeBool(value)
    }

    public mutating func member(_ begin: StaticString, _ value: JSON) {
        raw(begin)
        write(value)
    }

    public mutating func member(_ begin: StaticString, _ value: JSON.Object) {
        raw(begin)
        write(value)
    }

    /// The members of an object after its first ones.
    mutating func members(_ object: JSON.Object) {
        for member in object.members {
            raw(",")
            writeString(member.key)
            raw(":")
            write(member.value)
        }
    }

    mutating func member(_ begin: StaticString, _ id: RequestID) {
        raw(begin)
        write(id)
    }

    /// Appends valid JSON text unchanged.
    public mutating func raw(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends valid JSON text unchanged. The label prevents a literal from resolving to this overload.
    public mutating func raw(text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// An array; `each` writes exactly one JSON value.
    public mutating func list<Item>(_ items: [Item], _ each: (inout JSONWriter, Item) -> Void) {
        raw("[")
        for (index, item) in items.enumerated() {
            if index > 0 { raw(",") }
            each(&self, item)
        }
        raw("]")
    }

    public mutating func writeBool(_ value: Bool) {
        if value { raw("true") } else { raw("false") }
    }

    public mutating func writeInt(_ value: Int) {
        raw(text: String(value))
    }

    /// The shortest text that parses to the same number. Infinities and NaN become null, because JSON has none.
    public mutating func writeDouble(_ value: Double) {
        if value.isFinite { raw(text: value.description) } else { raw("null") }
    }

    public mutating func writeString(_ value: String) {
        guard value.utf8.withContiguousStorageIfAvailable({ write(text: $0) }) == nil else { return }
        var value = value
        value.withUTF8 { write(text: $0) }
    }

    private mutating func write(text: UnsafeBufferPointer<UInt8>) {
        guard text.isPlain else { return writeEscaped(text) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: text)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func writeEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        var start = 0
        for index in text.indices {
            let byte = text[index]
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
            bytes.append(contentsOf: text[start..<index])
            appendEscape(of: byte)
            start = index + 1
        }
        bytes.append(contentsOf: text[start...])
        bytes.append(UInt8(ascii: "\""))
    }

    private static let hexDigits = Array("0123456789abcdef".utf8)

    private mutating func appendEscape(of byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): raw("\\\"")
        case UInt8(ascii: "\\"): raw("\\\\")
        case 0x08: raw("\\b")
        case 0x09: raw("\\t")
        case 0x0A: raw("\\n")
        case 0x0C: raw("\\f")
        case 0x0D: raw("\\r")
        default:
            raw(byte < 0x10 ? "\\u000" : "\\u001")
            bytes.append(Self.hexDigits[Int(byte & 0xF)])
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether a JSON string can contain these bytes without escapes.
    var isPlain: Bool {
        allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }
}
