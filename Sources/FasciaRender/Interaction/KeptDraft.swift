import FasciaModel

extension Presentation {
    /// What is being typed, as it outlives the daemon's process, or a connection to it. Of secure fields nothing is kept.
    public struct KeptDraft: Hashable, Sendable {
        public var text: String
        /// How many characters stand before the cursor.
        public var cursor: Int
        /// What the field showed when it was looked at last: where it shows something else now, that holds.
        public var base: String
        public var isUnsent: Bool
        /// What it was typed for: in a field for something else it must not come to light.
        public var receiver: String

        public init(text: String, cursor: Int, base: String, isUnsent: Bool, receiver: String) {
            self.text = text
            self.cursor = cursor
            self.base = base
            self.isUnsent = isUnsent
            self.receiver = receiver
        }
    }

    /// What is being typed now, to be kept.
    public var keptDrafts: [ElementPlace: KeptDraft] {
        // What has not been settled since it was given back is what it was.
        drafts.compactMapValues(\.kept).merging(returned ?? [:]) { now, _ in now }
    }

    /// Gives back what was being typed; it is in its field again with the next picture.
    public mutating func giveBack(_ draft: KeptDraft, to place: ElementPlace) {
        returned = (returned ?? [:]).merging([place: draft]) { $1 }
    }
}

extension Presentation.Draft {
    fileprivate var kept: Presentation.KeptDraft? {
        guard !purpose.isSecure, let receiver = purpose.name else { return nil }
        return Presentation.KeptDraft(
            text: edited.text, cursor: edited.cursor, base: base, isUnsent: isUnsent, receiver: receiver)
    }

    /// - Returns: `nil` where the field is for something else, or shows something else by now.
    fileprivate init?(_ kept: Presentation.KeptDraft, _ field: TextFieldLook, _ edit: Edit?) {
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

extension Presentation.Draft.Purpose {
    /// The same for the same receiver in every process; `nil` for what has none that a name is enough for.
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
    /// Puts what was given back into the fields that it was typed into.
    func settleReturned(_ now: inout Presentation) {
        for (place, kept) in now.returned ?? [:] where place.entry == entry {
            now.returned?[place] = nil
            guard now.focus[entry]?.element == place.element,
                let stop = stop(of: place.element), stop.isEnabled, let field = stop.field,
                let draft = Presentation.Draft(kept, field, stop.edit)
            else { continue }
            now.drafts[place] = draft
        }
        if now.returned?.isEmpty == true { now.returned = nil }
    }
}
