/// Several views in sequence: the result of a view builder with several statements.
///
/// `T` is the tuple of their types, as in SwiftUI.
public struct TupleView<T>: View {
    public typealias Body = Never
    let elements: [any View]
}

extension TupleView: Primitive, SelfComparing {
    func update(_ place: ViewNode) {
        place.updateChildren { children in
            for (index, element) in elements.enumerated() { children.update(.index(index), element) }
        }
    }

    func isStructurallyEqual(as other: Self) -> Bool {
        elements.count == other.elements.count && zip(elements, other.elements).allSatisfy(StructuralEquality.sameViews)
    }
}

/// A view whose children have distinct addresses, so that its own place adds nothing to them.
protocol Unaddressed {}
extension TupleView: Unaddressed {}
