import FasciaRender
import FasciaScene

extension TerminalState {
    /// A text typed into a text field of this terminal, while the focus is there.
    ///
    /// The draft is shown at once, whatever the latency of the text's owner. A draft that is sent with every key
    /// (`updates: change`) is replaced by the shared text as soon as all sent edits have been answered. A draft that
    /// waits for Enter is not affected by changes of others. A draft sent to a bound value stays until the change is
    /// confirmed; if the change fails, the draft is refused with the reason.
    public struct Draft: Hashable, Sendable {
        public var edited: TextDraft
        /// The field's text when the draft was last compared with it.
        public var base: String
        /// The number of sent edits without a reply.
        public var unanswered = 0
        /// Whether it has changes that were not sent.
        public var isUnsent = false
        /// Whether the shared text replaces the draft, whatever it is, once all edits are answered.
        public var acceptsSharedText = false
        /// Why the text was refused; shown below the field until a text is accepted.
        public internal(set) var refusal: String?
        let target: FieldTarget

        /// Identifies the field that a text was typed for. The text must not appear in another field that takes its place
        /// on the screen.
        struct FieldTarget: Hashable, Sendable {
            let isSecure: Bool
            /// Without the payload of an action, which may depend on the typed text.
            let target: Edit.Target?

            init(_ field: TextFieldState, _ edit: Edit?) {
                isSecure = field.isSecure
                target =
                    switch edit?.target {
                    case .value(let key, _): .value(key: key, kind: nil)
                    case .action(.emit(let name, _)): .action(.emit(name: name, payload: .null))
                    case .action(.call(let method, _)): .action(.call(method: method, params: .null))
                    case .component, nil: edit?.target
                    }
            }
        }

        /// The draft of a secure field starts empty, because its text is not visible.
        init(_ field: TextFieldState, _ edit: Edit?) {
            edited = TextDraft(field.isSecure ? "" : field.text, hasLines: field.lines != nil)
            base = field.text
            target = FieldTarget(field, edit)
        }

        var shown: String { target.isSecure ? String(repeating: "•", count: edited.text.count) : edited.text }
        /// As the panel shows it when it has taken it.
        var shared: String { target.isSecure ? SecretText.shown(edited.text) : edited.text }

        /// Keeps the text, which was sent and refused, as unsent.
        mutating func refuse(_ reason: String?) {
            isUnsent = true
            // The reason may quote the text.
            let isHidden = target.isSecure && !edited.text.isEmpty
            refusal = isHidden ? reason?.replacing(edited.text, with: "•••") : reason
        }
    }

    /// Records that an edit was sent for a text field. Call `answered` when its reply arrives.
    public mutating func recordSent(at id: ElementID) { drafts[id]?.unanswered += 1 }

    /// The number of edits sent for a text field without a reply.
    public func unanswered(at id: ElementID) -> Int { drafts[id]?.unanswered ?? 0 }

    /// The reasons below fields whose text was refused.
    public var refusals: [ElementID: String] { drafts.isEmpty ? [:] : drafts.compactMapValues(\.refusal) }

    /// Records that a sent text was refused. Enter sends it again, Escape discards it.
    ///
    /// - Parameter reason: what the field says; `nil` if it is said elsewhere.
    public mutating func recordRefusal(at id: ElementID, _ reason: String?) {
        drafts[id]?.refuse(reason)
    }

    /// Records that a value was not carried out, below each field that has sent it.
    ///
    /// - Returns: whether there is one.
    public mutating func recordRefusal(ofValue key: String, _ reason: String) -> Bool {
        let sent = fields(awaiting: key)
        for id in sent { drafts[id]?.refuse(reason) }
        return !sent.isEmpty
    }

    /// Records that somebody else's value is carried out instead of the one that these fields sent. They show it from now on.
    ///
    /// - Returns: whether there is one.
    public mutating func recordReplacement(ofValue key: String) -> Bool {
        let sent = fields(awaiting: key)
        for id in sent {
            // Text that was typed after that is kept.
            if drafts[id]?.isUnsent == true { drafts[id]?.acceptsSharedText = false } else { drafts[id] = nil }
        }
        return !sent.isEmpty
    }

