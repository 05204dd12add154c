import FasciaModel

extension AppStorage.Coding {
    /// A value that has the kinds of JSON.
    static func optional<Wrapped>(_ coding: AppStorage<Wrapped>.Coding) -> Self where Value == Wrapped? {
        // Spelled out: what cannot be read is no value, and no value is kept as none.
        Self { json in coding.read(json).map { $0 } } write: { value in value.flatMap(coding.write) }
    }
}

extension AppStorage<Bool>.Coding {
    static var bool: Self { Self { $0.boolValue } write: { .bool($0) } }
}

extension AppStorage<Int>.Coding {
    static var int: Self { Self { $0.intValue } write: { .int($0) } }
}

extension AppStorage<Double>.Coding {
    static var double: Self { Self { $0.doubleValue } write: { .double($0) } }
}

extension AppStorage<String>.Coding {
    static var string: Self { Self { $0.stringValue } write: { .string($0) } }
}

extension AppStorage<URL>.Coding {
    static var url: Self { Self { $0.stringValue.flatMap(URL.init(string:)) } write: { .string($0.absoluteString) } }
}

extension AppStorage<Data>.Coding {
    /// As base 64.
    static var data: Self {
        Self { $0.stringValue.flatMap { Data(base64Encoded: $0) } } write: { .string($0.base64EncodedString()) }
    }
}

extension AppStorage.Coding where Value: RawRepresentable {
    static func raw(_ coding: AppStorage<Value.RawValue>.Coding) -> Self {
        Self { coding.read($0).flatMap(Value.init(rawValue:)) } write: { coding.write($0.rawValue) }
    }
}

// `store` is taken so that views compile as they are; the daemon keeps the value whatever it is.

extension AppStorage {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Bool {
        self.init(wrappedValue, key, .bool)
    }

    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Int {
        self.init(wrappedValue, key, .int)
    }

    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Double {
        self.init(wrappedValue, key, .double)
    }

    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == String {
        self.init(wrappedValue, key, .string)
    }

    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == URL {
        self.init(wrappedValue, key, .url)
    }

    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Data {
        self.init(wrappedValue, key, .data)
    }

    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value: RawRepresentable, Value.RawValue == Int {
        self.init(wrappedValue, key, .raw(.int))
    }

    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value: RawRepresentable, Value.RawValue == String {
        self.init(wrappedValue, key, .raw(.string))
    }
}

// Values that may not be there.
extension AppStorage where Value: ExpressibleByNilLiteral {
    public init(_ key: String, store: UserDefaults? = nil) where Value == Bool? {
        self.init(nil, key, .optional(.bool))
    }

    public init(_ key: String, store: UserDefaults? = nil) where Value == Int? {
        self.init(nil, key, .optional(.int))
    }

    public init(_ key: String, store: UserDefaults? = nil) where Value == Double? {
        self.init(nil, key, .optional(.double))
    }

    public init(_ key: String, store: UserDefaults? = nil) where Value == String? {
        self.init(nil, key, .optional(.string))
    }

    public init(_ key: String, store: UserDefaults? = nil) where Value == URL? {
        self.init(nil, key, .optional(.url))
    }

    public init(_ key: String, store: UserDefaults? = nil) where Value == Data? {
        self.init(nil, key, .optional(.data))
    }

    public init<Raw: RawRepresentable>(_ key: String, store: UserDefaults? = nil)
    where Value == Raw?, Raw.RawValue == Int {
        self.init(nil, key, .optional(.raw(.int)))
    }

    public init<Raw: RawRepresentable>(_ key: String, store: UserDefaults? = nil)
    where Value == Raw?, Raw.RawValue == String {
        self.init(nil, key, .optional(.raw(.string)))
    }
}
