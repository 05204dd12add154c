import FasciaDocument

/// A separator line.
public struct Divider: Sendable {
    public init() {}
}

extension Divider: View {
    public typealias Body = Never
}

extension Divider: Primitive {
    func update(_ place: ViewNode) { place.lower { [address = place.address] in [Node(.divider, id: address)] } }
}

/// Takes the space left over in a stack.
public struct Spacer: Sendable {
    public var minLength: CGFloat?
    public init(minLength: CGFloat? = nil) { self.minLength = minLength }
}

extension Spacer: View {
    public typealias Body = Never
}

extension Spacer: Primitive {
    func update(_ place: ViewNode) {
        place.lower { [address = place.address, minLength] in
            [Node(.spacer(SpacerContent(minLength: minLength.map(Double.init))), id: address)]
        }
    }
}
