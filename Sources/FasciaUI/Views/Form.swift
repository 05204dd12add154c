import FasciaDocument

/// Rows below each other that scroll when they do not fit.
public struct Form<Content: View>: View {
    public typealias Body = Never
    let content: Content

    public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

extension Form: Primitive {
    func update(_ place: ViewNode) { place.form(content) }
}

extension ViewNode {
    func form(_ content: any View) {
        updateSubtree(content)
        lower { [unowned self] in [Node(.form(FormContent(children: childNodes)), id: address)] }
    }
}
