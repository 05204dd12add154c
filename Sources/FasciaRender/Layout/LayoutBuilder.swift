import FasciaModel

/// From a scene's elements to what can be laid out: modifiers become items around their element, or part of the
/// style that is inherited.
struct LayoutBuilder {
    let styles: StyleRegistry
    let unicode: Bool

    /// What holds for an element because of what is around it.
    struct Context {
        var style = CellStyle()
        var lineLimit: Int?
        /// The axis of the nearest stack: dividers and spacers go by it.
        var axis: StackContent.Axis?
        /// Only the outermost form scrolls; within it, forms are as high as their rows.
        var isInForm = false
    }

    /// The last modifier is the outermost. What it says of style holds for what is inside unless that says otherwise.
    ///
    /// A loop: a modifier must not cost a level of the call stack here.
    func item(for element: Element, _ context: Context = Context()) -> LayoutItem {
        var context = context
        // From the outermost to the innermost.
        var around: [(kind: LayoutItem.Kind, element: String?)] = []
        for modifier in element.modifiers.reversed() {
            switch modifier {
            case .padding(let insets): around.append((.padding(LayoutItem.Insets(insets)), nil))
            case .frame(let frame): around.append((.frame(LayoutItem.FrameCells(frame)), nil))
            case .background(let color): around.append((.background(color), nil))
            case .border(let color): around.append((.border(color), nil))
            case .foreground(let color):
                context.style.foreground = SystemColors.rgb(color)
                if color.name == "secondary" { context.style.attributes.insert(.dim) }
            case .bold(let isOn): context.style.attributes.set(.bold, isOn)
            case .italic(let isOn): context.style.attributes.set(.italic, isOn)
            case .underline(let isOn): context.style.attributes.set(.underline, isOn)
            case .strikethrough(let isOn): context.style.attributes.set(.strikethrough, isOn)
            case .dim(let isOn): context.style.attributes.set(.dim, isOn)
            case .lineLimit(let limit): context.lineLimit = limit
            case .tap: if !element.isControl { around.append((.tappable, element.id)) }
            case .cornerRadius, .clip, .backgroundNode, .overlay, .textAlignment, .truncation, .offset, .position,
                .opacity, .hidden, .layoutPriority, .fixedSize, .alignmentGuide, .aspectRatio, .zIndex,
                .gridCellColumns, .gridColumnAlignment:
                break
            case .disabled, .accessibilityLabel, .environment, .shortcut, .focus: break
            }
        }
        return around.reversed().reduce(content(of: element, context)) { inside, outer in
            LayoutItem(outer.kind, element: outer.element, [inside])
        }
    }

    private func content(of element: Element, _ context: Context) -> LayoutItem {
        let id = element.id
        func text(_ text: String, _ style: CellStyle) -> LayoutItem {
            LayoutItem(.text(text, style, limit: context.lineLimit), element: id)
        }
        switch element.content {
        case .text(let words): return text(words, context.style)
        case .labeledValue(let label, let value): return text("\(label): \(value)", context.style)
        case .missing(let what):
            var style = context.style
            style.attributes.formUnion([.italic, .dim])
            return text("! " + what, style)
        case .button, .toggle, .picker, .option, .segments, .menu, .textField, .slider, .stepper, .progress, .gauge:
            guard let shown = Control(element, unicode: unicode) else { return text(element.label, context.style) }
            return control(shown, element, shown.styleKey, context)
        case .color(let color): return LayoutItem(.fill(color), element: id)
        case .divider: return LayoutItem(.rule(isVertical: context.axis == .horizontal), element: id)
        case .spacer(let least):
            let points = least ?? 0
            let length = context.axis == .horizontal ? Cells.columns(points) : Cells.rows(points)
            return LayoutItem(.spacer(context.axis, least: length), element: id)
        case .stack(let axis, let alignment, let spacing):
            var inner = context
            inner.axis = axis == .depth ? nil : axis
            return stack(axis, alignment, spacing, id, visible(element).map { item(for: $0, inner) })
        case .form:
            var inner = context
            inner.axis = .vertical
            inner.isInForm = true
            let rows = rows(of: element, inner)
            if context.isInForm { return stack(.vertical, .topLeading, 0, id, rows) }
            // The last column shows that there is more above or below.
            let content = LayoutItem(
                .padding(LayoutItem.Insets(top: 0, leading: 0, bottom: 0, trailing: 1)),
                [stack(.vertical, .topLeading, 0, nil, rows)])
            return LayoutItem(.scroll, element: id, [content])
        case .section(let title, let footer):
            return section(element, title, footer, context)
        case .runs(let runs): return text(runs.map(\.text).joined(), context.style)
        case .image(let name): return text(name, context.style)
        case .shape(let shape): return LayoutItem(.fill(shape.fill ?? NamedColor("primary")), element: id)
        case .scroll, .list:
            var inner = context
            inner.axis = .vertical
            inner.isInForm = true
            let rows = stack(.vertical, .topLeading, 0, nil, visible(element).map { item(for: $0, inner) })
            return LayoutItem(.scroll, element: id, [rows])
        case .grid, .gridRow:
            var inner = context
            let axis: StackContent.Axis = if case .grid = element.content { .vertical } else { .horizontal }
            inner.axis = axis
            return stack(axis, .center, nil, id, visible(element).map { item(for: $0, inner) })
        case .empty: return LayoutItem(.spacer(.depth, least: 0), element: id)
        }
    }

