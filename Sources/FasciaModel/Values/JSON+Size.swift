import FasciaDocument

extension JSON {
    /// Whether the shortest JSON text of this value has at most `limit` bytes. Stops counting once the limit is passed.
    public func fits(bytes limit: Int) -> Bool {
        var left = limit
        count(into: &left)
        return left >= 0
    }

    /// Whether arrays and objects are nested at most this deep; 0 for a scalar. Does not recurse deeper than that.
    public func isNested(atMost levels: Int) -> Bool {
        switch self {
        case .null, .bool, .int, .double, .string: true
        case .array(let elements): levels > 0 && elements.allSatisfy { $0.isNested(atMost: levels - 1) }
        case .object(let object): levels > 0 && object.members.allSatisfy { $0.value.isNested(atMost: levels - 1) }
        }
    }

    /// Subtracts the size of this value's JSON text.
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

extension Limits {
    /// - Parameter what: the subject of the error message, such as `value "n"`.
    /// - Throws: `invalid` for JSON nested deeper than `valueNesting`.
    func checkNesting(of json: JSON, _ what: String) throws(Refusal) {
        guard !json.isNested(atMost: valueNesting) else { return }
        throw Refusal(
            .invalid, "\(what) is nested more than \(valueNesting) levels deep: flatten it",
            details: ["limit": "valueNesting", "value": .int(valueNesting)])
    }
}
