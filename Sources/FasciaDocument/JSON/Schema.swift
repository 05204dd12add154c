/// Converts one type of value from and to JSON, validates it, and describes it as JSON Schema.
///
/// Every type that crosses a boundary (a method's parameters, a view node, an event) has one schema. The parser, the
/// error messages, `daemon.describe` and the documentation all derive from it.
public struct Schema<Value>: Sendable {
    /// Decodes a value. The pointer of a thrown mismatch is relative to this value.
    public let read: @Sendable (JSON) throws(Mismatch) -> Value
    public let write: @Sendable (Value) -> JSON
    /// The JSON Schema (2020-12) of the values that `read` accepts.
    public let schema: JSON

    public init(
        schema: JSON, read: @escaping @Sendable (JSON) throws(Mismatch) -> Value,
        write: @escaping @Sendable (Value) -> JSON
    ) {
        self.schema = schema
        self.read = read
        self.write = write
    }

    /// The schema for another Swift type with the same JSON form.
    public func map<Other>(
        _ forward: @escaping @Sendable (Value) throws(Mismatch) -> Other,
        back: @escaping @Sendable (Other) -> Value
    ) -> Schema<Other> {
        let (read, write) = (read, write)
        return Schema<Other>(schema: schema) { json throws(Mismatch) in
            try forward(try read(json))
        } write: {
            write(back($0))
        }
    }
}

extension Schema where Value: Sendable {
    /// The same values, except those for which `check` throws.
    public func checked(_ check: @escaping @Sendable (Value) throws(Mismatch) -> Void) -> Schema {
        let (read, write) = (read, write)
        return Schema(schema: schema) { json throws(Mismatch) in
            let value = try read(json)
            try check(value)
            return value
        } write: {
            write($0)
        }
    }
}

// MARK: - Simple values

extension Schema where Value == JSON {
    /// Any JSON value.
    public static var any: Schema { Schema(schema: [:], read: { $0 }, write: { $0 }) }

    /// Any JSON object.
    public static var anyObject: Schema {
        Schema(schema: ["type": "object"]) { json throws(Mismatch) in
            guard case .object = json else { throw Mismatch(expected: "an object", found: json.found) }
            return json
        } write: {
            $0
        }
    }
}

extension Schema where Value == String {
    public static var string: Schema {
        Schema(schema: ["type": "string"]) { json throws(Mismatch) in
            guard case .string(let value) = json else { throw Mismatch(expected: "a string", found: json.found) }
            return value
        } write: {
            .string($0)
        }
    }
}

extension Schema where Value == String {
    /// A name, an id or a key. It is short, because lookups and error messages process all of it.
    public static var name: Schema { string(atMost: 4_096) }

    /// A string of at most so many bytes.
    public static func string(atMost bytes: Int) -> Schema {
        Schema(schema: ["type": "string", "maxLength": .int(bytes)]) { json throws(Mismatch) in
            let text = try Schema.string.read(json)
            guard text.utf8.count <= bytes else {
                throw Mismatch(expected: "at most \(bytes) bytes", found: "\(text.utf8.count)")
            }
            return text
        } write: {
            .string($0)
        }
    }
}

extension Schema where Value == Bool {
    public static var bool: Schema {
        Schema(schema: ["type": "boolean"]) { json throws(Mismatch) in
            guard case .bool(let value) = json else { throw Mismatch(expected: "true or false", found: json.found) }
            return value
        } write: {
            .bool($0)
        }
    }
}

extension Schema where Value == Int {
    /// An integer in `range`. Also accepts `1.0`, because some languages write integers that way.
    public static func int(_ range: ClosedRange<Int> = .min ... .max) -> Schema {
        var schema: JSON.Object = ["type": "integer"]
        if range.lowerBound != .min { schema["minimum"] = .int(range.lowerBound) }
        if range.upperBound != .max { schema["maximum"] = .int(range.upperBound) }
        let expected =
            switch (range.lowerBound, range.upperBound) {
            case (.min, .max): "an integer"
            case (let low, .max): "an integer of at least \(low)"
            case (.min, let high): "an integer of at most \(high)"
            case (let low, let high): "an integer from \(low) to \(high)"
            }
        return Schema(schema: .object(schema)) { json throws(Mismatch) in
            let number: Int? =
                switch json {
                case .int(let value): value
                case .double(let value): Int(exactly: value)
                default: nil
                }
            guard let number, range.contains(number) else {
                throw Mismatch(expected: expected, found: json.found)
            }
            return number
        } write: {
            .int($0)
        }
    }
}

