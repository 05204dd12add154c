/// A view node: its content and its modifiers.
///
/// A node tree is a plain value. It refers to the panel's state by name (`bind`) instead of holding it; `Panel.scene`
/// resolves the names.
public struct Node: Hashable, Sendable {
    /// The author's id for the node, unique in its screen. Nodes without one are addressed by their position.
    public var id: String?
    public var content: Content
    /// Applied in order, each to the result of the previous ones, as in SwiftUI.
    public var modifiers: [Modifier]

    public init(_ content: Content, id: String? = nil, modifiers: [Modifier] = []) {
        self.id = id
        self.content = content
        self.modifiers = modifiers
    }

    public enum Content: Hashable, Sendable {
        case text(TextContent)
        case button(ButtonContent)
        case toggle(ToggleContent)
        /// A switch for every option of a group below the master switch. `MultiToggle` uses it.
        case group(GroupContent)
        /// A picker with its components side by side, or one component.
        case picker(PickerContent)
        case textField(TextFieldContent)
        case slider(SliderContent)
        case stepper(StepperContent)
        case progress(ProgressContent)
        case gauge(GaugeContent)
        /// A sparkline or a chart.
        case plot(PlotContent)
        indirect case menu(MenuContent)
        /// Shows a named value as text.
        case value(ValueContent)
        case color(NamedColor)
        case divider
        case spacer(SpacerContent)
        indirect case stack(StackContent)
        indirect case form(FormContent)
        indirect case section(SectionContent)
        indirect case scroll(ScrollContent)
        /// Rows of which only the visible ones are laid out.
        indirect case list(ListContent)
        /// Many rows of the enclosing container, of which some are known.
        indirect case rows(RowsContent)
        /// Rows with aligned cells below a header.
        indirect case table(TableContent)
        /// The latest lines of a log.
        case log(LogContent)
        indirect case grid(GridContent)
        /// The cells of one grid row. Outside a grid it behaves like a stack.
        indirect case gridRow(GridRowContent)
        case shape(ShapeContent)
        case image(ImageContent)
        case empty
    }
}

// MARK: - Kinds

extension Node {
    /// The kinds of nodes, by their names in JSON. The file of each kind's content has its members and their schema.
    public enum Kind: String, CaseIterable, Sendable {
        case text, button, toggle, group, picker, textField, slider, stepper, progress, gauge, sparkline, chart, menu, value,
            color, divider,
            spacer, vstack, hstack, zstack, form, section, scroll, list, rows, table, log, grid, gridRow, shape, image, empty
    }
}

/// The kinds of what styles draw, in the order of their numbers in `fascia_plugin.h`.
public enum ControlKind: String, CaseIterable, Hashable, Sendable {
    case toggle, button, picker, textField, slider, stepper, progress, gauge, menu
    /// One option of a picker that lists its options below each other.
    case option
    /// A picker that shows its options beside each other.
    case segments
    // What content is drawn over.
    case section, listRow, table, modal, titleBar

    /// Whether it is not a control, but what content is drawn over. It is laid out by its content.
    package var isSurface: Bool {
        switch self {
        case .section, .listRow, .table, .modal, .titleBar: true
        default: false
        }
    }

    /// Whether people operate it, rather than only read it.
    package var isOperable: Bool {
        switch self {
        case .toggle, .button, .picker, .textField, .slider, .stepper, .menu, .option, .segments: true
        case .progress, .gauge, .section, .listRow, .table, .modal, .titleBar: false
        }
    }
}

extension Node.Kind {
    var form: NodeForm {
        switch self {
        case .text: TextContent.form
        case .button: ButtonContent.form
        case .toggle: ToggleContent.form
        case .group: GroupContent.form
        case .picker: PickerContent.form
        case .textField: TextFieldContent.form
        case .slider: SliderContent.form
        case .stepper: StepperContent.form
        case .progress: ProgressContent.form
        case .gauge: GaugeContent.form
        case .sparkline: PlotContent.sparkline
        case .chart: PlotContent.chart
        case .menu: MenuContent.form
        case .value: ValueContent.form
        case .color: NamedColor.form
        case .divider: NodeForm("A line across.", .divider)
        case .spacer: SpacerContent.form
        case .vstack: StackContent.vertical
        case .hstack: StackContent.horizontal
        case .zstack: StackContent.depth
        case .form: FormContent.form
        case .section: SectionContent.form
        case .scroll: ScrollContent.form
        case .list: ListContent.form
        case .rows: RowsContent.form
        case .table: TableContent.form
        case .log: LogContent.form
        case .grid: GridContent.form
        case .gridRow: GridRowContent.form
        case .shape: ShapeContent.form
        case .image: ImageContent.form
        case .empty: NodeForm("Nothing.", .empty)
        }
    }
}

extension Node.Content {
    /// The content as a value of its kind's own type.
    package var payload: any NodeContent {
        switch self {
        case .text(let content): content
        case .button(let content): content
        case .toggle(let content): content
        case .group(let content): content
        case .picker(let content): content
        case .textField(let content): content
        case .slider(let content): content
        case .stepper(let content): content
        case .progress(let content): content
        case .gauge(let content): content
        case .plot(let content): content
        case .menu(let content): content
        case .value(let content): content
        case .color(let content): content
        case .divider: PlainContent(kind: .divider)
        case .spacer(let content): content
        case .form(let content): content
        case .section(let content): content
        case .scroll(let content): content
        case .list(let content): content
        case .rows(let content): content
        case .table(let content): content
        case .log(let content): content
        case .grid(let content): content
        case .gridRow(let content): content
        case .shape(let content): content
        case .image(let content): content
        case .empty: PlainContent(kind: .empty)
        case .stack(let content): content
        }
    }
}
