extension JSON {
    /// Whether the shortest JSON text of this value has at most `limit` bytes. Stops counting once it is over.
    func fits(bytes limit: Int) -> Bool {
        var left = limit
        count(into: &left)
        return left >= 0
    }

    /// Subtracts this value's bytes from what is left.
    private func count(into left: inout Int) {
        switch self {
        case .null, .bool(true): left -= 4
        case .bool(false): left -= 5
        case .int(let value): left -= String(value).utf8.count
        case .double(let value): left -= value.description.utf8.count
        case .string(let value): Self.count(value, into: &left)
        case .array(let elements):
            left -= 2 + max(elements.count - 1, 0)
            for element in elements where left >= 0 { element.count(into: &left) }
        case .object(let object):
            left -= 2 + max(object.count - 1, 0)
            for member in object.members where left >= 0 {
                Self.count(member.key, into: &left)
                left -= 1
                member.value.count(into: &left)
            }
        }
    }

    private static func count(_ string: String, into left: inout Int) {
        left -= 2
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x08, 0x09, 0x0A, 0x0C, 0x0D: left -= 2
            case ..<0x20: left -= 6
            default: left -= 1
            }
        }
    }
}
