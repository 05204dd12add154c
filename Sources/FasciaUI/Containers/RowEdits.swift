import FasciaDocument

/// The edit actions for the rows of a `ForEach`.
struct RowEdits {
    var delete: ((IndexSet) -> Void)?
    var move: ((IndexSet, Int) -> Void)?

    /// The edit actions for one row.
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
            // `onMove` counts destinations as if the row were still in place: one down is two further.
            down: index < count - 1 ? move.map { move in { move(row, index + 2) } } : nil)
    }
}

extension ForEach where Content: View {
    /// Adds a `×` to each row. Its accessibility label is "Delete" followed by the row's words.
    public func onDelete(perform action: ((IndexSet) -> Void)?) -> ForEach {
        var views = self
        views.edits.delete = action
        return views
    }

    /// Adds a `↑` and a `↓` to each row. Their accessibility labels are "Move … up" and "Move … down", with the row's
    /// words.
    public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> ForEach {
        var views = self
        views.edits.move = action
        return views
    }
}

/// The ways in which the rows of a collection can be edited.
public struct EditActions<Data>: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static var move: EditActions<Data> { EditActions(rawValue: 1) }
    public static var delete: EditActions<Data> { EditActions(rawValue: 2) }
    public static var all: EditActions<Data> { [.move, .delete] }
}

extension ForEach where Content: View {
    /// Makes a view for the binding of each element. Rows can be deleted and moved as `editActions` allows.
    public init<C: MutableCollection & RandomAccessCollection & RangeReplaceableCollection>(
        _ data: Binding<C>, editActions: EditActions<C>,
        @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
    ) where Data == Binding<C>, C.Element: Identifiable, ID == C.Element.ID {
        self.init(data, id: \.id, editActions: editActions, content: content)
    }
    public init<C: MutableCollection & RandomAccessCollection & RangeReplaceableCollection>(
        _ data: Binding<C>, id: KeyPath<C.Element, ID>, editActions: EditActions<C>,
        @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
    ) where Data == Binding<C> {
        self.init(data, id: id, content: content)
        if editActions.contains(.delete) { edits.delete = { data.wrappedValue.remove(atOffsets: $0) } }
        if editActions.contains(.move) { edits.move = { data.wrappedValue.move(fromOffsets: $0, toOffset: $1) } }
    }
}

/// A row followed by its edit buttons.
struct EditableRow: View, Primitive {
    let content: AnyView
    let edits: RowEdits.Row

    func update(_ viewNode: ViewNode) {
        viewNode.isEditableRow = true
        viewNode.updateChildren { children in
            children.update(.inside, content)
            if let action = edits.up { children.update(.index(1), RowButton(edit: .move, action: action)) }
            if let action = edits.down { children.update(.index(2), RowButton(edit: .move, action: action)) }
            if let action = edits.delete { children.update(.index(3), RowButton(edit: .delete, action: action)) }
        }
        viewNode.setLowering { [unowned viewNode] in
            let content = viewNode.child(.inside)?.lowered() ?? []
            let words = content.wordsBesideControls
            let forbidden = viewNode.forbiddenEdits
            let signs = [
                (1, "↑", "Move \(words) up", RowEdit.move), (2, "↓", "Move \(words) down", .move),
                (3, "×", "Delete \(words)", .delete),
            ].filter { !forbidden.contains($0.3) }
            let buttons = signs.compactMap { key, glyph, label, _ in
                viewNode.child(.index(key)).map { button in
                    Node(
                        .text(TextContent(glyph)), id: button.address,
                        modifiers: [.accessibilityLabel(label), .accessibilityRole(.button), .tap(.tapped(button.address))])
                }
            }
            let children = content + [Node(.spacer(SpacerContent()))] + buttons
            return [Node(.stack(StackContent(.horizontal, children: children)), id: viewNode.address)]
        }
    }
}

/// The action of one edit button of a row.
private struct RowButton: View, Primitive {
    let edit: RowEdit
    let action: () -> Void

