/// A value that its copies share until one of them is changed: large ones are handed on like small ones.
///
/// It is inlined everywhere, because what is generic costs much more where it is not known for which type it is: a box would
/// be made by looking for its type. Public for that: what only the package sees is not inlined in its other modules.
@frozen
public struct Shared<Value: Sendable>: Sendable {
    @usableFromInline
    final class Box: @unchecked Sendable {
        // @unchecked: it is changed only as long as a single one refers to it, which then is being changed itself: so nobody
        // else can be reading it, and it may be shared between threads.
        @usableFromInline var value: Value
        @usableFromInline init(_ value: Value) { self.value = value }
    }

    @usableFromInline var box: Box

    @inlinable public init(_ value: Value) { box = Box(value) }

    @inlinable public var value: Value {
        _read { yield box.value }
        _modify {
            if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
            yield &box.value
        }
    }

    /// Whether both are one and the same, and so equal. Equal ones may have been made twice, and are not the same then.
    @inlinable public func isSame(as other: Shared) -> Bool { box === other.box }

    /// The same for all that are the same. No other one has it as long as there is one of these.
    @inlinable public var identity: ObjectIdentifier { ObjectIdentifier(box) }
}

extension Shared: Equatable where Value: Equatable {
    @inlinable
    public static func == (one: Shared, other: Shared) -> Bool { one.isSame(as: other) || one.value == other.value }
}

extension Shared: Hashable where Value: Hashable {
    @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
