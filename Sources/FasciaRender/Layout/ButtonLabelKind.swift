import FasciaDocument
import FasciaScene

/// A button whose label is laid out as any other element: the label in brackets, or as a row with a mark at its end.
struct ButtonLabelKind: LayoutKind {
    let frame: ButtonFrame

    private var before: Int { frame.isRow ? frame.inset : 3 }
    private var after: Int { frame.isRow ? frame.inset + frame.markColumns : 2 }

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        let label = children.first?.size(for: contentProposal(children, proposal)) ?? .zero
        let columns = label.columns + before + after
        return CellSize(columns: frame.isRow ? max(1, proposal.columns ?? columns) : columns, rows: max(1, label.rows))
    }

    func contentProposal(_ children: [LayoutItem], _ proposal: ProposedCells) -> ProposedCells {
        proposal.shrunk(columns: before + after, rows: 0)
    }

    func arrange(_ children: [LayoutItem], in size: CellSize, _ proposal: ProposedCells) -> [Placement] {
        let inner = contentProposal(children, proposal)
        return children.map { _ in Placement(origin: CellPoint(column: before, row: 0), proposal: inner) }
    }

    func content(_ children: [LayoutItem], _ size: CellSize, _ proposal: ProposedCells) -> LayoutBox.Content { .button(frame) }

    func wordColumns(_ children: [LayoutItem]) -> Int { (children.first?.wordColumns ?? 0) + before + after }
}

/// What stands around the label of a button.
public struct ButtonFrame: Hashable, Sendable {
    var isRow: Bool
    var inset: Int
    var isEnabled: Bool
    /// What stands at the end of a row: `›` leads to another screen; `↵` does something at once.
    var mark: String
    var role: TextSpan.Role?
    var style: CellStyle

    /// The columns of the mark and of a blank before it.
    var markColumns: Int { mark.isEmpty ? 0 : TextWidth.of(mark) + 1 }

    /// The area of the brackets and all between them: it begins after the cell of the focus mark.
    func brackets(_ rect: CellRect) -> CellRect {
        CellRect(column: rect.minColumn + 1, row: rect.minRow, columns: rect.size.columns - 1, rows: rect.size.rows)
    }
}

extension LayoutBuilder {
    /// A button with a label of any elements; `nil` if a style draws its words, and the condition of what it shows.
    func labeledButton(_ control: Control, named name: String, _ element: Element, _ context: Context) -> LayoutItem? {
        guard control.kind == .button, !element.children.isEmpty, element.conditions.isEmpty,
            !styles.hasStyle(of: control, named: name), !(control.isRow && element.isLabelAndValue)
        else { return nil }
        let isDestructive = control.role == .destructive
        var inner = context
        (inner.axis, inner.isRow, inner.role) = (.horizontal, false, nil)
        if !control.isEnabled {
            inner.style = inner.style.adding(.dim)
        } else if inner.style.foreground == nil, isDestructive || !control.isRow || !control.isNavigation {
            inner.style.foreground = control.accent
            inner.role = isDestructive ? .negative : .accent
        }
        let label = stack(.horizontal, .center, nil, nil, visible(element).map { item(for: $0, inner) }, inner)
        let mark = control.isNavigation ? (unicode ? "›" : ">") : unicode ? "↵" : "<-"
        let frame = ButtonFrame(
            isRow: control.isRow, inset: control.inset, isEnabled: control.isEnabled,
            mark: control.isRow && control.isEnabled ? (isDestructive ? "!" : "") + mark : "", role: inner.role,
            style: inner.style)
        return LayoutItem(
            ButtonLabelKind(frame: frame), element: element.id, operable: operable(element), budget: budget, [label])
    }
}

extension Element {
    /// Whether its label is words, a space, and more words, which a row shows as its label and its value.
    fileprivate var isLabelAndValue: Bool {
        guard control?.value.isEmpty == false, children.count == 1, case .stack(.horizontal, _, _) = children[0].content else {
            return false
        }
        return children[0].children.allSatisfy { part in
            switch part.content {
            case .text, .image, .spacer: part.modifiers.allSatisfy(\.isUsualForValue)
            default: false
            }
        }
    }
}

extension Modifier {
    /// Whether the value of a row has it anyway.
    fileprivate var isUsualForValue: Bool {
        switch self {
        case .foreground(let color): color.name == "secondary"
        case .accessibilityHidden: true
        default: false
        }
    }
}
