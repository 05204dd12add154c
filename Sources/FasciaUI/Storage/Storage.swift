import FasciaModel

/// Keeps named values for `@AppStorage`: the daemon does, or the app's own memory.
@MainActor public protocol Storage: AnyObject {
    /// What is kept under a key; `nil` where nothing is.
    func value(_ key: String) -> JSON?
    /// Keeps a value; `nil` removes what is there.
    func set(_ key: String, _ value: JSON?)
}

/// Keeps values for as long as it is there itself.
@MainActor public final class MemoryStorage: Storage {
    private var values: [String: JSON]
    public init(_ values: [String: JSON] = [:]) { self.values = values }
    public func value(_ key: String) -> JSON? { values[key] }
    public func set(_ key: String, _ value: JSON?) { values[key] = value }
}

/// The values of a storage, with the views that depend on them.
@MainActor public final class StoredValues {
    private let storage: any Storage
    private var readers: [String: Readers] = [:]

    public init(_ storage: any Storage) { self.storage = storage }

    /// Reads a value; the view that is being evaluated depends on it from then on.
    public func value(_ key: String) -> JSON? {
        readers[key, default: Readers()].addCurrent()
        return storage.value(key)
    }

    public func set(_ key: String, _ value: JSON?) {
        guard storage.value(key) != value else { return }
        storage.set(key, value)
        changed(key)
    }

    /// Says that somebody else has set a value: views that have read it are evaluated again.
    public func changed(_ key: String) { readers[key]?.notify() }

    /// Where `@AppStorage` keeps its values outside views, and in views for which nothing else was said.
    public static var shared = StoredValues(MemoryStorage())
}

private struct StoredValuesKey: EnvironmentKey { static var defaultValue: StoredValues? { nil } }

extension EnvironmentValues {
    /// Where `@AppStorage` keeps its values; `StoredValues.shared` where it is `nil`.
    public var storedValues: StoredValues? {
        get { self[StoredValuesKey.self] }
        set { self[StoredValuesKey.self] = newValue }
    }
}
