/// A value that its copies share until one of them is changed: large ones are handed on like small ones.
struct Shared<Value: Sendable>: Sendable {
    /// It is changed only as long as a single one refers to it, which then is being changed itself: so nobody else can be
    /// reading it, and it may be shared between threads.
    private final class Box: @unchecked Sendable {
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    private var box: Box

    init(_ value: Value) { box = Box(value) }

    var value: Value {
        get { box.value }
        _modify {
            if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
            yield &box.value
        }
    }

    /// Whether both are one and the same, and so equal.
    func isSame(as other: Shared) -> Bool { box === other.box }
}
