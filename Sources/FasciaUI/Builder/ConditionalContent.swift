/// The result of `if`–`else` or `switch` in a view builder. State is not carried over from one branch to the other.
public struct _ConditionalContent<TrueContent: View, FalseContent: View> {
    enum Branch {
        case first(TrueContent)
        case second(FalseContent)
    }

    let branch: Branch
    init(_ branch: Branch) { self.branch = branch }
}

extension _ConditionalContent: View, Primitive, CustomStructuralEquality {
    func update(_ viewNode: ViewNode) {
        viewNode.updateChildren { children in
            switch branch {
            case .first(let view): children.update(.branch(true), view)
            case .second(let view): children.update(.branch(false), view)
            }
        }
    }

    func isStructurallyEqual(to other: Self) -> Bool {
        switch (branch, other.branch) {
        case (.first(let old), .first(let new)): StructuralEquality.same(old, new)
        case (.second(let old), .second(let new)): StructuralEquality.same(old, new)
        default: false
        }
    }
}

/// A view that may be absent: the result of `if` without `else` in a view builder.
extension Optional: View where Wrapped: View {
}

extension Optional: _PrimitiveView, Primitive where Wrapped: View {
    func update(_ viewNode: ViewNode) {
        viewNode.updateChildren { children in
            if let view = self { children.update(.content, view) }
        }
    }
}
