import FasciaModel

extension Presentation {
    /// What somebody at this terminal has typed into a text field, as long as the focus is there.
    ///
    /// What is typed is shown at once, however long it takes whoever keeps the text. A draft that every key sends
    /// (`updates: change`) becomes what the shared text is as soon as nothing that was sent is still unanswered. One
    /// that waits for Enter is not touched by what others do: Enter says what holds.
    public struct Draft: Hashable, Sendable {
        public var edited: TextDraft
        /// What the field showed when it was looked at last.
        public var base: String
        /// How much of what was sent has not been answered yet.
        public var unanswered = 0
        /// Whether there is something in it that was not sent.
        public var isUnsent = false
        /// Whether the shared text holds, whatever it is, once all is answered.
        public var yields = false
        let purpose: Purpose

        /// What a text is typed for. What is typed for one field must not come to light in another one that takes its
        /// place on the screen.
        struct Purpose: Hashable, Sendable {
            let isSecure: Bool
            /// Without what goes with an action: that may follow what is typed.
            let receiver: Edit.Target?

            init(_ field: TextFieldLook, _ edit: Edit?) {
                isSecure = field.isSecure
                receiver = switch edit?.target {
                case .value(let key, _): .value(key: key, kind: nil)
                case .action(.emit(let name, _)): .action(.emit(name: name, payload: .null))
                case .action(.call(let method, _)): .action(.call(method: method, params: .null))
                case .component, nil: edit?.target
                }
            }
        }

        /// A secure field shows nothing of what is in it, so typing begins anew.
        init(_ field: TextFieldLook, _ edit: Edit?) {
            edited = TextDraft(field.isSecure ? "" : field.text, hasLines: field.lines != nil)
            base = field.text
            purpose = Purpose(field, edit)
        }

        func shown(_ field: TextFieldLook) -> String {
            field.isSecure ? String(repeating: "•", count: edited.text.count) : edited.text
        }
    }

    /// Something that was sent for a text field is on its way; `answered` says when it has arrived.
    public mutating func sent(from place: ElementPlace) { drafts[place]?.unanswered += 1 }

    /// How much of what was sent for a text field has not been answered yet.
    public func unanswered(at place: ElementPlace) -> Int { drafts[place]?.unanswered ?? 0 }

    /// What was sent has not arrived: Enter sends it again, and Escape gives it up.
    public mutating func refused(_ place: ElementPlace) { drafts[place]?.isUnsent = true }

    /// - Parameter holds: whether whoever keeps the text has taken note; what it is now holds, even if nothing has
    ///   changed. Where nobody has, what was typed stays.
    public mutating func answered(_ place: ElementPlace, holds: Bool) {
        guard var draft = drafts[place] else { return }
        draft.unanswered = max(0, draft.unanswered - 1)
        if holds, !draft.isUnsent { draft.yields = true }
        drafts[place] = draft
    }
}

extension LayerLayout {
    /// Brings the drafts of this layer in line with what there is. A secret is kept only where it can be typed on: not
    /// under an alert.
    func settleDrafts(_ now: inout Presentation, isInFront: Bool) {
        for (place, draft) in now.drafts where place.entry == entry {
            let isFocused = now.focus[entry]?.element == place.element
            // The row of a list keeps the focus, and what is being typed, out of sight.
            if isFocused, now.focus[entry]?.row != nil, index(ofStop: place.element) == nil {
                continue
            }
            guard let stop = stop(of: place.element), stop.isEnabled,
                let field = stop.field,
                isFocused && (isInFront || !field.isSecure) || draft.unanswered > 0,
                draft.purpose == Presentation.Draft.Purpose(field, stop.edit)
            else {
                now.drafts[place] = nil
                continue
            }
            now.drafts[place] = settled(draft, field)
        }
    }

    private func settled(_ draft: Presentation.Draft, _ field: TextFieldLook) -> Presentation.Draft? {
        var draft = draft
        guard draft.unanswered == 0, draft.yields || draft.base != field.text else { return draft }
        if draft.isUnsent {
            (draft.base, draft.yields) = (field.text, false)
            return draft
        }
        // Where it is the same, the cursor stays where it is.
        guard draft.shown(field) == field.text else { return nil }
        (draft.base, draft.yields) = (field.text, false)
        return draft
    }

    // MARK: - Typing

