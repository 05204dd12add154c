/// The path of a `NavigationStack`: values of any hashable types, the topmost last.
public struct NavigationPath: Equatable {
    var values: [AnyHashable]

    public init() { values = [] }
    public init<Values: Sequence>(_ elements: Values) where Values.Element: Hashable { values = elements.map { AnyHashable($0) } }

    public var count: Int { values.count }
    public var isEmpty: Bool { values.isEmpty }

    public mutating func append<Value: Hashable>(_ value: Value) { values.append(AnyHashable(value)) }

    /// Removes values from the end. Removes at most all values.
    public mutating func removeLast(_ count: Int = 1) { values.removeLast(min(max(count, 0), values.count)) }
}

extension NavigationPath {
    /// The path's values as they are kept in a file: each with the name of its type.
    public struct CodableRepresentation: Codable, Equatable {
        fileprivate let values: [AnyHashable]
        fileprivate init(_ values: [AnyHashable]) { self.values = values }

        public init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            var values: [AnyHashable] = []
            func value<Value: Hashable & Codable>(of type: Value.Type) throws -> AnyHashable {
                AnyHashable(try container.decode(type))
            }
            while !container.isAtEnd {
                let name = try container.decode(String.self)
                guard let type = _typeByName(name) as? any (Hashable & Codable).Type else {
                    throw DecodingError.dataCorruptedError(in: container, debugDescription: "no type \(name) in this program")
                }
                values.append(try value(of: type))
            }
            self.init(values)
        }

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for value in values {
                guard let value = value.base as? any Encodable else { continue }
                try container.encode(_mangledTypeName(type(of: value)) ?? "")
                try container.encode(value)
            }
        }
    }

    /// `nil` if a value of the path cannot be encoded and decoded.
    public var codable: CodableRepresentation? {
        values.allSatisfy { $0.base is any Codable } ? CodableRepresentation(values) : nil
    }

    public init(_ codable: CodableRepresentation) { values = codable.values }
}
