/// One member of a JSON object that stands for a Swift value of type `Root`.
public struct Field<Root>: Sendable {
    public let name: String
    /// One line for the documentation and for `--help`.
    public let summary: String
    public let isRequired: Bool
    public let schema: JSON
    /// The bytes of the name, to find the member by.
    @usableFromInline let key: TextKey
    @usableFromInline package let read: @Sendable (inout Root, JSON) throws(Mismatch) -> Void
    @usableFromInline package let write: @Sendable (Root) -> JSON?
    /// Reads the member's value straight from the text, or gives up with `false`; see `Schema.parse`.
    @usableFromInline package let parse: @Sendable (inout Root, inout JSONParser) -> Bool

    @usableFromInline
    package init(
        name: String, summary: String, isRequired: Bool, schema: JSON,
        read: @escaping @Sendable (inout Root, JSON) throws(Mismatch) -> Void,
        write: @escaping @Sendable (Root) -> JSON?,
        parse: @escaping @Sendable (inout Root, inout JSONParser) -> Bool
    ) {
        self.name = name
        self.summary = summary
        self.isRequired = isRequired
        self.schema = schema
        self.read = read
        self.write = write
        self.parse = parse
        key = TextKey(name)
    }

    /// A member that must be there.
    @inlinable
    public static func required<Value>(
        _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ schema: Schema<Value>,
        _ summary: String
    ) -> Field {
        Field(name: name, summary: summary, isRequired: true, schema: schema.schema) {
            [set = setter(path)] root, json throws(Mismatch) in
            set(&root, try schema.read(json))
        } write: { [get = getter(path)] in
            schema.write(get($0))
        } parse: { [set = setter(path)] root, parser in
            guard let value = schema.parse(&parser) else { return false }
            set(&root, value)
            return true
        }
    }

    /// A member that may be left out, or be null, which means the same.
    @inlinable
    public static func optional<Value>(
        _ name: String, _ path: any WritableKeyPath<Root, Value?> & Sendable, _ schema: Schema<Value>,
        _ summary: String
    ) -> Field {
        Field(name: name, summary: summary, isRequired: false, schema: schema.schema) {
            [set = setter(path)] root, json throws(Mismatch) in
            if case .null = json { return }
            set(&root, try schema.read(json))
        } write: { [get = getter(path)] in
            get($0).map(schema.write)
        } parse: { [set = setter(path)] root, parser in
            if parser.directNull() { return true }
            guard let value = schema.parse(&parser) else { return false }
            set(&root, value)
            return true
        }
    }

    /// A member that keeps the value of the record's `initial` where it is left out; that value is not written.
    @inlinable
    public static func defaulted<Value: Equatable & Sendable>(
        _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ schema: Schema<Value>,
        default value: Value, _ summary: String
    ) -> Field {
        var described = schema.schema.objectValue ?? [:]
        described["default"] = schema.write(value)
        return Field(name: name, summary: summary, isRequired: false, schema: .object(described)) {
            [set = setter(path)] root, json throws(Mismatch) in
            if case .null = json { return }
            set(&root, try schema.read(json))
        } write: { [get = getter(path)] in
            let now = get($0)
            // `nil` would be JSON's null here, and would be written.
            return now == value ? .none : schema.write(now)
        } parse: { [set = setter(path)] root, parser in
            if parser.directNull() { return true }
            guard let value = schema.parse(&parser) else { return false }
            set(&root, value)
            return true
        }
    }
}

extension Field {
    /// Reads a member, in place where it is stored: see `setter`.
    @inlinable
    static func getter<Value>(_ path: any KeyPath<Root, Value> & Sendable) -> @Sendable (Root) -> Value {
        guard let offset = MemoryLayout<Root>.offset(of: path) else { return { $0[keyPath: path] } }
        return { root in
            withUnsafePointer(to: root) { start in
                // `offset(of:)` has vouched that a `Value` is stored there.
                (UnsafeRawPointer(start) + offset).assumingMemoryBound(to: Value.self).pointee
            }
        }
    }

    /// Writes a member. A key path costs ten times as much as the store that it stands for, so a stored property is
    /// written in place, at the offset that the standard library has for it; only others go by the key path.
    @inlinable
    static func setter<Value>(
        _ path: any WritableKeyPath<Root, Value> & Sendable
    ) -> @Sendable (inout Root, Value) -> Void {
        guard let offset = MemoryLayout<Root>.offset(of: path) else {
            return { root, value in root[keyPath: path] = value }
        }
        return { root, value in
            withUnsafeMutableBytes(of: &root) { bytes in
                // `offset(of:)` has vouched that a `Value` is stored there.
                guard let start = bytes.baseAddress else { return }
                (start + offset).assumingMemoryBound(to: Value.self).pointee = value
            }
        }
    }
}
