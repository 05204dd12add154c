import SceneTestSupport
import Testing
@testable import FasciaDocument
@testable import FasciaInteraction
@testable import FasciaModel
@testable import FasciaRender
@testable import FasciaScene

/// Drafts: text of one terminal before it is shared.
struct DraftTests {
    private let place = ElementID(entry: EntryID("e1"), element: "f")
    private let edit = Edit(.value(key: "k", kind: nil), .text)

    private func layout(
        _ text: String, updates: TextFieldContent.Updates = .change, secure: Bool = false, conditions: [ElementCondition] = []
    ) -> SceneLayout {
        var field = Element(id: "f", .textField(TextFieldState(text: text, isSecure: secure, updates: updates)))
        field.conditions = conditions
        field.edit = edit
        return Renderer().layout(scene(form([field, toggle("t")])), size: size(30, 6))
    }

    private func typed(_ keys: String, _ layout: SceneLayout, from: TerminalState = .init()) -> TerminalState {
        keys.reduce(layout.reconcile(from)) { layout.handle(Key(String($1)), $0).state }
    }

    private func text(_ now: TerminalState) -> String? { now.drafts[place]?.edited.text }

    // MARK: - Keys

    @Test func theFooterNamesEnter_whereItSendsTheText() {
        let enter = Footer.KeyHint("enter", "submit")
        #expect(layout("", updates: .submit).keyHints(TerminalState()).contains(enter))
        #expect(!layout("", updates: .change).keyHints(TerminalState()).contains(enter), "each key has sent it")
    }

    @Test func theKeysOfALine() {
        func after(_ keys: Key..., text: String = "one two  ") -> String {
            var draft = TextDraft(text)
            var cut = ""
            for key in keys {
                let isText = draft.press(key, cut: &cut)
                #expect(isText, "\(key.name)")
            }
            return draft.text.prefix(draft.cursor) + "|" + draft.text.dropFirst(draft.cursor)
        }
        #expect(after("x") == "one two  x|")
        #expect(after("space", "q") == "one two   q|")
        #expect(after("backspace", "left", "left", "delete") == "one tw| ")
        #expect(after("home", "right", "x") == "ox|ne two  ")
        #expect(after("home", "left", "backspace") == "|one two  ")
        #expect(after("end", "right", "delete") == "one two  |")
        #expect(after("ctrl+w") == "one |")
        #expect(after("ctrl+w", "ctrl+w", "ctrl+w") == "|")
        #expect(after("left", "left", "ctrl+u") == "|  ")
        #expect(after("home", "right", "ctrl+k") == "o|")
        #expect(after("ctrl+a", "ctrl+f", "ctrl+e", "ctrl+b", "ctrl+d") == "one two |")
        #expect(after("\u{301}", text: "e") == "e\u{301}|")
        #expect(after("backspace", text: "👩‍👩‍👧") == "|")
        #expect(after("ctrl+left") == "one |two  ")
        #expect(after("alt+b", "alt+b", "ctrl+right") == "one| two  ")
        #expect(after("home", "alt+f", "alt+f", "alt+f") == "one two  |")
        #expect(after("home", "alt+d", "delete") == "|two  ")
        #expect(after("ctrl+delete", "alt+backspace") == "one |")
        #expect(after("home", "alt+right", "ctrl+k", "home", "ctrl+y") == " two  |one")
        #expect(after("ctrl+u", "x", "ctrl+y", "ctrl+y") == "xone two  one two  |")
        #expect(after("ctrl+w", "ctrl+u", "ctrl+y") == "one |", "what was cut last")
        #expect(after("ctrl+w", "ctrl+k", "ctrl+y", text: "one two") == "one two|", "nothing was cut by Ctrl-K")
        #expect(after("alt+b", text: "read-only: käse2") == "read-only: |käse2")
        #expect(after("alt+b", "alt+b", text: "read-only: käse2") == "read-|only: käse2")
        #expect(after("ctrl+w", text: "to read-only") == "to |")
        var draft = TextDraft("a")
        for key in ["tab", "up", "enter", "f1", "ctrl+s", "alt+x", "pageup"] as [Key] {
            var cut = ""
            let isText = draft.press(key, cut: &cut)
            #expect(!isText, "\(key.name)")
        }
        #expect(draft.text == "a")
    }

    @Test func pasteIsOneLine_ofLimitedLength() {
        var draft = TextDraft("")
        draft.insert("a\nb\tc\u{1B}[31m\u{0}d")
        #expect(draft.text == "a b c[31md")
        draft.insert(String(repeating: "x", count: 20_000))
        #expect(draft.text.count == TextDraft.maximumLength)
        #expect(draft.cursor == TextDraft.maximumLength)
    }

