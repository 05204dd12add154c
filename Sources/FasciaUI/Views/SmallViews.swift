import FasciaDocument

/// A separator line.
public struct Divider: Sendable {
    public init() {}
}

extension Divider: View, Primitive {
    func update(_ viewNode: ViewNode) { viewNode.setLowering { [address = viewNode.address] in [Node(.divider, id: address)] } }
}

/// Takes the space left over in a stack.
public struct Spacer: Sendable {
    public var minLength: CGFloat?
    public init(minLength: CGFloat? = nil) { self.minLength = minLength }
}

extension Spacer: View, Primitive {
    func update(_ viewNode: ViewNode) {
        viewNode.setLowering { [address = viewNode.address, minLength] in
            [Node(.spacer(SpacerContent(minLength: minLength.map(Double.init))), id: address)]
        }
    }
}
