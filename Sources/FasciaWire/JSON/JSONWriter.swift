import FasciaModel

/// Appends JSON text to bytes, without space between its parts.
public struct JSONWriter: Sendable {
    public var bytes: [UInt8]
    /// What stands after each reply: the end of the line, or a comma inside a batch.
    var replyEnd = UInt8(ascii: "\n")

    public init(capacity: Int = 0) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    public var text: String { String(decoding: bytes, as: UTF8.self) }

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

    /// JSON text that is known to be right, as it is.
    @inline(__always)
    public mutating func raw(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// JSON text that is known to be right, as it is.
    public mutating func raw(_ text: String) {
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
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
        guard !(0...9).contains(value) else { return bytes.append(UInt8(ascii: "0") + UInt8(value)) }
        // From the last digit to the first; the longest number has 19 and a sign.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var rest = value.magnitude
            var first = 20
            repeat {
                first -= 1
                digits.initializeElement(at: first, to: UInt8(ascii: "0") + UInt8(rest % 10))
                rest /= 10
            } while rest > 0
            if value < 0 {
                first -= 1
                digits.initializeElement(at: first, to: UInt8(ascii: "-"))
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[first...]))
        }
    }

    /// The shortest text that reads back as the same number. JSON has no infinities and no NaN: they become null.
    public mutating func writeDouble(_ value: Double) {
        if value.isFinite { raw(value.description) } else { raw("null") }
    }

    public mutating func writeString(_ value: String) {
        var value = value
        bytes.append(UInt8(ascii: "\""))
        value.withUTF8 { appendEscaped($0) }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        for index in text.indices {
            let byte = text[index]
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
            appendEscape(of: byte)
            start = index + 1
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    }

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
            raw(byte < 0x10 ? "\\u000" : "\\u00")
            raw(String(byte, radix: 16))
        }
    }
}
