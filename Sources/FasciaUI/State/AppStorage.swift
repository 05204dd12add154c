import FasciaDocument

/// A named value that outlives the app. The daemon stores it, and all apps and scripts that use the name share it.
///
/// A stored value of another type is ignored: the property then has its default value.
@propertyWrapper
public struct AppStorage<Value>: DynamicProperty {
    private let key: String
    private let coding: Coding
    private let defaultValue: Value
    private var values: StoredValues?

    /// Converts values to and from stored JSON.
    struct Coding {
        var read: (JSON) -> Value?
        var write: (Value) -> JSON?
    }

    init(_ defaultValue: Value, _ key: String, _ coding: Coding) {
        self.key = key
        self.coding = coding
        self.defaultValue = defaultValue
    }

    public var wrappedValue: Value {
        get { location.value }
        nonmutating set { location.value = newValue }
    }

    public var projectedValue: Binding<Value> { Binding(location) }

    private var location: StoredValueLocation<Value> { StoredValueLocation(values, key, coding, defaultValue) }
}

extension AppStorage: Installable, CustomStructuralEquality {
    mutating func install(_ installation: inout Installation) { values = installation.environment.storedValues }

    func isStructurallyEqual(to other: Self) -> Bool { key == other.key }
}

private final class StoredValueLocation<Value>: Location<Value> {
    /// `nil` for those that all views share.
    private let values: StoredValues?
    private let key: String
    private let coding: AppStorage<Value>.Coding
    private let defaultValue: Value

    init(_ values: StoredValues?, _ key: String, _ coding: AppStorage<Value>.Coding, _ defaultValue: Value) {
        self.values = values
        self.key = key
        self.coding = coding
        self.defaultValue = defaultValue
    }

    // The model of a view may read it on any thread.
    override var value: Value {
        get {
            let read = { @MainActor @Sendable [values, key] in (values ?? .shared).value(key) }
            let stored = MainQueue.isCurrent ? MainActor.assumeIsolated(read) : DispatchQueue.main.sync(execute: read)
            return stored.flatMap(coding.read) ?? defaultValue
        }
        set {
            let json = coding.write(newValue)
            onMain { [values, key] in (values ?? .shared).set(key, json) }
        }
    }

    override func isStructurallyEqual(to other: Location<Value>) -> Bool {
        guard let other = other as? StoredValueLocation<Value> else { return false }
        return values === other.values && key == other.key
    }
}

/// The same as `AppStorage`: the daemon stores the value.
public typealias SceneStorage = AppStorage
