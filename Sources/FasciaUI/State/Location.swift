/// Storage of a value that `Binding`s read and write.
class Location<Value> {
    // Abstract: only subclasses are instantiated, and each overrides `value`, so neither accessor is ever called.
    var value: Value {
        get { preconditionFailure("\(Self.self) must override value") }
        set { preconditionFailure("\(Self.self) must override value") }
    }

    /// Whether this certainly is the same storage.
    func isStructurallyEqual(to other: Location<Value>) -> Bool { self === other }
}

/// A value stored in a view node.
final class StoredLocation<Value>: Location<Value> {
    private var stored: Value
    private var dependents = Dependents()

    init(_ value: Value) { stored = value }

    override var value: Value {
        get {
            dependents.addCurrent()
            return stored
        }
        set {
            let isUnchanged = isEqualIfEquatable(stored, newValue)
            stored = newValue
            if !isUnchanged { dependents.invalidateAll() }
        }
    }
}

/// A value that closures read and write.
final class FunctionLocation<Value>: Location<Value> {
    private let get: () -> Value
    private let set: (Value) -> Void

    init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
        self.get = get
        self.set = set
    }

    override var value: Value {
        get { get() }
        set { set(newValue) }
    }
}

/// A part of a value stored elsewhere.
final class PartLocation<Whole, Value>: Location<Value> {
    private let whole: Location<Whole>
    private let path: WritableKeyPath<Whole, Value>

    init(_ whole: Location<Whole>, _ path: WritableKeyPath<Whole, Value>) {
        self.whole = whole
        self.path = path
    }

    override var value: Value {
        get { whole.value[keyPath: path] }
        set { whole.value[keyPath: path] = newValue }
    }

    override func isStructurallyEqual(to other: Location<Value>) -> Bool {
        guard let other = other as? PartLocation<Whole, Value> else { return false }
        return path == other.path && whole.isStructurallyEqual(to: other.whole)
    }
}

final class PropertyLocation<Object: AnyObject, Value>: Location<Value> {
    private let object: Object
    private let path: ReferenceWritableKeyPath<Object, Value>

    init(_ object: Object, _ path: ReferenceWritableKeyPath<Object, Value>) {
        self.object = object
        self.path = path
    }

    override var value: Value {
        get { object[keyPath: path] }
        set { object[keyPath: path] = newValue }
    }

    override func isStructurallyEqual(to other: Location<Value>) -> Bool {
        guard let other = other as? PropertyLocation<Object, Value> else { return false }
        return object === other.object && path == other.path
    }
}

/// An element of a collection stored elsewhere. If the element is removed, its last value remains readable, so that a
/// view that is about to be removed can still be evaluated.
final class ElementLocation<Whole: MutableCollection>: Location<Whole.Element> {
    private let whole: Location<Whole>
    private let index: Whole.Index
    private var last: Whole.Element

    init(_ whole: Location<Whole>, _ index: Whole.Index) {
        self.whole = whole
        self.index = index
        last = whole.value[index]
    }

    override var value: Whole.Element {
        get {
            let elements = whole.value
            if elements.indices.contains(index) { last = elements[index] }
            return last
        }
        set {
            guard whole.value.indices.contains(index) else { return }
            whole.value[index] = newValue
        }
    }

    override func isStructurallyEqual(to other: Location<Whole.Element>) -> Bool {
        guard let other = other as? ElementLocation<Whole> else { return false }
        return index == other.index && whole.isStructurallyEqual(to: other.whole)
    }
}

/// Whether two values are equal. Values that are not `Equatable` count as different.
func isEqualIfEquatable<Value>(_ one: Value, _ other: Value) -> Bool {
    func opened<E: Equatable>(_ one: E) -> Bool { (other as? E) == one }
    if let one = one as? any Equatable { return opened(one) }
    return false
}