    private func control(
        _ control: Control, _ element: Element, _ key: String, _ context: Context
    ) -> LayoutItem {
        var control = control
        control.tint = element.environment["tint"]?.stringValue.flatMap(NamedColor.parse)
        let name = element.environment[key]?.stringValue ?? StyleRegistry.defaultName
        control.parameters = element.environment[name]?.objectValue ?? [:]
        let style = styles.style(of: control.kind, named: name)
        return LayoutItem(.control(control, style, name: name, context.style), element: element.id)
    }

    private func section(
        _ element: Element, _ title: String?, _ footer: String?, _ context: Context
    ) -> LayoutItem {
        var inner = context
        inner.axis = .vertical
        var rows: [LayoutItem] = []
        if let title {
            var style = context.style
            style.attributes.insert(.bold)
            rows.append(LayoutItem(.text(title, style, limit: context.lineLimit)))
        }
        rows += self.rows(of: element, inner)
        if let footer {
            var style = context.style
            style.attributes.insert(.dim)
            rows.append(LayoutItem(.text(footer, style, limit: context.lineLimit)))
        }
        return stack(.vertical, .topLeading, 0, element.id, rows)
    }

    /// The rows of a form or a section. A blank row stands before and after a section.
    private func rows(of element: Element, _ context: Context) -> [LayoutItem] {
        var rows: [LayoutItem] = []
        var afterSection = false
        for child in visible(element) {
            let isSection = if case .section = child.content { true } else { false }
            let row = item(for: child, context)
            let isApart = !rows.isEmpty && (isSection || afterSection)
            rows.append(
                isApart
                    ? LayoutItem(.padding(LayoutItem.Insets(top: 1, leading: 0, bottom: 0, trailing: 0)), [row]) : row)
            afterSection = isSection
        }
        return rows
    }

    /// Nothing takes no room, not even the spacing around it.
    private func visible(_ element: Element) -> [Element] { element.children.filter { $0.content != .empty } }

    /// Where no spacing is asked for, rows touch, and what stands side by side is a column apart.
    private func stack(
        _ axis: StackContent.Axis, _ alignment: Alignment, _ spacing: Double?, _ id: String?, _ items: [LayoutItem]
    ) -> LayoutItem {
        let cells = switch axis {
        case .vertical: spacing.map(Cells.rows) ?? 0
        case .horizontal: spacing.map(Cells.columns) ?? 1
        case .depth: 0
        }
        return LayoutItem(.stack(axis, alignment, spacing: cells), element: id, items)
    }
}

extension LayoutItem.Insets {
    fileprivate init(_ insets: EdgeInsets) {
        self.init(
            top: Cells.rows(insets.top), leading: Cells.columns(insets.leading), bottom: Cells.rows(insets.bottom),
            trailing: Cells.columns(insets.trailing))
    }
}

extension LayoutItem.FrameCells {
    fileprivate init(_ frame: Frame) {
        columns = Range(
            exact: frame.width.map(Cells.columns), least: frame.minWidth.map(Cells.columns),
            most: frame.maxWidth.map(Cells.columns))
        rows = Range(
            exact: frame.height.map(Cells.rows), least: frame.minHeight.map(Cells.rows),
            most: frame.maxHeight.map(Cells.rows))
        alignment = frame.alignment
    }
}

extension CellStyle.Attributes {
    fileprivate mutating func set(_ attribute: Self, _ isOn: Bool) {
        if isOn { insert(attribute) } else { remove(attribute) }
    }
}
