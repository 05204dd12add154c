import FasciaDocument
import FasciaScene

/// Builds layout items from a scene's elements. Each modifier becomes an item around its element, or part of the
/// inherited style.
struct LayoutBuilder {
    let styles: StyleRegistry
    let unicode: Bool
    var work: RenderStatistics?
    /// The work so far.
    var budget = LayoutBudget()
    /// The items of earlier layouts to reuse.
    var cache: LayoutCache?

    /// The state that an element inherits from its ancestors.
    struct Context: Equatable {
        var style = CellStyle()
        /// What letters without a colour stand for.
        var role: TextSpan.Role?
        var lineLimit: Int?
        var textAlignment = LineAlignment.leading
        var truncation = Truncation.tail
        var metrics = CellMetrics()
        /// The axis of the nearest stack, which decides the direction of dividers and spacers.
        var axis: StackContent.Axis?
        /// Whether a form or another vertical scroll view is around it. Only the outermost form scrolls; inner forms
        /// are as high as their rows.
        var isInForm = false
        /// Whether a card is around it.
        var isInCard = false
        /// The title of the screen, which no card repeats.
        var screenTitle = ""
        /// Whether it is a row of a form or a list: controls are as wide as their room.
        var isRow = false
        /// The columns by which it is indented in its row.
        var indent = 0
        /// How little room there is, which limits gaps, margins and borders.
        var space = SpaceConstraints.ample

        /// A gap between rows, in cells; 0 if rows are scarce.
        func gapRows(_ length: Double, _ unit: LengthUnit = .points) -> Int {
            space.isShort ? 0 : metrics.rows(length, unit)
        }

        /// A gap between columns, in cells; at most 1 if columns are scarce.
        func gapColumns(_ length: Double, _ unit: LengthUnit = .points) -> Int {
            min(metrics.columns(length, unit), space.isNarrow ? 1 : Cells.maximumLength)
        }
    }

    /// - Parameter modifiers: additional modifiers, outside the element's own.
    func item(
        for element: Element, _ context: Context = Context(), adding modifiers: [Modifier] = []
    ) -> LayoutItem {
        guard let cache else { return makeItem(for: element, context, modifiers) }
        if let known = cache.item(for: element, context, modifiers) { return known }
        let item = makeItem(for: element, context, modifiers)
        cache.store(item, for: element, context, modifiers)
        return item
    }

    /// The last modifier is the outermost one. An inner modifier overrides the style of an outer one.
    ///
    /// A loop rather than recursion, so that modifiers do not deepen the call stack.
    private func makeItem(for element: Element, _ context: Context, _ more: [Modifier]) -> LayoutItem {
        var context = context
        context.metrics = context.metrics.reading(element.environment)
        // Ordered from the outermost to the innermost.
        var around: [(LayoutItem) -> LayoutItem] = []
        var attachments = element.attachments.count
        var priority: Double?
        var zIndex: Double?
        for modifier in (more.isEmpty ? element.modifiers : element.modifiers + more).reversed() {
            if restyle(&context, modifier) { continue }
            if context.isRow, case .padding(let insets) = modifier {
                context.indent += context.gapColumns(max(0, insets.leading), insets.unit)
            }
            switch modifier {
            case .backgroundNode(let attachment), .overlay(let attachment):
                attachments -= 1
                guard element.attachments.indices.contains(attachments) else { continue }
                let isBehind = if case .backgroundNode = modifier { true } else { false }
                var outside = context
                (outside.axis, outside.isRow) = (nil, false)
                let attached = item(for: element.attachments[attachments], outside)
                let kind = AttachmentKind(alignment: attachment.alignment, isBehind: isBehind)
                around.append { LayoutItem(kind, kind.children($0, attached)) }
            case .layoutPriority(let value): priority = priority ?? (value.isNaN ? 0 : value)
            case .zIndex(let value): zIndex = zIndex ?? (value.isNaN ? 0 : value)
            case .tap where element.isControl: break
            case .tap:
                let operable = operable(element)
                around.append {
                    LayoutItem(
                        DrawingKind(drawing: .tappable(surface(.listRow, element.label, of: element))), element: element.id,
                        operable: operable, [$0])
                }
            case .longPress(let gesture), .drag(let gesture):
                guard element.isEnabled else { continue }
                let drawing = LayoutBox.Content.gesture(gesture, context.metrics)
                around.append { LayoutItem(DrawingKind(drawing: drawing), element: element.id, [$0]) }
            case .scrollTo(let goal):
                around.append { LayoutItem(DrawingKind(drawing: .scrollTo(goal)), element: element.id, [$0]) }
            case .geometry(let made):
                let kind = GeometryKind(made: made, metrics: context.metrics)
                around.append { LayoutItem(kind, element: element.id, [$0]) }
            default:
                if let kind = kind(of: modifier, context) { around.append { LayoutItem(kind, [$0]) } }
            }
        }
        var item = content(of: element, context)
        let priorityOfContent = item.priority
        for wrap in around.reversed() { item = wrap(item) }
        work?.laidOut(1 + around.count)
        return item.with(priority: priority ?? priorityOfContent, zIndex: zIndex ?? 0)
    }