    /// The fields that have sent a value and wait for its outcome.
    private func fields(awaiting key: String) -> [ElementID] {
        drafts.filter { $0.value.acceptsSharedText && $0.value.target.target == .value(key: key, kind: nil) }.map(\.key)
    }

    /// Records that a text was accepted, unless earlier edits are unanswered. The shared text then replaces the draft, even
    /// if it did not change.
    public mutating func recordAcceptance(at id: ElementID) {
        guard let draft = drafts[id], draft.unanswered == 0 else { return }
        drafts[id]?.refusal = nil
        if !draft.isUnsent { drafts[id]?.acceptsSharedText = true }
    }

    /// Records the reply to a sent edit.
    ///
    /// - Parameter accepted: whether the owner of the text has handled the edit; otherwise the draft stays.
    public mutating func recordReply(at id: ElementID, accepted: Bool) {
        guard let draft = drafts[id] else { return }
        drafts[id]?.unanswered = max(0, draft.unanswered - 1)
        if accepted { recordAcceptance(at: id) }
    }
}

extension LayerLayout {
    /// Reconciles the drafts of this layer. The draft of a secure field is kept only in the top layer, for example not
    /// under an alert.
    func reconcileDrafts(_ now: inout TerminalState, isInFront: Bool) {
        for (id, draft) in now.drafts where id.entry == entry {
            let isFocused = now.focus[entry]?.element == id.element
            // A list row that is out of sight keeps the focus and the draft.
            if isFocused, now.focus[entry]?.row != nil, index(ofStop: id.element) == nil {
                continue
            }
            guard let stop = stop(of: id.element), stop.isEnabled,
                let field = stop.field,
                (isFocused || draft.refusal != nil) && (isInFront || !field.isSecure)
                    || draft.unanswered > 0 || draft.acceptsSharedText,
                draft.target == TerminalState.Draft.FieldTarget(field, stop.edit)
            else {
                now.drafts[id] = nil
                continue
            }
            now.drafts[id] = reconciled(draft, field, stop.conditions)
        }
    }

    private func reconciled(
        _ draft: TerminalState.Draft, _ field: TextFieldState, _ conditions: [ElementCondition]
    ) -> TerminalState.Draft? {
        var draft = draft
        guard draft.unanswered == 0, draft.acceptsSharedText || draft.base != field.text else { return draft }
        if draft.isUnsent {
            (draft.base, draft.acceptsSharedText) = (field.text, false)
            return draft
        }
        // The change of a bound value has no outcome yet.
        if draft.acceptsSharedText, conditions.contains(where: { $0.word == .pending }) { return draft }
        if draft.shared != field.text {
            let failed = conditions.first { $0.word == .failed }
            guard draft.acceptsSharedText, let failed else { return nil }
            draft.refuse(failed.note)
        }
        // An equal draft is kept, so that the cursor stays in place.
        (draft.base, draft.acceptsSharedText) = (field.text, false)
        return draft
    }

    // MARK: - Typing

    /// Handles a key in the focused text field; `nil` if the key has its usual meaning.
    func type(_ key: Key, _ now: TerminalState) -> InputResult? {
        guard let (stop, field, draft) = focusedField(now) else { return nil }
        let id = elementID(stop.element)
        var now = now
        var typed = draft
        if typed.edited.press(key, columns: columns(of: stop)) {
            return edited(stop, field, from: draft, to: typed, now)
        }
        switch key.name {
        case "enter": return submit(stop, field, draft, now)
        case "escape":
            // Escape discards unsent text; without any, it goes back.
            guard hasUnsentText(now) else { return nil }
            now.drafts[id] = nil
            return InputResult(now)
        default: break
        }
        // Text cut from a secure field must not be insertable into another field.
        var cut = field.isSecure ? "" : now.cut
        guard typed.edited.press(key, cut: &cut) else { return nil }
        if !field.isSecure { now.cut = cut }
        return edited(stop, field, from: draft, to: typed, now)
    }

