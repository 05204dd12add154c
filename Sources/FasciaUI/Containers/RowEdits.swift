import FasciaModel

/// What may be done to the rows of a `ForEach`.
struct RowEdits {
    var delete: ((IndexSet) -> Void)?
    var move: ((IndexSet, Int) -> Void)?

    /// What may be done to one row.
    struct Row {
        var delete: (() -> Void)?
        var up: (() -> Void)?
        var down: (() -> Void)?
    }

    func at(_ index: Int, of count: Int) -> Row? {
        guard delete != nil || move != nil else { return nil }
        let row = IndexSet(integer: index)
        return Row(
            delete: delete.map { delete in { delete(row) } },
            up: index > 0 ? move.map { move in { move(row, index - 1) } } : nil,
            // Where a row goes is counted as if it were still where it was.
            down: index < count - 1 ? move.map { move in { move(row, index + 2) } } : nil)
    }
}

extension ForEach where Content: View {
    /// Each row gets a `×`. Scripts know it as "Delete" and the words of the row.
    public func onDelete(perform action: ((IndexSet) -> Void)?) -> ForEach {
        var views = self
        views.edits.delete = action
        return views
    }

    /// Each row gets a `↑` and a `↓`. Scripts know them as "Move … up" and "Move … down", with the words of the row.
    public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> ForEach {
        var views = self
        views.edits.move = action
        return views
    }
}

/// What may be done to the rows of a collection.
public struct EditActions<Data>: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static var move: EditActions<Data> { EditActions(rawValue: 1) }
    public static var delete: EditActions<Data> { EditActions(rawValue: 2) }
    public static var all: EditActions<Data> { [.move, .delete] }
}

extension ForEach where Content: View {
    /// A binding for each element; rows can be deleted and moved, as far as `editActions` says.
    public init<C: MutableCollection & RandomAccessCollection & RangeReplaceableCollection>(
        _ data: Binding<C>, editActions: EditActions<C>,
        @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
    ) where Data == Binding<C>, C.Element: Identifiable, ID == C.Element.ID {
        self.init(data, content: content)
        if editActions.contains(.delete) { edits.delete = { data.wrappedValue.remove(atOffsets: $0) } }
        if editActions.contains(.move) { edits.move = { data.wrappedValue.move(fromOffsets: $0, toOffset: $1) } }
    }
}

/// A row with what may be done to it at its end.
struct EditableRow: View, Primitive {
    typealias Body = Never
    let content: AnyView
    let edits: RowEdits.Row

    func update(_ place: Place) {
        place.isEditableRow = true
        place.updateChildren { children in
            children.update(.inside, content)
            if let action = edits.up { children.update(.index(1), RowButton(edit: .move, action: action)) }
            if let action = edits.down { children.update(.index(2), RowButton(edit: .move, action: action)) }
            if let action = edits.delete { children.update(.index(3), RowButton(edit: .delete, action: action)) }
        }
        place.lower { [unowned place] in
            let content = place.child(.inside)?.lowered() ?? []
            let words = content.map(\.words).filter { !$0.isEmpty }.joined(separator: " ")
            let forbidden = place.forbiddenEdits
            let signs = [
                (1, "↑", "Move \(words) up", RowEdit.move), (2, "↓", "Move \(words) down", .move),
                (3, "×", "Delete \(words)", .delete),
            ].filter { !forbidden.contains($0.3) }
            let buttons = signs.compactMap { key, glyph, label, _ in
                place.child(.index(key)).map { button in
                    Node(
                        .text(TextContent(glyph)), id: button.address,
                        modifiers: [.accessibilityLabel(label), .tap(.tapped(button.address))])
                }
            }
            let children = content + [Node(.spacer(SpacerContent()))] + buttons
            return [Node(.stack(StackContent(.horizontal, children: children)), id: place.address)]
        }
    }
}

/// Answers for one of the signs at the end of a row.
private struct RowButton: View, Primitive {
    typealias Body = Never
    let edit: RowEdit
    let action: () -> Void

    func update(_ place: Place) {
        let (edit, action) = (edit, action)
        // A terminal may have sent it before it was forbidden.
        place.gesture = .control { [unowned place] _ in
            if place.parent?.forbiddenEdits.contains(edit) != true { action() }
        }
        place.graph.handle(place.address, at: place)
    }
}

/// Rows can always be edited at a terminal, so it has nothing to switch and is not to be seen.
public struct EditButton: View {
    public init() {}
    public var body: some View { EmptyView() }
}

extension View {
    /// The buttons stand at the end of the row.
    public func swipeActions<Actions: View>(
        edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> Actions
    ) -> some View {
        HStack {
            self
            Spacer()
            content()
        }
    }

    /// Said of a row, or of all rows in it: they have no `×`.
    public func deleteDisabled(_ isDisabled: Bool) -> some View {
        modifier(RowEditModifier(edit: .delete, isDisabled: isDisabled))
    }

    /// Said of a row, or of all rows in it: they have no `↑` and no `↓`.
    public func moveDisabled(_ isDisabled: Bool) -> some View {
        modifier(RowEditModifier(edit: .move, isDisabled: isDisabled))
    }
}

/// What may be done to a row.
enum RowEdit: Hashable { case delete, move }

/// Forbids something for the rows in it, and for the row that it is in.
private struct RowEditModifier: ViewModifier, PrimitiveModifier {
    typealias Body = Never
    let edit: RowEdit
    let isDisabled: Bool

    func update(_ place: Place, content: any View) {
        var environment = place.environment
        if isDisabled { environment.forbiddenEdits.insert(edit) }
        place.forbiddenEdit = isDisabled ? edit : nil
        place.updateContent(content, environment: environment)
    }
}

private struct ForbiddenEditsKey: EnvironmentKey { static var defaultValue: Set<RowEdit> { [] } }

extension EnvironmentValues {
    /// What may not be done to the rows here.
    var forbiddenEdits: Set<RowEdit> {
        get { self[ForbiddenEditsKey.self] }
        set { self[ForbiddenEditsKey.self] = newValue }
    }
}

extension Place {
    /// What may not be done to the row that stands here: what is said around it and in it. Rows of lists in it speak
    /// for themselves.
    fileprivate var forbiddenEdits: Set<RowEdit> { child(.inside)?.innerForbiddenEdits ?? environment.forbiddenEdits }

    private var innerForbiddenEdits: Set<RowEdit> {
        var edits = environment.forbiddenEdits
        if let forbiddenEdit { edits.insert(forbiddenEdit) }
        guard !isEditableRow else { return [] }
        return children.reduce(into: edits) { $0.formUnion($1.innerForbiddenEdits) }
    }
}

public enum HorizontalEdge: Int8, CaseIterable, Hashable, Sendable { case leading, trailing }

// MARK: - Collections

extension MutableCollection where Self: RangeReplaceableCollection {
    /// Takes away the elements at these offsets.
    public mutating func remove(atOffsets offsets: IndexSet) {
        var offset = -1
        removeAll { _ in
            offset += 1
            return offsets.contains(offset)
        }
    }

    /// Moves the elements at these offsets in front of the one that is at `destination` before the move.
    public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
        let elements = Array(self)
        let moved = elements.indices.filter(source.contains).map { elements[$0] }
        let before = elements.indices.filter { $0 < destination && !source.contains($0) }.map { elements[$0] }
        let after = elements.indices.filter { $0 >= destination && !source.contains($0) }.map { elements[$0] }
        replaceSubrange(startIndex..<endIndex, with: before + moved + after)
    }
}
