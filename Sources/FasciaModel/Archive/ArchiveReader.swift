import FasciaDocument

/// Thrown when bytes cannot be read as an archived panel: another version wrote them, or they are damaged.
public struct ArchiveError: Error, Hashable, Sendable {
    public var message: String
    init(_ message: String) { self.message = message }
}

/// Decodes the format of `ArchiveWriter`. Every method throws when the bytes cannot be that writer's output.
struct ArchiveReader {
    private let bytes: UnsafeRawBufferPointer
    private(set) var offset = 0
    /// Nesting depth of the JSON arrays and objects being read.
    private var depth = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func byte() throws(ArchiveError) -> UInt8 {
        guard offset < bytes.count else { throw end }
        defer { offset += 1 }
        return bytes[offset]
    }

    mutating func bool() throws(ArchiveError) -> Bool { try byte() != 0 }

    mutating func int() throws(ArchiveError) -> Int {
        var (value, shift) = (UInt(0), UInt(0))
        while true {
            let next = try byte()
            guard shift < 64 else { throw ArchiveError("a number is too long at byte \(offset)") }
            value |= UInt(next & 0x7F) << shift
            guard next & 0x80 != 0 else { return Int(bitPattern: value) }
            shift += 7
        }
    }

    mutating func word() throws(ArchiveError) -> UInt64 {
        guard bytes.count - offset >= 8 else { throw end }
        defer { offset += 8 }
        return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// An element count. Each element takes at least one byte, so a count above the remaining bytes is rejected before
    /// memory is reserved.
    mutating func count() throws(ArchiveError) -> Int {
        let count = try int()
        guard count >= 0, count <= bytes.count - offset else { throw end }
        return count
    }

    mutating func text() throws(ArchiveError) -> String {
        let count = try count()
        defer { offset += count }
        return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]), as: UTF8.self)
    }

    mutating func optional<Value>(
        _ read: (inout ArchiveReader) throws(ArchiveError) -> Value
    ) throws(ArchiveError) -> Value? {
        try bool() ? try read(&self) : nil
    }

    mutating func list<Value>(
        _ read: (inout ArchiveReader) throws(ArchiveError) -> Value
    ) throws(ArchiveError) -> [Value] {
        let count = try count()
        var values: [Value] = []
        values.reserveCapacity(count)
        for _ in 0..<count { values.append(try read(&self)) }
        return values
    }

    /// The case of an enumeration with this raw value.
    mutating func name<Value: RawRepresentable>() throws(ArchiveError) -> Value where Value.RawValue == String {
        let name = try text()
        guard let value = Value(rawValue: name) else { throw ArchiveError("unknown value \"\(name)\"") }
        return value
    }

    mutating func json() throws(ArchiveError) -> JSON {
        let tag = try byte()
        switch tag {
        case 0: return .null
        case 1: return .bool(false)
        case 2: return .bool(true)
        case 3: return .int(try int())
        case 4: return .double(Double(bitPattern: try word()))
        case 5: return .string(try text())
        case 6:
            try enter()
            defer { depth -= 1 }
            return .array(try list { reader throws(ArchiveError) in try reader.json() })
        case 7:
            try enter()
            defer { depth -= 1 }
            return .object(try object())
        default: throw ArchiveError("unknown JSON tag \(tag)")
        }
    }

    mutating func object() throws(ArchiveError) -> JSON.Object {
        let members: [JSON.Object.Member] = try list { reader throws(ArchiveError) in
            (key: try reader.text(), value: try reader.json())
        }
        return JSON.Object(uniqueMembers: members)
    }

    /// A JSON value, decoded with `schema`.
    mutating func described<Value>(by schema: Schema<Value>) throws(ArchiveError) -> Value {
        let json = try json()
        do throws(Mismatch) { return try schema.read(json) } catch {
            throw ArchiveError("\(error.pointer): expected \(error.expected), found \(error.found)")
        }
    }

    private mutating func enter() throws(ArchiveError) {
        guard depth < JSONParser.maximumDepth else { throw ArchiveError("JSON is nested too deep") }
        depth += 1
    }

    private var end: ArchiveError { ArchiveError("the archive is truncated") }
}
