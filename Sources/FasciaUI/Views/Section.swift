import FasciaDocument

/// Related rows with a title.
public struct Section<Parent, Content, Footer> {
    let header: Parent
    let content: Content
    let footer: Footer
    /// Whether the rows are shown; `nil` if the section cannot be collapsed.
    var isExpanded: Binding<Bool>?
}

extension Section: View where Parent: View, Content: View, Footer: View {

    public init(
        @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent = { EmptyView() },
        @ViewBuilder footer: () -> Footer = { EmptyView() }
    ) { self.init(header: header(), content: content(), footer: footer()) }

    /// The initializer of the first SwiftUI versions.
    @_disfavoredOverload
    public init(header: Parent = EmptyView(), footer: Footer = EmptyView(), @ViewBuilder content: () -> Content) {
        self.init(header: header, content: content(), footer: footer)
    }
}

extension Section where Parent: View, Content: View, Footer == EmptyView {
    /// With a title that expands and collapses the section.
    public init(isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
        self.init(header: header(), content: content(), footer: EmptyView(), isExpanded: isExpanded)
    }
}

extension Section where Parent == Text, Content: View, Footer == EmptyView {
    @AnyTitle
    public init(_ title: LocalizedStringKey, isExpanded: Binding<Bool>? = nil, @ViewBuilder content: () -> Content) {
        self.init(header: Text(title), content: content(), footer: EmptyView(), isExpanded: isExpanded)
    }
}

/// A section of any views.
protocol Sectioned {}
extension Section: Sectioned {}

extension Section: _PrimitiveView, Primitive where Parent: View, Content: View, Footer: View {
    func update(_ viewNode: ViewNode) {
        // The rows of a section are rows of its list.
        var environment = viewNode.environment
        if environment.isInList, environment.laziness == .none { environment.laziness = .visible }
        // In a lazy stack it is its parts, one after another.
        let isPlain = environment.laziness == .visible && !environment.isInList
        let isOpen = viewNode.tracking { isExpanded?.wrappedValue ?? true }
        viewNode.updateChildren(environment: environment) { children in
            if let isExpanded {
                children.update(.attached(viewNode.depth), SectionHeader(isExpanded: isExpanded, label: header))
            } else {
                children.update(.label, header)
            }
            if isOpen { children.update(.inside, content) }
            children.update(.footer, footer)
        }
        viewNode.setLowering { [unowned viewNode] in
            if isPlain { return viewNode.childNodes }
            // A title is words alone, so controls in it, a space between its parts, and lines of its own make it a row.
            let (header, footer) = (viewNode.rows(.label), viewNode.rows(.footer))
            let rows = [ChildIdentity.attached(viewNode.depth), .inside].flatMap { viewNode.child($0)?.lowered() ?? [] }
            let section = SectionContent(
                title: header.isEmpty ? viewNode.visibleText(of: .label) : nil,
                footer: footer.isEmpty ? viewNode.visibleText(of: .footer) : nil, children: header + rows + footer)
            return [Node(.section(section), id: viewNode.address)]
        }
    }
}

extension ViewNode {
    /// The nodes of a child that is more than words.
    fileprivate func rows(_ key: ChildIdentity) -> [Node] {
        let nodes = child(key)?.lowered() ?? []
        return nodes.contains { $0.hasControl || $0.isLaidOut } ? nodes : []
    }
}

extension Node {
    fileprivate var hasControl: Bool { takesFocus || children.contains(where: \.hasControl) }

    fileprivate var isLaidOut: Bool {
        switch content {
        case .spacer: true
        case .stack(let stack) where stack.axis == .vertical && stack.children.count > 1: true
        default: children.contains(where: \.isLaidOut)
        }
    }
}

/// The title of a section that can be collapsed.
private struct SectionHeader<Label: View>: View {
    let isExpanded: Binding<Bool>
    let label: Label

    var body: some View {
        Button {
            isExpanded.wrappedValue.toggle()
        } label: {
            HStack {
                Text(verbatim: isExpanded.wrappedValue ? "▾" : "▸")
                label
            }
        }
        .buttonStyle(.plain)
        .bold()
    }
}
