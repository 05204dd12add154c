import FasciaDocument

/// Rows below each other that scroll when they do not fit.
public struct Form<Content: View>: View {
    let content: Content

    public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

extension Form: Primitive { func update(_ viewNode: ViewNode) { viewNode.form(content) } }

extension ViewNode {
    func form(_ content: any View) {
        updateSubtree(content)
        setLowering { [unowned self] in [Node(.form(FormContent(children: childNodes)), id: address)] }
    }
}
