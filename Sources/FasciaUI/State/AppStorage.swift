import FasciaModel

/// A value that is kept under a name beyond the app's own life: the daemon keeps it, and every app and script that
/// knows the name sees the same.
///
/// A value of another kind than the property's is not taken: the property then has its default value.
@propertyWrapper
public struct AppStorage<Value>: DynamicProperty {
    private let key: String
    private let coding: Coding
    private let defaultValue: Value
    private var values: StoredValues?

    /// How values stand in a storage.
    struct Coding {
        var read: (JSON) -> Value?
        var write: (Value) -> JSON?
    }

    init(_ defaultValue: Value, _ key: String, _ coding: Coding) {
        self.key = key
        self.coding = coding
        self.defaultValue = defaultValue
    }

    @MainActor public var wrappedValue: Value {
        get { location.value }
        nonmutating set { location.value = newValue }
    }

    @MainActor public var projectedValue: Binding<Value> { Binding(location) }

    @MainActor private var location: KeptLocation<Value> {
        KeptLocation(values ?? .shared, key, coding, defaultValue)
    }
}

extension AppStorage: Installable, SelfComparing {
    mutating func install(_ installation: inout Installation) { values = installation.environment.storedValues }

    func isSame(as other: Self) -> Bool { key == other.key }
}

/// A value in a storage.
private final class KeptLocation<Value>: Location<Value> {
    private let values: StoredValues
    private let key: String
    private let coding: AppStorage<Value>.Coding
    private let defaultValue: Value

    init(_ values: StoredValues, _ key: String, _ coding: AppStorage<Value>.Coding, _ defaultValue: Value) {
        self.values = values
        self.key = key
        self.coding = coding
        self.defaultValue = defaultValue
    }

    // Like all state of views, it belongs to the main actor: bindings are read there.
    override var value: Value {
        get {
            let kept = MainActor.assumeIsolated { [values, key] in values.value(key) }
            return kept.flatMap(coding.read) ?? defaultValue
        }
        set {
            let json = coding.write(newValue)
            onMain { [values, key] in values.set(key, json) }
        }
    }

    override func isSame(as other: Location<Value>) -> Bool {
        guard let other = other as? KeptLocation<Value> else { return false }
        return values === other.values && key == other.key
    }
}

/// `AppStorage` by another name: what a scene remembers, the daemon keeps.
public typealias SceneStorage = AppStorage