    /// Applies a modifier that is part of the inherited context.
    ///
    /// - Returns: whether it is one.
    func restyle(_ context: inout Context, _ modifier: Modifier) -> Bool {
        switch modifier {
        case .foreground(let color):
            context.style.foreground = SystemColors.letters(color)
            // The terminal's default colour is unknown and cannot be mixed.
            let isFaint = color.name == "secondary" || context.style.foreground == nil && color.opacity < 0.75
            if isFaint { context.style.attributes.insert(.dim) }
        case .bold(let isOn): context.style.attributes.set(.bold, isOn)
        case .italic(let isOn): context.style.attributes.set(.italic, isOn)
        case .underline(let isOn): context.style.attributes.set(.underline, isOn)
        case .strikethrough(let isOn): context.style.attributes.set(.strikethrough, isOn)
        case .dim(let isOn): context.style.attributes.set(.dim, isOn)
        case .lineLimit(let limit): context.lineLimit = limit
        case .textAlignment(let alignment): context.textAlignment = alignment
        case .truncation(let truncation): context.truncation = truncation
        case .shown, .disabled, .accessibilityLabel, .accessibilityRole, .accessibilityHidden, .environment, .gridCellColumns,
            .gridColumnAlignment, .icon, .shortcut, .focus, .onFocus:
            break
        default: return false
        }
        return true
    }

    /// The layout kind for a modifier; `nil` if it adds no item.
    private func kind(of modifier: Modifier, _ context: Context) -> (any LayoutKind)? {
        let metrics = context.metrics
        switch modifier {
        case .padding(let insets): return PaddingKind(insets, context)
        case .frame(let frame): return FrameKind(frame, metrics)
        case .background(let color): return DrawingKind(drawing: .fill(color))
        case .border(let color):
            return context.space.isTiny ? nil : BorderKind(color: color)
        case .offset(let by): return OffsetKind(by: metrics.displacement(by))
        case .position(let at): return PositionKind(middle: metrics.displacement(at))
        case .opacity(let opacity):
            guard opacity < 1 else { return nil }
            return DrawingKind(drawing: opacity > 0 ? .opacity(opacity) : .hidden)
        case .hidden(let isHidden): return isHidden ? DrawingKind(drawing: .hidden) : nil
        case .clip(let shape): return DrawingKind(drawing: .clip(shape, metrics))
        case .cornerRadius(let radius):
            return DrawingKind(drawing: .clip(.roundedRectangle(cornerRadius: radius), metrics))
        case .fixedSize(let fixed): return FixedSizeKind(fixed: fixed)
        case .alignmentGuide(let guide): return GuideKind(guide: guide, metrics: metrics)
        case .aspectRatio(let aspect): return AspectRatioKind(aspect, metrics)
        default: return nil
        }
    }

    func operable(_ element: Element) -> FocusTarget.Behavior? {
        element.takesFocus ? FocusTarget.Behavior(element) : nil
    }
}

extension CellStyle.Attributes {
    mutating func set(_ attribute: Self, _ isOn: Bool) {
        if isOn { insert(attribute) } else { remove(attribute) }
    }
}
