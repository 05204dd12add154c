import Glibc

/// A JSON value (RFC 8259), as used for values, route arguments and payloads.
///
/// Integers and other numbers are distinct: `1` is written as `1`, and `1.0` as `1.0`.
public enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([JSON])
    case object(Object)

    /// The members of a JSON object, in the order they were written.
    ///
    /// Names are unique: setting an existing name replaces its value in place. Equality ignores the order. Few names are
    /// compared one by one, which is cheaper than hashing one; many are found through a dictionary, so that a line with a
    /// hundred thousand names takes linear time.
    public struct Object: Sendable {
        public typealias Member = (key: String, value: JSON)

        public private(set) var members: [Member]
        /// Where each member is, if there are many.
        private var places: [ExactText: Int] = [:]
        private static let few = 16

        public init() { members = [] }

        /// Makes an object from members whose names are known to be unique.
        public init(uniqueMembers: [Member]) {
            members = uniqueMembers
            index()
        }

        public var isEmpty: Bool { members.isEmpty }
        public var count: Int { members.count }

        /// Removing a member takes as long as there are members after it; `removeAll(where:)` removes several.
        public subscript(key: String) -> JSON? {
            get { place(of: key).map { members[$0].value } }
            set {
                if let newValue {
                    set(key, newValue)
                } else if let place = place(of: key) {
                    members.remove(at: place)
                    index()
                }
            }
        }

        mutating func set(_ key: String, _ value: JSON) {
            if let place = place(of: key) {
                members[place].value = value
            } else {
                members.append((key, value))
                if places.isEmpty { index() } else { places[ExactText(key)] = members.count - 1 }
            }
        }

        public mutating func removeAll(where isRemoved: (Member) -> Bool) {
            members.removeAll(where: isRemoved)
            index()
        }

        private func place(of key: String) -> Int? {
            places.isEmpty ? members.firstIndex { $0.key.isSameText(as: key) } : places[ExactText(key)]
        }

        private mutating func index() {
            places.removeAll(keepingCapacity: true)
            guard members.count > Self.few else { return }
            places.reserveCapacity(members.count)
            for (place, member) in members.enumerated() { places[ExactText(member.key)] = place }
        }
    }
}

extension JSON {
    /// Strings are equal if their bytes are equal. Unicode equivalence does not count.
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.int(let left), .int(let right)): left == right
        case (.double(let left), .double(let right)): left == right
        case (.string(let left), .string(let right)): left.isSameText(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    // Equal bytes imply equal Swift strings and therefore equal hashes.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .int(let value): hasher.combine(value)
        case .double(let value): hasher.combine(value)
        case .string(let value): hasher.combine(value)
        case .array(let elements): hasher.combine(elements)
        case .object(let object): hasher.combine(object)
        }
    }
}

/// A text that is compared by its bytes.
package struct ExactText: Hashable, Sendable {
    let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: Self, right: Self) -> Bool { left.text.isSameText(as: right.text) }

    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension String {
    /// Whether the bytes are equal. Swift's `==` compares by Unicode equivalence.
    package func isSameText(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let isSame = utf8.withContiguousStorageIfAvailable { own in
            other.utf8.withContiguousStorageIfAvailable { other in
                // An empty text may have no address.
                guard let own = own.baseAddress, let start = other.baseAddress else { return true }
                return memcmp(own, start, other.count) == 0
            }
        }
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}

extension JSON.Object: Hashable {
    public static func == (left: Self, right: Self) -> Bool {
        guard left.count == right.count else { return false }
        // The common case: the same members in the same order.
        let haveSameOrder = zip(left.members, right.members).allSatisfy {
            $0.key.isSameText(as: $1.key) && $0.value == $1.value
        }
        if haveSameOrder { return true }
        let other = Dictionary(right.members.map { (ExactText($0.key), $0.value) }) { _, last in last }
        return left.members.allSatisfy { other[ExactText($0.key)] == $0.value }
    }

    public func hash(into hasher: inout Hasher) {
        // The members' hashes are summed because order must not matter.
        var sum = 0
        for member in members {
            var each = Hasher()
            each.combine(member.key)
            each.combine(member.value)
            sum &+= each.finalize()
        }
        hasher.combine(sum)
    }
}

// MARK: - Literals

extension JSON: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int) { self = .int(value) }
    public init(floatLiteral value: Double) { self = .double(value) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSON)...) { self = .object(.init(elements)) }
}

extension JSON.Object: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, JSON)...) { self.init(elements) }

    /// If a name occurs more than once, its last value wins.
    public init(_ elements: [(String, JSON)]) {
        self.init()
        for (key, value) in elements { self[key] = value }
    }
}

// MARK: - Reading

extension JSON {
    public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
    public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
    public var intValue: Int? { if case .int(let value) = self { value } else { nil } }
    public var arrayValue: [JSON]? { if case .array(let value) = self { value } else { nil } }
    public var objectValue: Object? { if case .object(let value) = self { value } else { nil } }

    /// The numeric value of an integer or a double.
    public var doubleValue: Double? {
        switch self {
        case .int(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }

    public subscript(key: String) -> JSON? { objectValue?[key] }

    public subscript(index: Int) -> JSON? {
        guard let elements = arrayValue, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// The name of this kind of value in error messages, such as `a string` or `null`.
    public var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .int: "an integer"
        case .double: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