    /// Whether the focused field has text that Escape discards.
    func hasUnsentText(_ now: TerminalState) -> Bool {
        guard let focus = now.focus[entry], let draft = now.drafts[elementID(focus.element)] else { return false }
        return draft.isUnsent || draft.refusal != nil
    }

    private func columns(of stop: FocusTarget) -> Int {
        stop.parts.first { $0.meaning == .text }?.rect.size.columns ?? stop.rect.size.columns
    }

    /// Pastes text into the focused text field; `nil` if none has the focus.
    func paste(_ text: String, _ now: TerminalState) -> InputResult? {
        guard let (stop, field, draft) = focusedField(now) else { return nil }
        var typed = draft
        typed.edited.insert(text)
        return edited(stop, field, from: draft, to: typed, now)
    }

    private func edited(
        _ stop: FocusTarget, _ field: TextFieldState, from old: TerminalState.Draft, to new: TerminalState.Draft,
        _ now: TerminalState
    ) -> InputResult {
        var (now, new) = (now, new)
        let notice = new.edited.takeNotice()
        now.drafts[elementID(stop.element)] = new
        var result = new.edited.text == old.edited.text ? InputResult(now) : changed(stop, field, new, now)
        result.notice = notice
        return result
    }

    private func focusedField(_ now: TerminalState) -> (FocusTarget, TextFieldState, TerminalState.Draft)? {
        guard let index = focusIndex(now), stops[index].isEnabled, let field = stops[index].field else { return nil }
        let id = elementID(stops[index].element)
        return (stops[index], field, now.drafts[id] ?? TerminalState.Draft(field, stops[index].edit))
    }

    private func changed(
        _ stop: FocusTarget, _ field: TextFieldState, _ draft: TerminalState.Draft, _ now: TerminalState
    ) -> InputResult {
        var (now, draft) = (now, draft)
        draft.isUnsent = field.updates == .submit
        now.drafts[elementID(stop.element)] = draft
        guard !draft.isUnsent, let edit = stop.edit else { return InputResult(now) }
        return InputResult(now, .edit(entry: entry, element: stop.element, edit, text: draft.edited.text))
    }

    private func submit(
        _ stop: FocusTarget, _ field: TextFieldState, _ draft: TerminalState.Draft, _ now: TerminalState
    ) -> InputResult {
        let id = elementID(stop.element)
        var now = now
        var preceding: [InputResult.Outcome] = []
        // A secure field without a draft has no text to send.
        let text = now.drafts[id] == nil && field.isSecure ? nil : draft.edited.text
        if draft.isUnsent {
            now.drafts[id]?.isUnsent = false
            if let edit = stop.edit {
                preceding.append(.edit(entry: entry, element: stop.element, edit, text: draft.edited.text))
            }
        }
        if let submit = stop.submit, let text {
            // Keeps the text, even an unchanged one, in case it is refused.
            if now.drafts[id] == nil { now.drafts[id] = draft }
            let action = submit.carrying(.string(text))
            return InputResult(now, .activate(entry: entry, element: stop.element, .action(action)), preceding: preceding)
        }
        if let shortcut = stops.first(where: { $0.isEnabled && $0.shortcut == "enter" }), stop.submit == nil {
            guard let activation = shortcut.activation else { return InputResult(now, preceding: preceding) }
            return InputResult(
                now, .activate(entry: entry, element: shortcut.element, activation), preceding: preceding)
        }
        return InputResult(now, preceding: preceding)
    }

    /// The outcome of leaving a text field: unsent text is sent, and shown until it is known what has become of it.
    func submitDraftOutcome(_ before: TerminalState, _ now: inout TerminalState) -> [InputResult.Outcome] {
        guard let index = focusIndex(before), let edit = stops[index].edit, stops[index].field != nil else { return [] }
        let id = elementID(stops[index].element)
        guard var draft = before.drafts[id], draft.isUnsent else { return [] }
        draft.isUnsent = false
        now.drafts[id] = draft
        return [.edit(entry: entry, element: stops[index].element, edit, text: draft.edited.text)]
    }
}
