import FasciaDocument

/// Appends plain values to the bytes of an archived panel. Fixed-size numbers are little-endian; each length precedes
/// what it measures.
struct ArchiveWriter {
    private(set) var bytes: [UInt8] = []

    mutating func byte(_ value: UInt8) { bytes.append(value) }

    mutating func bool(_ value: Bool) { bytes.append(value ? 1 : 0) }

    /// LEB128: seven bits a byte, the lowest first. Negative numbers take ten bytes.
    mutating func int(_ value: Int) {
        var rest = UInt(bitPattern: value)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func word(_ value: UInt64) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func text(_ value: String) {
        int(value.utf8.count)
        bytes.append(contentsOf: value.utf8)
    }

    mutating func optional<Value>(_ value: Value?, _ write: (inout ArchiveWriter, Value) -> Void) {
        bool(value != nil)
        if let value { write(&self, value) }
    }

    mutating func list<Values: Collection>(_ values: Values, _ write: (inout ArchiveWriter, Values.Element) -> Void) {
        int(values.count)
        for value in values { write(&self, value) }
    }

    /// Keeps integers distinct from other numbers, and keeps the order of members.
    mutating func json(_ value: JSON) {
        switch value {
        case .null: byte(0)
        case .bool(let value): byte(value ? 2 : 1)
        case .int(let value):
            byte(3)
            int(value)
        case .double(let value):
            byte(4)
            word(value.bitPattern)
        case .string(let value):
            byte(5)
            text(value)
        case .array(let elements):
            byte(6)
            list(elements) { $0.json($1) }
        case .object(let object):
            byte(7)
            self.object(object)
        }
    }

    mutating func object(_ object: JSON.Object) {
        list(object.members) {
            $0.text($1.key)
            $0.json($1.value)
        }
    }
}