    func update(_ viewNode: ViewNode) {
        let (edit, action) = (edit, action)
        // A terminal may have sent the tap before the edit was disabled.
        viewNode.eventHandler = .control { [unowned viewNode] _ in
            if viewNode.parent?.forbiddenEdits.contains(edit) != true { action() }
        }
        viewNode.graph.registerControl(viewNode.address, at: viewNode)
    }
}

/// Begins and ends the edit mode. In a terminal, rows can always be edited, so that it is shown only where something else reads
/// or sets the mode.
public struct EditButton: View {
    @Environment(\.screenEditMode) private var screen
    @Environment(\.givenEditMode) private var given
    public init() {}
    public var body: some View {
        if let mode = given ?? (screen?.isUsed.value == true ? screen?.binding : nil) {
            let isEditing = mode.wrappedValue.isEditing
            Button(isEditing ? "Done" : "Edit") { mode.wrappedValue = isEditing ? .inactive : .active }
        }
    }
}

/// Whether rows are edited. In a terminal they always can be.
public enum EditMode: Hashable, Sendable {
    case inactive, transient, active
    public var isEditing: Bool { self != .inactive }
}

final class ScreenEditMode {
    private let mode = StoredLocation(EditMode.inactive)
    /// Whether a view has read or set it.
    let isUsed = StoredLocation(false)

    var binding: Binding<EditMode> {
        isUsed.value = true
        return Binding(mode)
    }
}

extension EnvironmentValues {
    @Entry var screenEditMode: ScreenEditMode?
    @Entry var givenEditMode: Binding<EditMode>?
    /// That of the screen, unless the app sets one.
    public var editMode: Binding<EditMode>? {
        get { givenEditMode ?? screenEditMode?.binding ?? .constant(.inactive) }
        set { givenEditMode = newValue }
    }
}

extension View {
    /// Shows the actions as buttons at the end of the row.
    public func swipeActions<Actions: View>(
        edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> Actions
    ) -> some View {
        HStack {
            self
            Spacer()
            content()
        }
    }

    /// Removes the `×` of this row, or of all rows inside.
    public func deleteDisabled(_ isDisabled: Bool) -> some View {
        modifier(RowEditModifier(edit: .delete, isDisabled: isDisabled))
    }

    /// Removes the `↑` and `↓` of this row, or of all rows inside.
    public func moveDisabled(_ isDisabled: Bool) -> some View { modifier(RowEditModifier(edit: .move, isDisabled: isDisabled)) }
}

/// A way to edit a row.
enum RowEdit: Hashable { case delete, move }

/// Disables an edit for the rows inside, and for the row that contains this view.
private struct RowEditModifier: ViewModifier, PrimitiveModifier {
    let edit: RowEdit
    let isDisabled: Bool

    func update(_ viewNode: ViewNode, content: any View) {
        var environment = viewNode.environment
        if isDisabled { environment.forbiddenEdits.insert(edit) }
        viewNode.forbiddenEdit = isDisabled ? edit : nil
        viewNode.updatePassthrough(content, environment: environment)
    }
}

extension EnvironmentValues {
    /// The edits that are disabled for rows here.
    @Entry var forbiddenEdits: Set<RowEdit> = []
}

extension ViewNode {
    /// The edits that are disabled for this row, by a modifier around it or inside it. Modifiers inside a nested
    /// editable row apply only to that row.
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
    /// Removes the elements at these offsets.
    public mutating func remove(atOffsets offsets: IndexSet) {
        var offset = -1
        removeAll { _ in
            offset += 1
            return offsets.contains(offset)
        }
    }

    /// Moves the elements at these offsets to just before the element at `destination`, counted before the move.
    public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
        let elements = Array(self)
        let moved = elements.indices.filter(source.contains).map { elements[$0] }
        let before = elements.indices.filter { $0 < destination && !source.contains($0) }.map { elements[$0] }
        let after = elements.indices.filter { $0 >= destination && !source.contains($0) }.map { elements[$0] }
        replaceSubrange(startIndex..<endIndex, with: before + moved + after)
    }
}
