@_spi(Reflection) import Swift

/// A type that decides itself whether two values are the same, instead of comparing its fields.
@MainActor protocol CustomStructuralEquality {
    func isStructurallyEqual(to other: Self) -> Bool
}

/// Structural equality of two values of one type. A view that is the same as before is not evaluated again.
///
/// Conservative: values that cannot be compared count as different. Closures are the same if both their code and their
/// captured context are identical.
@MainActor enum StructuralEquality {
    typealias Comparison = @MainActor (UnsafeRawPointer, UnsafeRawPointer) -> Bool

    private static var cache: [ObjectIdentifier: Comparison] = [:]

    static func same<T>(_ old: T, _ new: T) -> Bool {
        let comparison = comparison(of: T.self)
        return withUnsafePointer(to: old) { old in
            withUnsafePointer(to: new) { new in comparison(UnsafeRawPointer(old), UnsafeRawPointer(new)) }
        }
    }

    /// Compares two views of any type.
    static func sameViews(_ old: any View, _ new: any View) -> Bool {
        func opened<V: View>(_ old: V) -> Bool { (new as? V).map { same(old, $0) } ?? false }
        return opened(old)
    }

    /// Compares two values by their dynamic type.
    static func sameValues(_ old: Any, _ new: Any) -> Bool {
        let type: Any.Type = type(of: old)
        return same(type, old, new)
    }

    private static func same<T>(_ type: T.Type, _ old: Any, _ new: Any) -> Bool {
        guard let old = old as? T, let new = new as? T else { return false }
        return same(old, new)
    }

    private static func comparison(of type: Any.Type) -> Comparison {
        let key = ObjectIdentifier(type)
        if let comparison = cache[key] { return comparison }
        // Ends for recursive types, too: the element types of existentials, optionals and arrays are looked up at
        // comparison time.
        let comparison = makeComparison(type)
        cache[key] = comparison
        return comparison
    }

    // Safe: both pointers refer to an initialized value of the type, or to a field of one at the offset that the
    // runtime reports. So both can be read as that type.
    private static func makeComparison<T>(_ type: T.Type) -> Comparison {
        func selfComparing<S: CustomStructuralEquality>(_: S.Type) -> Comparison {
            { $0.assumingMemoryBound(to: S.self).pointee.isStructurallyEqual(to: $1.assumingMemoryBound(to: S.self).pointee) }
        }
        func equatable<E: Equatable>(_: E.Type) -> Comparison {
            { $0.assumingMemoryBound(to: E.self).pointee == $1.assumingMemoryBound(to: E.self).pointee }
        }
        if let type = type as? any CustomStructuralEquality.Type { return selfComparing(type) }
        if let type = type as? any Equatable.Type { return equatable(type) }
        switch kind(of: type) {
        case .struct, .tuple:
            return fields(of: type)
        case .class, .foreignClass:
            return { ObjectIdentifier($0.object) == ObjectIdentifier($1.object) }
        case .function, .metatype, .existentialMetatype:
            return sameBits(MemoryLayout<T>.size)
        case .existential:
            return { old, new in
                let (old, new) = (old.assumingMemoryBound(to: T.self), new.assumingMemoryBound(to: T.self))
                return sameValues(old.pointee, new.pointee)
            }
        default:
            let isEmpty = MemoryLayout<T>.size == 0
            return { _, _ in isEmpty }
        }
    }

    private struct Field<T> { var value: T }

    /// The kind of a type. The runtime reports kinds of fields only, so `Field` wraps the type.
    private static func kind<T>(of type: T.Type) -> _MetadataKind {
        var found = _MetadataKind.unknown
        _forEachField(of: Field<T>.self) { _, _, _, kind in
            found = kind
            return true
        }
        return found
    }

    private static func fields(of type: Any.Type) -> Comparison {
        var comparisons: [(offset: Int, same: Comparison)] = []
        let isComplete = _forEachField(of: type) { _, offset, type, _ in
            comparisons.append((offset, comparison(of: type)))
            return true
        }
        guard isComplete else { return { _, _ in false } }
        return { [comparisons] old, new in comparisons.allSatisfy { $0.same(old + $0.offset, new + $0.offset) } }
    }

    private static func sameBits(_ size: Int) -> Comparison {
        { old, new in
            (0..<size).allSatisfy {
                old.load(fromByteOffset: $0, as: UInt8.self) == new.load(fromByteOffset: $0, as: UInt8.self)
            }
        }
    }
}

extension UnsafeRawPointer { fileprivate var object: AnyObject { assumingMemoryBound(to: AnyObject.self).pointee } }

extension Optional: CustomStructuralEquality {
    func isStructurallyEqual(to other: Self) -> Bool {
        switch (self, other) {
        case (nil, nil): true
        case (let old?, let new?): StructuralEquality.same(old, new)
        default: false
        }
    }
}

extension Array: CustomStructuralEquality {
    func isStructurallyEqual(to other: Self) -> Bool {
        count == other.count && zip(self, other).allSatisfy { StructuralEquality.same($0, $1) }
    }
}
