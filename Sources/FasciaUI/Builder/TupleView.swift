/// Several views in sequence: the result of a view builder with several statements.
///
/// `T` is the tuple of their types, as in SwiftUI.
public struct TupleView<T>: View {
    let elements: [any View]
}

extension TupleView: Primitive, CustomStructuralEquality {
    func update(_ viewNode: ViewNode) {
        viewNode.updateChildren { children in
            for (index, element) in elements.enumerated() { children.update(.index(index), element) }
        }
    }

    func isStructurallyEqual(to other: Self) -> Bool {
        elements.count == other.elements.count && zip(elements, other.elements).allSatisfy(StructuralEquality.sameViews)
    }
}

/// A view that consists of several.
@MainActor protocol ViewColumns {
    var columns: [any View] { get }
}

extension TupleView: ViewColumns { var columns: [any View] { elements } }

/// A view whose children have distinct addresses, so that its own view node adds nothing to them.
protocol Unaddressed {}
extension TupleView: Unaddressed {}
