import FasciaDocument

extension Screen {
    var retainedBytes: Int {
        MemoryLayout<Screen>.stride + id.retainedBytes + (title?.retainedBytes ?? 0) + body.retainedBytes
            + emits.reduce(0) { $0 + MemoryLayout<String>.stride + $1.retainedBytes }
            + JSON.object(environment).retainedBytes
    }
}

extension RowsUpdate {
    var retainedBytes: Int { runs.reduce(0) { $0 + $1.children.reduce(0) { $0 + $1.retainedBytes } } }
}

extension Node {
    /// Includes the children, and the nodes attached by modifiers.
    var retainedBytes: Int {
        // A container's content is in separate storage, behind a pointer.
        let own = 2 * MemoryLayout<Node>.stride + (id?.retainedBytes ?? 0) + content.retainedBytes
        let attached = modifiers.reduce(own) { $0 + MemoryLayout<Modifier>.stride + $1.retainedBytes }
        return children.reduce(attached) { $0 + $1.retainedBytes }
    }
}

extension Node.Content {
    /// Texts and payloads of the node itself, without its children.
    fileprivate var retainedBytes: Int {
        let actions = actions.reduce(0) { $0 + $1.action.retainedBytes }
        let texts = payload.texts.reduce(actions) { $0 + $1.retainedBytes }
        switch self {
        case .text(let text): return texts + text.runs.count * MemoryLayout<TextRun>.stride
        case .plot(let plot):
            guard case .literal(let values, let times) = plot.source else { return texts }
            return texts + (values.count + times.count) * MemoryLayout<Double>.stride
        case .rows(let rows): return rows.known.count * MemoryLayout<RowRange>.stride
        case .picker(let picker):
            guard case .literal(let choice, _) = picker.source else { return texts }
            return texts + PickerElement.retainedBytes(choice.options, [:])
        default: return texts
        }
    }
}

extension Modifier {
    fileprivate var retainedBytes: Int {
        switch self {
        case .backgroundNode(let attachment), .overlay(let attachment): attachment.node.retainedBytes
        case .tap(let action), .onFocus(let action): action.retainedBytes
        case .longPress(let gesture), .drag(let gesture): gesture.action.retainedBytes
        case .environment(let values): JSON.object(values).retainedBytes
        case .accessibilityLabel(let text), .shortcut(let text), .icon(let text): text.retainedBytes
        case .shown(let condition):
            MemoryLayout<Condition>.stride + condition.subject.name.retainedBytes + (condition.expected?.retainedBytes ?? 0)
        case .alignmentGuide: MemoryLayout<AlignmentGuide>.stride
        case .scrollTo(let goal): goal.node.retainedBytes + goal.rows.retainedBytes
        default: 0
        }
    }
}

extension Condition.Subject {
    fileprivate var name: String {
        switch self {
        case .toggle(let id): id
        case .value(let key): key
        }
    }
}

extension Action {
    fileprivate var retainedBytes: Int {
        switch self {
        case .call(let method, let params): method.retainedBytes + params.retainedBytes
        case .emit(let name, let payload): name.retainedBytes + payload.retainedBytes
        }
    }
}

extension String? {
    fileprivate var retainedBytes: Int { self?.retainedBytes ?? 0 }
}