    /// A terminal pastes a copied line with its end. As a blank at the end of a password it would be invisible.
    @Test(arguments: ["correct horse\n", "correct horse\r\n\r\n", "\ncorrect horse\u{2028}", "correct horse"])
    func aPasteLosesTheLineEndsAroundIt(_ pasted: String) {
        var draft = TextDraft("")
        draft.insert(pasted)
        #expect(draft.text == "correct horse" && draft.cursor == 13)
        draft = TextDraft("ab")
        draft.moveCursor(to: 1)
        draft.insert(pasted)
        #expect(draft.text == "acorrect horseb")
        draft = TextDraft("", hasLines: true)
        draft.insert("one\ntwo\n")
        #expect(draft.text == "one\ntwo\n", "the lines of a text of several lines stay")
    }

    @Test func blanksOfAPasteStay() {
        var draft = TextDraft("")
        draft.insert(" a  b \n")
        #expect(draft.text == " a  b ")
    }

    /// Text beyond the longest draft is dropped, and reported once.
    @Test func droppedTextIsReportedOnce() {
        let layout = layout("a")
        let pasted = layout.paste(String(repeating: "x", count: TextDraft.maximumLength + 1), TerminalState())
        #expect(pasted?.notice == "a text field may have at most 16384 characters: what is beyond them was left out")
        let full = pasted?.state ?? TerminalState()
        let typed = layout.handle("y", full)
        #expect(typed.notice == "a text field may have at most 16384 characters: what is beyond them was left out")
        #expect(typed.outcome == .none)
        let moved = layout.handle("left", typed.state)
        #expect(moved.notice == nil)
        #expect(layout.handle("backspace", moved.state).notice == nil)
    }

    // MARK: - What becomes of it

