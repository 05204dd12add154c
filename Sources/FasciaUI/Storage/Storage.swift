import FasciaDocument

/// Stores named values for `@AppStorage`: in the daemon or in memory.
@MainActor public protocol Storage: AnyObject {
    /// The value of a key; `nil` if there is none.
    func value(_ key: String) -> JSON?
    /// Sets the value of a key; `nil` removes it.
    func set(_ key: String, _ value: JSON?)
}

/// Stores values in memory.
@MainActor public final class MemoryStorage: Storage {
    private var values: [String: JSON]
    public init(_ values: [String: JSON] = [:]) { self.values = values }
    public func value(_ key: String) -> JSON? { values[key] }
    public func set(_ key: String, _ value: JSON?) { values[key] = value }
}

/// The values of a storage, and which views depend on them.
@MainActor public final class StoredValues {
    private let storage: any Storage
    private var dependents: [String: Dependents] = [:]

    public init(_ storage: any Storage) { self.storage = storage }

    /// Reads a value. The view being evaluated then depends on it.
    public func value(_ key: String) -> JSON? {
        dependents[key, default: Dependents()].addCurrent()
        return storage.value(key)
    }

    public func set(_ key: String, _ value: JSON?) {
        guard storage.value(key) != value else { return }
        storage.set(key, value)
        changed(key)
    }

    /// Invalidates the views that have read a value, after it was changed elsewhere.
    public func changed(_ key: String) { dependents[key]?.invalidateAll() }

    /// The storage of `@AppStorage` outside views, and in views whose environment sets no other.
    public static var shared = StoredValues(MemoryStorage())
}

extension EnvironmentValues {
    /// The storage of `@AppStorage`; `nil` for `StoredValues.shared`.
    @Entry public var storedValues: StoredValues?
}
