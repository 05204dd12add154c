import FasciaRender
import FasciaScene

extension TerminalState {
    /// A draft in a form that outlives the daemon's process or a connection. Drafts of secure fields are not saved.
    public struct SavedDraft: Hashable, Sendable {
        public var text: String
        /// The number of characters before the cursor.
        public var cursor: Int
        /// The field's text when the draft was last compared with it. If the field shows another text later, that one
        /// wins.
        public var base: String
        public var isUnsent: Bool
        /// The target of the text. The draft must not appear in a field with another target.
        public var target: String

        public init(text: String, cursor: Int, base: String, isUnsent: Bool, target: String) {
            self.text = text
            self.cursor = cursor
            self.base = base
            self.isUnsent = isUnsent
            self.target = target
        }
    }

    public var savedDrafts: [ElementID: SavedDraft] {
        // A restored draft that has not been reconciled yet is kept unchanged.
        drafts.compactMapValues(\.saved).merging(restoredDrafts ?? [:]) { now, _ in now }
    }

    /// Restores a saved draft. It is in its field again after the next `reconcile`.
    public mutating func restore(_ draft: SavedDraft, at id: ElementID) {
        restoredDrafts = (restoredDrafts ?? [:]).merging([id: draft]) { $1 }
    }
}

extension TerminalState.Draft {
    fileprivate var saved: TerminalState.SavedDraft? {
        guard !target.isSecure, let target = target.name else { return nil }
        return TerminalState.SavedDraft(
            text: edited.text, cursor: edited.cursor, base: base, isUnsent: isUnsent, target: target)
    }

    /// - Returns: `nil` if the field has another target, or shows another text.
    fileprivate init?(_ saved: TerminalState.SavedDraft, _ field: TextFieldState, _ edit: Edit?) {
        self.init(field, edit)
        guard !field.isSecure, target.name == saved.target,
            base == saved.base || base == saved.text || saved.isUnsent
        else { return nil }
        edited = TextDraft("", hasLines: field.lines != nil)
        edited.insert(saved.text)
        edited.moveCursor(to: saved.cursor)
        isUnsent = saved.isUnsent
    }
}

extension TerminalState.Draft.FieldTarget {
    /// A name for the target that is the same in every process; `nil` for a target without one.
    fileprivate var name: String? {
        switch target {
        case .value(let key, _): "value " + key
        case .action(.emit(let name, _)): "emit " + name
        case .action(.call(let method, _)): "call " + method
        case .component, nil: nil
        }
    }
}

extension LayerLayout {
    /// Moves restored drafts into their fields.
    func restoreDrafts(_ now: inout TerminalState) {
        for (id, saved) in now.restoredDrafts ?? [:] where id.entry == entry {
            now.restoredDrafts?[id] = nil
            guard now.focus[entry]?.element == id.element,
                let stop = stop(of: id.element), stop.isEnabled, let field = stop.field,
                let draft = TerminalState.Draft(saved, field, stop.edit)
            else { continue }
            now.drafts[id] = draft
        }
        if now.restoredDrafts?.isEmpty == true { now.restoredDrafts = nil }
    }
}
