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
        switch self {
        case .text(let text):
            return text.runs.reduce(text.text.retainedBytes) { $0 + MemoryLayout<TextRun>.stride + $1.text.retainedBytes }
        case .button(let button): return actions + button.label.retainedBytes
        case .toggle(let toggle):
            if case .bind(let id) = toggle.source { return id.retainedBytes + toggle.label.retainedBytes }
            return actions + toggle.label.retainedBytes
        case .group(let group): return group.bind.retainedBytes
        case .picker(let picker):
            switch picker.source {
            case .bind(let id): return id.retainedBytes + picker.label.retainedBytes
            case .literal(let choice, _):
                return actions + picker.label.retainedBytes + PickerElement.retainedBytes(choice.options, [:])
            }
        case .textField(let field):
            let text =
                switch field.source {
                case .bind(let key): key
                case .literal(let text, _): text
                }
            return actions + text.retainedBytes + field.label.retainedBytes + field.prompt.retainedBytes
        case .slider(let slider):
            if case .bind(let key) = slider.source { return key.retainedBytes + slider.label.retainedBytes }
            return actions + slider.label.retainedBytes
        case .stepper(let stepper):
            if case .bind(let key) = stepper.source { return key.retainedBytes + stepper.label.retainedBytes }
            return actions + stepper.label.retainedBytes
        case .progress(let progress):
            if case .bind(let key) = progress.source { return key.retainedBytes + progress.label.retainedBytes }
            return progress.label.retainedBytes
        case .gauge(let gauge):
            let texts = gauge.label.retainedBytes + gauge.text.retainedBytes
            if case .bind(let key) = gauge.source { return key.retainedBytes + texts }
            return texts
        case .menu(let menu): return menu.label.retainedBytes
        case .value(let value): return value.bind.retainedBytes + value.label.retainedBytes
        case .section(let section): return section.title.retainedBytes + section.footer.retainedBytes
        case .image(let image): return image.systemName.retainedBytes
        case .rows(let rows): return rows.known.count * MemoryLayout<RowRange>.stride
        case .color, .divider, .spacer, .stack, .form, .scroll, .list, .grid, .gridRow, .shape, .empty: return 0
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
        case .accessibilityLabel(let text), .shortcut(let text): text.retainedBytes
        case .alignmentGuide: MemoryLayout<AlignmentGuide>.stride
        case .scrollTo(let goal): goal.node.retainedBytes + goal.rows.retainedBytes
        default: 0
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
