import FasciaDocument

/// A type that `AppStorage` can store: numbers, strings, URLs, dates and data.
public protocol _StoredValue {
    static func _read(_ json: JSON) -> Self?
    var _json: JSON { get }
}

extension Bool: _StoredValue {
    public static func _read(_ json: JSON) -> Bool? { json.boolValue }
    public var _json: JSON { .bool(self) }
}

extension Int: _StoredValue {
    public static func _read(_ json: JSON) -> Int? { json.intValue }
    public var _json: JSON { .int(self) }
}

extension Double: _StoredValue {
    public static func _read(_ json: JSON) -> Double? { json.doubleValue }
    public var _json: JSON { .double(self) }
}

extension String: _StoredValue {
    public static func _read(_ json: JSON) -> String? { json.stringValue }
    public var _json: JSON { .string(self) }
}

extension URL: _StoredValue {
    public static func _read(_ json: JSON) -> URL? { json.stringValue.flatMap { URL(string: $0) } }
    public var _json: JSON { .string(absoluteString) }
}

/// Stored as Base64.
extension Data: _StoredValue {
    public static func _read(_ json: JSON) -> Data? { json.stringValue.flatMap { Data(base64Encoded: $0) } }
    public var _json: JSON { .string(base64EncodedString()) }
}

/// Stored as seconds since 1970.
extension Date: _StoredValue {
    public static func _read(_ json: JSON) -> Date? { json.doubleValue.map { Date(timeIntervalSince1970: $0) } }
    public var _json: JSON { .double(timeIntervalSince1970) }
}

// `store` is ignored: it lets views compile unchanged, but the daemon always keeps the value.

extension AppStorage {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value: _StoredValue {
        self.init(wrappedValue, key, Coding(read: { Value._read($0) }, write: { $0._json }))
    }
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value: RawRepresentable, Value.RawValue: _StoredValue {
        let coding = Coding(read: { Value.RawValue._read($0).flatMap(Value.init(rawValue:)) }, write: { $0.rawValue._json })
        self.init(wrappedValue, key, coding)
    }

    /// An optional value.
    public init<Wrapped: _StoredValue>(_ key: String, store: UserDefaults? = nil) where Value == Wrapped? {
        // Without the explicit `map`, a failed read would become a stored `nil` instead of no value.
        self.init(nil, key, Coding(read: { json in Wrapped._read(json).map { $0 } }, write: { $0?._json }))
    }
    public init<Wrapped: RawRepresentable>(_ key: String, store: UserDefaults? = nil)
    where Value == Wrapped?, Wrapped.RawValue: _StoredValue {
        let coding = Coding(
            read: { json in Wrapped.RawValue._read(json).flatMap(Wrapped.init(rawValue:)).map { $0 } },
            write: { $0?.rawValue._json })
        self.init(nil, key, coding)
    }
}
