/// The members of a JSON object that stand for a value, and how they are read straight from the text.
///
/// A reference, because it is looked into for every request, and never different.
public final class Record<Value: Sendable>: Sendable {
    /// The value before any member has been read; it carries the defaults.
    @usableFromInline package let initial: Value
    @usableFromInline package let fields: [Field<Value>]
    /// How each of them is read. Out of an array a function is taken hold of for each call, which costs more than most of
    /// them do; these stay as long as the record does.
    @usableFromInline let readers: [Unmanaged<MemberReader<Value>>]
    /// A bit for each member that must be there.
    @usableFromInline let needed: UInt64

    @inlinable
    public init(_ initial: Value, _ fields: [Field<Value>]) {
        precondition(fields.count <= 64, "a record has at most 64 members: each is a bit of a word")
        self.initial = initial
        self.fields = fields
        readers = fields.map { Unmanaged.passRetained(MemberReader($0.parse)) }
        needed = fields.indices.reduce(UInt64(0)) { $0 | (fields[$1].isRequired ? 1 << $1 : 0) }
    }

    deinit { for reader in readers { reader.release() } }

    /// What has been read of a record.
    public struct Reading {
        @usableFromInline var value: Value
        @usableFromInline var seen: UInt64 = 0
        @usableFromInline var next = 0

        @inlinable
        init(_ value: Value) { self.value = value }
    }

    @inlinable
    package func begin() -> Reading { Reading(initial) }

    /// Reads a member's value; `nil` where there is no member with that name.
    @inlinable
    package func read(
        _ name: PlainText, _ parser: inout JSONParser, into reading: inout Reading
    ) -> Bool? {
        position(of: name).map { read(fieldAt: $0, &parser, into: &reading) }
    }

    /// Reads the member that is expected next, that of the field behind the last one, if it stands here as it is mostly
    /// written; `nil` for another one. Who writes a request mostly knows the order from the documentation.
    @inlinable
    @inline(__always)
    package func readExpected(_ parser: inout JSONParser, into reading: inout Reading) -> Bool? {
        let index = reading.next
        guard index < fields.count, parser.directSkip(name: fields[index].key) else { return nil }
        return read(fieldAt: index, &parser, into: &reading)
    }

    @inlinable
    func read(fieldAt index: Int, _ parser: inout JSONParser, into reading: inout Reading) -> Bool {
        // Of several with one name the last one counts, even where an earlier one is wrong: that is for the slow way.
        guard reading.seen & 1 << index == 0 else { return false }
        reading.seen |= 1 << index
        reading.next = index + 1
        return readers[index]._withUnsafeGuaranteedRef { $0.parse(&reading.value, &parser) }
    }

    /// The value, if everything was there that must be.
    @inlinable
    package func end(_ reading: consuming Reading) -> Value? {
        reading.seen & needed == needed ? reading.value : nil
    }

    /// Reads an object. Members that nobody knows are ignored.
    @inlinable
    func parse(_ parser: inout JSONParser) -> Value? {
        var reading = begin()
        let isWhole = parser.directMembers {
            readExpected(&$0, into: &reading)
        } _: { name, parser in
            read(name, &parser, into: &reading) ?? parser.directSkip()
        }
        return isWhole ? end(reading) : nil
    }

    /// Which field has this name.
    @inlinable
    func position(of name: PlainText) -> Int? {
        for index in fields.indices where name.isEqual(to: fields[index].key) { return index }
        return nil
    }
}

/// How a member of a record is read; see `Field.parse`.
@usableFromInline
final class MemberReader<Value>: Sendable {
    @usableFromInline let parse: @Sendable (inout Value, inout JSONParser) -> Bool

    @usableFromInline
    init(_ parse: @escaping @Sendable (inout Value, inout JSONParser) -> Bool) { self.parse = parse }
}

extension Schema {
    /// An object with the given members. Members that it does not know are ignored.
    ///
    /// - Parameter initial: the value before any member has been read; it carries the defaults.
    @inlinable
    public static func record(_ initial: Value, _ fields: [Field<Value>]) -> Schema where Value: Sendable {
        let record = Record(initial, fields)
        return Schema(schema: schema(of: fields)) { json throws(Mismatch) in
            guard case .object(let object) = json else { throw Mismatch(expected: "an object", found: json.found) }
            var value = initial
            // By index: a copy of each field would cost more than the reading.
            for index in fields.indices {
                guard let member = object[fields[index].name] else {
                    guard fields[index].isRequired else { continue }
                    let missing = Mismatch(expected: expectation(of: fields[index].schema), found: "nothing")
                    throw missing.below(fields[index].name)
                }
                do throws(Mismatch) { try fields[index].read(&value, member) } catch {
                    throw error.below(fields[index].name)
                }
            }
            return value
        } write: { value in
            var object = JSON.Object()
            for field in fields { object[field.name] = field.write(value) }
            return .object(object)
        } parse: { parser in
            record.parse(&parser)
        }
    }

    @usableFromInline
    package static func schema(of fields: [Field<Value>]) -> JSON {
        var properties = JSON.Object()
        for field in fields {
            var property = field.schema.objectValue ?? [:]
            property["description"] = .string(field.summary)
            properties[field.name] = .object(property)
        }
        var schema: JSON.Object = ["type": "object", "properties": .object(properties)]
        let required = fields.filter(\.isRequired).map { JSON.string($0.name) }
        if !required.isEmpty { schema["required"] = .array(required) }
        return .object(schema)
    }
}

/// What a JSON Schema asks for, in words: for the message about a member that is missing.
@usableFromInline
func expectation(of schema: JSON) -> String {
    if let names = schema["enum"]?.arrayValue {
        return "one of " + names.compactMap(\.stringValue).joined(separator: ", ")
    }
    // What has a definition of its own is an object.
    if schema["$ref"] != nil { return "an object" }
    let kinds = schema["type"]?.arrayValue?.map { JSON.object(["type": $0]) }
    if let choices = kinds ?? (schema["type"] == nil ? schema["anyOf"]?.arrayValue : nil) {
        var words: [String] = []
        for word in choices.map(expectation) where !words.contains(word) { words.append(word) }
        return words.joined(separator: " or ")
    }
    return switch schema["type"]?.stringValue {
    case "string": "a string"
    case "boolean": "true or false"
    case "integer": "an integer"
    case "number": "a number"
    case "array": "an array"
    case "object": "an object"
    case "null": "null"
    default: "a value"
    }
}
