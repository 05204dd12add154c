extension JSON {
    /// Whether the shortest JSON text of this value has at most `limit` bytes. Stops counting once it is over.
    public func fits(bytes limit: Int) -> Bool {
        var left = limit
        count(into: &left)
        return left >= 0
    }

    /// Whether arrays and objects stand in each other at most so many levels deep; 0 for a string or a number. It goes
    /// no deeper than that to find out.
    public func isNested(atMost levels: Int) -> Bool {
        switch self {
        case .null, .bool, .int, .double, .string: true
        case .array(let elements): levels > 0 && elements.allSatisfy { $0.isNested(atMost: levels - 1) }
        case .object(let object): levels > 0 && object.members.allSatisfy { $0.value.isNested(atMost: levels - 1) }
        }
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

extension Limits {
    /// - Parameter what: the thing in question, as the beginning of a sentence: `value "n"`.
    /// - Throws: `invalid` for JSON that nests deeper than a panel keeps.
    func checkNesting(of json: JSON, _ what: String) throws(Refusal) {
        guard !json.isNested(atMost: valueNesting) else { return }
        throw Refusal(
            .invalid, "\(what) nests more than \(valueNesting) arrays and objects: make it flatter",
            details: ["limit": "valueNesting", "value": .int(valueNesting)])
    }
}
