import FasciaDocument
import FasciaScene

/// A button whose label is laid out as any other element: the label in brackets, or as a row with a mark at its end.
struct ButtonLabelKind: LayoutKind {
    let frame: ButtonFrame

    /// The columns before and after the label. As those of other buttons, the brackets lose their blanks, and then go, where
    /// the words would be cut.
    private func margins(_ children: [LayoutItem], _ columns: Int?) -> (before: Int, after: Int) {
        if frame.isRow { return (frame.inset, frame.inset + frame.markColumns) }
        guard let columns, let words = children.first?.wordColumns else { return (3, 2) }
        let fitting = [(3, 2), (2, 1), (1, 0)].first { before, after in before + words + after <= columns } ?? (0, 0)
        return frame.isEnabled || fitting.0 >= 2 ? fitting : (2, 1)
    }

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        let label = children.first?.size(for: contentProposal(children, proposal)) ?? .zero
        let margins = margins(children, proposal.columns)
        let columns = label.columns + margins.before + margins.after
        return CellSize(columns: frame.isRow ? max(1, proposal.columns ?? columns) : columns, rows: max(1, label.rows))
    }

    func contentProposal(_ children: [LayoutItem], _ proposal: ProposedCells) -> ProposedCells {
        let margins = margins(children, proposal.columns)
        return proposal.shrunk(columns: margins.before + margins.after, rows: 0)
    }

    func arrange(_ children: [LayoutItem], in size: CellSize, _ proposal: ProposedCells) -> [Placement] {
        let (before, inner) = (margins(children, proposal.columns).before, contentProposal(children, proposal))
        return children.map { _ in Placement(origin: CellPoint(column: before, row: 0), proposal: inner) }
    }

    func content(_ children: [LayoutItem], _ size: CellSize, _ proposal: ProposedCells) -> LayoutBox.Content {
        var frame = frame
        frame.before = margins(children, proposal.columns).before
        return .button(frame)
    }

    func wordColumns(_ children: [LayoutItem]) -> Int {
        let words = children.first?.wordColumns ?? 0
        return frame.isRow ? words + 2 * frame.inset + frame.markColumns : words + 3
    }
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
    /// The columns before the label: the cell of the focus mark, a bracket and a blank, or the first of these.
    var before = 0

    var hasBrackets: Bool { !isRow && before >= 2 }

    /// The columns of the mark and of a blank before it.
    var markColumns: Int { mark.isEmpty ? 0 : TextWidth.of(mark) + 1 }

    /// The area of the brackets and all between them: it begins after the cell of the focus mark.
    func brackets(_ rect: CellRect) -> CellRect {
        let mark = min(before, 1)
        return CellRect(
            column: rect.minColumn + mark, row: rect.minRow, columns: rect.size.columns - mark, rows: rect.size.rows)
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
