import FasciaDocument

/// Rows below each other that scroll when they do not fit.
public struct Form<Content: View>: View {
    let content: Content

    public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

extension Form: Primitive {
    func update(_ viewNode: ViewNode) {
        let styles = viewNode.environment.formStyles
        guard !styles.isEmpty else { return viewNode.form(content) }
        let configuration = FormStyleConfiguration(content: ControlLabel(view: content))
        viewNode.updateSubtree(StyleBody(view: styles.current.view(configuration), styles: \.formStyles))
    }
}

extension Form where Content == FormStyleConfiguration.Content {
    /// The form of a configuration, in the style around the one that is being made.
    public init(_ configuration: FormStyleConfiguration) { content = configuration.content }
}

/// The form of the standard style, whatever styles are around it.
struct PlainForm: View, Primitive {
    let content: ControlLabel
    func update(_ viewNode: ViewNode) { viewNode.form(content) }
}

extension ViewNode {
    func form(_ content: any View) {
        updateSubtree(content)
        setLowering { [unowned self] in [Node(.form(FormContent(children: childNodes)), id: address)] }
    }
}