extension Schema where Value == Double {
    public static var number: Schema {
        Schema(schema: ["type": "number"]) { json throws(Mismatch) in
            guard let value = json.doubleValue else { throw Mismatch(expected: "a number", found: json.found) }
            // Refuses integers that a double would round: above 2^53 several integers share one double.
            if case .int(let whole) = json, Int(exactly: value) != whole {
                throw Mismatch(
                    expected: "a number that a double holds exactly, as integers up to 9007199254740992 are",
                    found: "\(whole)")
            }
            return value
        } write: {
            .double($0)
        }
    }

    /// A number in `range`.
    public static func number(_ range: ClosedRange<Double>) -> Schema {
        let expected = "a number from \(range.lowerBound) to \(range.upperBound)"
        let schema: JSON = [
            "type": "number", "minimum": .double(range.lowerBound), "maximum": .double(range.upperBound),
        ]
        return Schema(schema: schema) { json throws(Mismatch) in
            guard let value = json.doubleValue, range.contains(value) else {
                throw Mismatch(expected: expected, found: json.found)
            }
            return value
        } write: {
            .double($0)
        }
    }
}

extension Schema where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
    /// One of the strings of an enumeration.
    public static var oneOf: Schema {
        let names = Value.allCases.map(\.rawValue)
        return Schema(schema: ["enum": .array(names.map { .string($0) })]) { json throws(Mismatch) in
            guard case .string(let name) = json, let value = Value(rawValue: name) else {
                throw Mismatch(expected: "one of " + names.joined(separator: ", "), found: json.found)
            }
            return value
        } write: {
            .string($0.rawValue)
        }
    }
}

// MARK: - Collections

extension Schema {
    /// - Parameter limit: the maximum number of elements; `nil` only for what no client can send. A longer array is refused
    ///   before any element is read.
    public static func array<Element>(
        of element: Schema<Element>, atMost limit: Mismatch.Limit? = .items
    ) -> Schema where Value == [Element] {
        var schema: JSON.Object = ["type": "array", "items": element.schema]
        if let limit { schema["maxItems"] = .int(limit.value) }
        return Schema(schema: .object(schema)) { json throws(Mismatch) in
            guard case .array(let items) = json else { throw Mismatch(expected: "an array", found: json.found) }
            if let limit, items.count > limit.value {
                throw Mismatch(
                    expected: "at most \(limit.value) items", found: "\(items.count)", limit: limit)
            }
            var values: [Element] = []
            for (index, item) in items.enumerated() {
                do throws(Mismatch) { values.append(try element.read(item)) } catch { throw error.below(index) }
            }
            return values
        } write: {
            .array($0.map(element.write))
        }
    }

    /// An object whose members all have values of one type, such as `{"a": 1, "b": 2}`. With more members than arrays may have
    /// items it is refused before any is read.
    public static func dictionary<Element>(of element: Schema<Element>) -> Schema where Value == [String: Element] {
        let limit = Mismatch.Limit.items
        let schema: JSON = [
            "type": "object", "additionalProperties": element.schema, "maxProperties": .int(limit.value),
        ]
        return Schema(schema: schema) { json throws(Mismatch) in
            guard case .object(let object) = json else { throw Mismatch(expected: "an object", found: json.found) }
            guard object.count <= limit.value else {
                throw Mismatch(expected: "at most \(limit.value) members", found: "\(object.count)", limit: limit)
            }
            var values: [String: Element] = [:]
            for (key, item) in object.members {
                do throws(Mismatch) { values[key] = try element.read(item) } catch { throw error.below(key) }
            }
            return values
        } write: { values in
            .object(.init(values.sorted { $0.key < $1.key }.map { ($0.key, element.write($0.value)) }))
        }
    }

    /// Breaks recursion between definitions (a node's children are nodes): the JSON Schema is a reference by name.
    public static func recursive(
        _ name: String, _ schema: @escaping @Sendable () -> Schema
    ) -> Schema {
        Schema(schema: ["$ref": .string("#/$defs/\(name)")]) { json throws(Mismatch) in
            try schema().read(json)
        } write: {
            schema().write($0)
        }
    }
}

extension JSON {
    /// The value as error messages show it: strings (truncated), numbers and booleans literally, other values by kind.
    public var found: String {
        switch self {
        case .string(let value) where value.count <= 40: "\"\(value)\""
        case .string(let value): "\"\(value.prefix(40))…\""
        case .int(let value): "\(value)"
        case .double(let value): "\(value)"
        case .bool(let value): "\(value)"
        default: kindName
        }
    }
}