    /// What a key means to the text field that has the focus; `nil` where it means the same as elsewhere.
    func type(_ key: Key, _ now: Presentation) -> Reaction? {
        guard let (stop, field, draft) = focusedField(now) else { return nil }
        let place = place(stop.element)
        var now = now
        var typed = draft
        if typed.edited.press(key, columns: columns(of: stop, field)) {
            return edited(stop, field, from: draft, to: typed, now)
        }
        switch key.name {
        case "enter": return submit(stop, field, draft, now)
        case "escape":
            // Gives up what was not sent; then it means the way back.
            guard now.drafts[place]?.isUnsent == true else { return nil }
            now.drafts[place] = nil
            return Reaction(now)
        default: break
        }
        // What is cut out of a secret must not come to light in another field.
        var cut = field.isSecure ? "" : now.cut
        guard typed.edited.press(key, cut: &cut) else { return nil }
        if !field.isSecure { now.cut = cut }
        return edited(stop, field, from: draft, to: typed, now)
    }

    private func columns(of stop: FocusStop, _ field: TextFieldLook) -> Int {
        DefaultTextFieldStyle.textColumns(label: field.label, columns: stop.rect.size.columns)
    }

    /// What pasted text means; `nil` where no text field has the focus.
    func paste(_ text: String, _ now: Presentation) -> Reaction? {
        guard let (stop, field, draft) = focusedField(now) else { return nil }
        var typed = draft
        typed.edited.insert(text)
        return edited(stop, field, from: draft, to: typed, now)
    }

    private func edited(
        _ stop: FocusStop, _ field: TextFieldLook, from old: Presentation.Draft, to new: Presentation.Draft,
        _ now: Presentation
    ) -> Reaction {
        var (now, new) = (now, new)
        let complaint = new.edited.takeComplaint()
        now.drafts[place(stop.element)] = new
        var reaction = new.edited.text == old.edited.text ? Reaction(now) : changed(stop, field, new, now)
        reaction.complaint = complaint
        return reaction
    }

    private func focusedField(_ now: Presentation) -> (FocusStop, TextFieldLook, Presentation.Draft)? {
        guard let index = focusIndex(now), stops[index].isEnabled, let field = stops[index].field else { return nil }
        let place = place(stops[index].element)
        return (stops[index], field, now.drafts[place] ?? Presentation.Draft(field, stops[index].edit))
    }

    private func changed(
        _ stop: FocusStop, _ field: TextFieldLook, _ draft: Presentation.Draft, _ now: Presentation
    ) -> Reaction {
        var (now, draft) = (now, draft)
        draft.isUnsent = field.updates == .submit
        now.drafts[place(stop.element)] = draft
        guard !draft.isUnsent, let edit = stop.edit else { return Reaction(now) }
        return Reaction(now, .edit(entry: entry, element: stop.element, edit, text: draft.edited.text))
    }

    private func submit(
        _ stop: FocusStop, _ field: TextFieldLook, _ draft: Presentation.Draft, _ now: Presentation
    ) -> Reaction {
        let place = place(stop.element)
        var now = now
        var first: [Reaction.Outcome] = []
        // The text of a secure field is not to be seen: without a draft there is none to send.
        let text = now.drafts[place] == nil && field.isSecure ? nil : draft.edited.text
        if draft.isUnsent {
            now.drafts[place]?.isUnsent = false
            if let edit = stop.edit {
                first.append(.edit(entry: entry, element: stop.element, edit, text: draft.edited.text))
            }
        }
        if let submit = stop.submit, let text {
            let action = submit.carrying(.string(text))
            return Reaction(now, .activate(entry: entry, element: stop.element, .action(action)), first: first)
        }
        if let shortcut = stops.first(where: { $0.isEnabled && $0.shortcut == "enter" }), stop.submit == nil {
            guard let activation = shortcut.activation else { return Reaction(now, first: first) }
            return Reaction(
                now, .activate(entry: entry, element: shortcut.element, activation), first: first)
        }
        return Reaction(now, first: first)
    }

    /// What leaving a text field brings with it: the draft that waits for Enter or for this.
    func leaving(_ before: Presentation) -> [Reaction.Outcome] {
        guard let index = focusIndex(before), let edit = stops[index].edit, stops[index].field != nil else { return [] }
        let place = place(stops[index].element)
        guard let draft = before.drafts[place], draft.isUnsent else { return [] }
        return [.edit(entry: entry, element: stops[index].element, edit, text: draft.edited.text)]
    }
}
