import FasciaRender
import FasciaScene

extension TerminalState {
    /// A draft in a form that outlives the daemon's process or a connection. Drafts of secure fields are not kept.
    public struct KeptDraft: Hashable, Sendable {
        public var text: String
        /// The number of characters before the cursor.
        public var cursor: Int
        /// The field's text when the draft was last compared with it. If the field shows another text later, that one
        /// wins.
        public var base: String
        public var isUnsent: Bool
        /// The receiver of the text. The draft must not appear in a field with another receiver.
        public var receiver: String

        public init(text: String, cursor: Int, base: String, isUnsent: Bool, receiver: String) {
            self.text = text
            self.cursor = cursor
            self.base = base
            self.isUnsent = isUnsent
            self.receiver = receiver
        }
    }

    /// The current drafts, to be kept.
    public var keptDrafts: [ElementID: KeptDraft] {
        // A restored draft that has not been reconciled yet is kept unchanged.
        drafts.compactMapValues(\.kept).merging(returned ?? [:]) { now, _ in now }
    }

    /// Restores a kept draft. It is in its field again after the next `reconcile`.
    public mutating func giveBack(_ draft: KeptDraft, to place: ElementID) {
        returned = (returned ?? [:]).merging([place: draft]) { $1 }
    }
}

extension TerminalState.Draft {
    fileprivate var kept: TerminalState.KeptDraft? {
        guard !purpose.isSecure, let receiver = purpose.name else { return nil }
        return TerminalState.KeptDraft(
            text: edited.text, cursor: edited.cursor, base: base, isUnsent: isUnsent, receiver: receiver)
    }

    /// - Returns: `nil` if the field has another receiver, or shows another text.
    fileprivate init?(_ kept: TerminalState.KeptDraft, _ field: TextFieldState, _ edit: Edit?) {
        self.init(field, edit)
        guard !field.isSecure, purpose.name == kept.receiver,
            base == kept.base || base == kept.text || kept.isUnsent
        else { return nil }
        edited = TextDraft("", hasLines: field.lines != nil)
        edited.insert(kept.text)
        edited.moveCursor(to: kept.cursor)
        isUnsent = kept.isUnsent
    }
}

extension TerminalState.Draft.Purpose {
    /// A name for the receiver that is the same in every process; `nil` for a receiver without one.
    fileprivate var name: String? {
        switch receiver {
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
        for (place, kept) in now.returned ?? [:] where place.entry == entry {
            now.returned?[place] = nil
            guard now.focus[entry]?.element == place.element,
                let stop = stop(of: place.element), stop.isEnabled, let field = stop.field,
                let draft = TerminalState.Draft(kept, field, stop.edit)
            else { continue }
            now.drafts[place] = draft
        }
        if now.returned?.isEmpty == true { now.returned = nil }
    }
}