    /// With `updates: change`, each key sends the whole text.
    @Test func eachKeySendsWholeText() {
        let layout = layout("a")
        let now = typed("b", layout)
        #expect(
            layout.handle("c", now).outcome == .edit(entry: EntryID("e1"), element: "f", edit, text: "abc"))
        #expect(layout.handle("left", now).outcome == .none)
        // In a field, `q` is a letter, and only Escape goes back.
        #expect(layout.handle("q", now).outcome == .edit(entry: EntryID("e1"), element: "f", edit, text: "abq"))
        #expect(layout.handle("ctrl+c", now).outcome == .quit)
    }

    /// The shared text replaces a draft only when all sent edits have been answered.
    @Test func pendingEditsKeepDraft() {
        var now = typed("abc", layout(""))
        for _ in 0..<3 { now.recordSent(at: place) }
        // The reply to the first edit arrives, with the text that the owner has made of it.
        now.recordReply(at: place, accepted: true)
        now = layout("A").reconcile(now)
        #expect(text(now) == "abc")
        for _ in 0..<2 { now.recordReply(at: place, accepted: true) }
        now = layout("ABC").reconcile(now)
        // Without a draft, the field shows the shared text.
        #expect(text(now) == nil)
    }

    @Test func sharedTextReplacesSentDraft() {
        let now = typed("abc", layout(""))
        #expect(text(layout("").reconcile(now)) == "abc")
        #expect(text(layout("other").reconcile(now)) == nil)
        // An equal shared text keeps the draft, and the cursor stays.
        var back = layout("abc").reconcile(now)
        back = layout("abc").handle("left", back).state
        #expect(layout("abc").reconcile(back).drafts[place]?.edited.cursor == 2)
    }

    @Test func aDraftThatWaitsForEnterIsNotTouchedByOthers() {
        let now = typed("abc", layout("", updates: .submit))
        let changed = layout("other", updates: .submit)
        #expect(text(changed.reconcile(now)) == "abc")
        let enter = changed.handle("enter", now)
        #expect(enter.preceding == [.edit(entry: EntryID("e1"), element: "f", edit, text: "abc")])
        // A refused text can be sent again or discarded.
        var refused = enter.state
        refused.recordRefusal(at: place, "abc is no number")
        #expect(changed.handle("enter", refused).preceding.count == 1)
        #expect(text(changed.handle("escape", refused).state) == nil)
    }

    // MARK: - Refusals

    @Test func aRefusedTextStaysWithItsReason_untilOneIsAccepted() {
        let layout = layout("", updates: .submit)
        var now = layout.handle("enter", typed("abc", layout)).state
        now.recordRefusal(at: place, "too short")
        now = layout.reconcile(now)
        #expect(text(now) == "abc" && now.refusals == [place: "too short"])
        #expect(layout.keyHints(now).contains { $0.name == "escape" && $0.meaning == "discard" })
        let edited = typed("d", layout, from: now)
        #expect(text(edited) == "abcd" && edited.refusals == [place: "too short"])
        var accepted = layout.handle("enter", edited).state
        accepted.recordAcceptance(at: place)
        #expect(accepted.refusals.isEmpty)
        let dropped = layout.reconcile(layout.handle("escape", edited).state)
        #expect(dropped.drafts.isEmpty && dropped.focus == edited.focus)
    }

    /// An app refuses a text when its user has gone on.
    @Test func aLateRefusalKeepsTheTextThoughTheFocusHasLeft() {
        let layout = layout("", updates: .submit)
        var now = layout.handle("tab", typed("abc", layout)).state
        now.recordSent(at: place)
        now = layout.reconcile(now)
        now.recordReply(at: place, accepted: false)
        now.recordRefusal(at: place, "it is taken")
        now = layout.reconcile(now)
        #expect(text(now) == "abc" && now.focus[EntryID("e1")]?.element == "t")
        now = layout.handle("tab", now).state
        #expect(text(layout.handle("escape", now).state) == nil)
    }

    /// The text that Enter sent to a bound value, after the reply.
    private func sent(_ keys: String, secure: Bool = false) -> TerminalState {
        let layout = layout("old", updates: .submit, secure: secure)
        var now = layout.handle("enter", typed(keys, layout)).state
        now.recordSent(at: place)
        now.recordReply(at: place, accepted: true)
        return now
    }

    @Test(arguments: [false, true])
    func aTextWhoseChangeFailsStaysWithTheReason(afterAFrameOfTheChange: Bool) {
        var now = sent("er")
        if afterAFrameOfTheChange {
            now = layout("older", updates: .submit, conditions: [ElementCondition(.pending)]).reconcile(now)
        }
        let failed = layout("old", updates: .submit, conditions: [ElementCondition(.failed, note: "too old")])
        now = failed.reconcile(now)
        #expect(text(now) == "older" && now.refusals == [place: "too old"])
        // Enter sends it again; Escape shows the value.
        #expect(failed.handle("enter", now).preceding.count == 1)
        #expect(text(failed.reconcile(failed.handle("escape", now).state)) == nil)
    }

    @Test func aTextWhoseChangeFailsStaysThoughTheFocusHasLeft() {
        let pending = layout("older", updates: .submit, conditions: [ElementCondition(.pending)])
        var now = pending.reconcile(pending.handle("tab", pending.reconcile(sent("er"))).state)
        now = layout("old", updates: .submit, conditions: [ElementCondition(.failed, note: "too old")]).reconcile(now)
        #expect(text(now) == "older" && now.refusals == [place: "too old"] && now.focus[EntryID("e1")]?.element == "t")
    }

    @Test func aTextWhoseChangeIsConfirmedYieldsToTheValue() {
        let pending = layout("older", updates: .submit, conditions: [ElementCondition(.pending)])
        let now = layout("OLDER", updates: .submit).reconcile(pending.reconcile(sent("er")))
        #expect(text(now) == nil && now.refusals.isEmpty)
        // What fails later was sent by somebody else.
        let failed = layout("OLDER", updates: .submit, conditions: [ElementCondition(.failed, note: "too old")])
        #expect(failed.reconcile(now).refusals.isEmpty)
    }

    @Test func theReasonBelowASecureFieldDoesNotQuoteIt() {
        var now = typed("12a", layout("", updates: .submit, secure: true))
        now.recordRefusal(at: place, "it takes an integer, not \"12a\"")
        #expect(now.refusals[place] == "it takes an integer, not \"•••\"")
    }

    /// Leaving a field sends its unsent text.
    @Test func leavingFieldSendsUnsentText() {
        let waiting = layout("", updates: .submit)
        let now = typed("abc", waiting)
        for key in ["tab", "down", "backtab"] as [Key] {
            let reaction = waiting.handle(key, now)
            #expect(reaction.preceding == [.edit(entry: EntryID("e1"), element: "f", edit, text: "abc")], "\(key.name)")
            #expect(text(waiting.reconcile(reaction.state)) == nil)
        }
        let press = waiting.handle(Mouse(.press, at: CellPoint(column: 2, row: 3)), now)
        #expect(press.preceding.count == 1)
        #expect(press.outcome == .activate(entry: EntryID("e1"), element: "t", .flip(id: "t", expect: .off)))
        // Text sent with each key is not sent again.
        #expect(layout("").handle("tab", typed("abc", layout(""))).preceding == [])
    }

    /// The draft of a secure field starts empty.
    @Test func secureFieldStartsEmpty() {
        let secret = layout("•••", secure: true)
        let now = typed("x", secret)
        #expect(text(now) == "x")
        // The panel shows a secret of any length so.
        #expect(text(layout("••••••••", secure: true).reconcile(now)) == "x")
        #expect(text(layout("", secure: true).reconcile(now)) == nil)
    }

    @Test func draftDoesNotMoveToAnotherField() {
        func place(_ target: Edit.Target, secure: Bool = false) -> SceneLayout {
            var field = Element(id: "f", .textField(TextFieldState(text: "", isSecure: secure, updates: .submit)))
            field.edit = Edit(target, .text)
            return Renderer().layout(scene(form([field])), size: size(30, 6))
        }
        func emit(_ name: String, _ payload: JSON = .null) -> Edit.Target { .action(.emit(name: name, payload: payload)) }
        let secret = typed("abc", place(.value(key: "k", kind: nil), secure: true))
        #expect(text(secret) == "abc")
        #expect(text(place(.value(key: "k", kind: .string), secure: true).reconcile(secret)) == "abc")
        #expect(text(place(.value(key: "k", kind: nil)).reconcile(secret)) == nil)
        #expect(text(place(.value(key: "l", kind: nil), secure: true).reconcile(secret)) == nil)
        let name = typed("abc", place(emit("onName", 1)))
        #expect(text(place(emit("onName", 2)).reconcile(name)) == "abc")
        #expect(text(place(emit("onNote", 1)).reconcile(name)) == nil)
    }

    // MARK: - When a process or a connection ends

    /// The state in the next process.
    private func kept(_ now: TerminalState) -> TerminalState {
        var next = TerminalState(focus: now.focus)
        for (place, draft) in now.savedDrafts { next.restore(draft, at: place) }
        return next
    }

    @Test(arguments: [TextFieldContent.Updates.change, .submit])
    func viewStateKeepsDraftAndCursor(_ updates: TextFieldContent.Updates) {
        let field = layout("a", updates: updates)
        let now = field.handle("left", typed("bc", field)).state
        // Also if the next process ends before settling the draft.
        for next in [kept(now), kept(kept(now))] {
            let reconciled = field.reconcile(next)
            #expect(text(reconciled) == "abc")
            #expect(reconciled.drafts[place]?.edited.cursor == 2)
            #expect(reconciled.drafts[place]?.isUnsent == (updates == .submit))
            #expect(text(typed("x", field, from: reconciled)) == "abxc")
        }
        #expect(kept(TerminalState()) == TerminalState())
    }

    /// A restored draft yields to another shared text, and appears only in a field with the same receiver.
    @Test func restoredDraftYieldsToSharedText() {
        let now = kept(typed("b", layout("a")))
        #expect(text(layout("ab").reconcile(now)) == "ab", "it has arrived")
        #expect(text(layout("other").reconcile(now)) == nil)
        let waiting = kept(typed("b", layout("a", updates: .submit)))
        #expect(text(layout("other", updates: .submit).reconcile(waiting)) == "ab", "Enter says what holds")
        // It does not appear in another field.
        #expect(text(layout("a", secure: true).reconcile(now)) == nil)
        var other = Element(id: "f", .textField(TextFieldState(text: "a", isSecure: false, updates: .change)))
        other.edit = Edit(.value(key: "other", kind: nil), .text)
        #expect(text(Renderer().layout(scene(form([other])), size: size(30, 6)).reconcile(now)) == nil)
        #expect(text(Renderer().layout(scene(form([toggle("f")])), size: size(30, 6)).reconcile(now)) == nil)
        // A draft is restored only once.
        #expect(kept(layout("other").reconcile(now)).savedDrafts.isEmpty)
    }

    @Test func secureDraftIsNotSaved() {
        let now = typed("secret", layout("", secure: true))
        #expect(now.savedDrafts.isEmpty)
    }

    @Test func aFieldThatIsGoneOrDisabledHasNoDraft() {
        let now = typed("x", layout(""))
        #expect(Renderer().layout(scene(form([toggle("t")])), size: size(30, 6)).reconcile(now).drafts.isEmpty)
    }
}
