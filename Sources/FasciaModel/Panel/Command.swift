import FasciaDocument

/// A request to change the panel. Every change comes from a command.
///
/// Large payloads are `indirect`, which keeps the frequent small commands small.
public enum Command: Hashable, Sendable {
    // Navigation
    indirect case push(stack: String, route: Route, handles: [String])
    case pop(stack: String, entry: EntryID?)
    case popTo(stack: String, Place)
    indirect case replace(stack: String, entry: EntryID?, route: Route)
    indirect case modal(stack: String, route: Route, style: ModalStyle, handles: [String])
    case close(stack: String, entry: EntryID?)
    case next(stack: String, target: String)
    /// Creates the stack if it does not exist.
    indirect case setPath(stack: String, [PathStep])
    indirect case declareTarget(Target)
    case removeTarget(name: String)
    /// The stack must hold only its root entry and must not be `main`.
    case removeStack(name: String)

    // Toggle groups
    indirect case declareGroup(OptionDeclaration)
    case removeGroup(id: String)
    case setToggle(id: String, on: Bool)
    case flipToggle(id: String, expect: GroupState?)
    case enableToggle(id: String, enabled: Bool)

    // Pickers
    indirect case declarePicker(PickerDeclaration)
    case removePicker(id: String)
    /// `element` is an id; `nil` selects nothing.
    indirect case pick(id: String, element: String?)
    /// `elementsFor`: `nil` keeps the current ones.
    indirect case setElements(id: String, elements: [PickerElement], elementsFor: [String: [PickerElement]]?)

    // Values
    indirect case declareValue(ValueDeclaration)
    case setValue(key: String, JSON)
    case removeValue(key: String)
    /// Resets the volatile and secret values, which the journal does not hold, after a restart.
    case resetTransientValues

    // Screens and their appearance
    indirect case putScreen(Screen)
    case removeScreen(id: String)
    /// Updates a screen's `rows` node: adds, replaces or drops known rows, or changes the number of rows.
    indirect case putRows(screen: String, RowsUpdate)
    /// A null removes the value.
    indirect case setEnvironment(EnvironmentScope, JSON.Object)
    /// Marks the app behind these screens as disconnected (true) or returned (false). Unknown screens are ignored.
    case setOrphaned(screens: [String], Bool)

    // Bound things
    indirect case claim(ClaimRequest)
    /// As they were claimed; all that the sender has claimed if empty.
    case release([ThingPattern])
    /// From its claimer.
    indirect case reportThing(ThingID, ThingReport)
    /// Keeps a change that would otherwise go back.
    case confirm(ThingID)
    /// The change that began at this revision has ended; the failure is its reason.
    ///
    /// - `isOfValue`: the claimer refused the value, and has done nothing: only who asked for it is told.
    /// - `isCancelled`: the claimer has given it up, because another request waits for its end.
    indirect case settle(ThingID, begun: Int, failure: String?, isOfValue: Bool = false, isCancelled: Bool = false)
    /// The time to confirm the change is over.
    case revertUnconfirmed(ThingID)
    /// The connections of these clients have ended. Clients without claims are ignored.
    indirect case leave(clients: [Int], reason: String)
    /// A claimer does not answer, for this reason; `nil` if it answers again.
    indirect case silence(client: Int, reason: String?)

    // Questions
    indirect case question(QuestionCommand)

    // Reports: each makes an event and changes nothing else
    indirect case report(ActionReport)
    indirect case reportIssue(Issue)

    /// Restores an earlier state. Not allowed in a batch, where it would take back the batch's other commands.
    case undo(UndoTarget)
    /// The result of an undo: the state to restore.
    indirect case restore(UndoPlan)

    /// Applies all commands or none, as one revision.
    case batch([Command])

    /// A position in a stack, for `popTo`.
    public enum Place: Hashable, Sendable {
        case entry(EntryID)
        /// The topmost entry of this screen.
        case screen(String)
        /// The entry's index over all layers; 0 is the root of the base layer.
        case index(Int)
    }
}

// Properties of every command. There is no default, so a new command does not compile without them.
extension Command {
    /// Where that comes from which a command adds to the panel.
    package enum Growth {
        /// It adds nothing: switches and selections do not change the size of the panel.
        case none
        /// A state that its sender does not choose, such as that before a change that has failed. It is not refused, because the
        /// change would never end.
        case actual
        /// All of it is in the command itself.
        case sent
        /// It is in the panel or in its undo log, and the command only names it.
        case stored
    }

    package var growth: Growth {
        switch self {
        case .setToggle, .flipToggle, .enableToggle, .pick, .setOrphaned, .report, .reportIssue, .silence: .none
        case .claim, .release, .settle, .revertUnconfirmed, .confirm, .leave: .actual
        case .push, .pop, .popTo, .replace, .modal, .close, .setPath, .declareTarget, .removeTarget, .removeStack, .declareGroup,
            .removeGroup, .declarePicker, .removePicker, .setElements, .declareValue, .setValue, .removeValue,
            .resetTransientValues, .putScreen, .removeScreen, .putRows, .setEnvironment, .reportThing, .question:
            .sent
        case .next, .undo, .restore: .stored
        case .batch(let commands): commands.contains { $0.growth == .stored } ? .stored : .sent
        }
    }

    /// Whether it says what there is, instead of setting it.
    var declares: Bool {
        switch self {
        case .declareGroup, .removeGroup, .enableToggle, .declarePicker, .removePicker, .setElements, .declareValue,
            .removeValue, .declareTarget, .removeTarget, .putScreen, .removeScreen, .putRows, .claim, .release:
            true
        case .push, .pop, .popTo, .replace, .modal, .close, .next, .setPath, .removeStack, .setToggle, .flipToggle, .pick,
            .setValue, .resetTransientValues, .setEnvironment, .setOrphaned, .reportThing, .confirm, .settle,
            .revertUnconfirmed, .leave, .silence, .question, .report, .reportIssue, .undo, .restore, .batch:
            false
        }
    }

    /// Whether it may change a switch, a picker or a value, which somebody may have to approve.
    package var maySetThings: Bool {
        switch self {
        case .setToggle, .flipToggle, .pick, .setValue, .restore, .declareGroup, .declarePicker, .setElements, .declareValue: true
        case .push, .pop, .popTo, .replace, .modal, .close, .next, .setPath, .declareTarget, .removeTarget, .removeStack,
            .removeGroup, .enableToggle, .removePicker, .removeValue, .resetTransientValues, .putScreen, .removeScreen, .putRows,
            .setEnvironment, .setOrphaned, .claim, .release, .reportThing, .confirm, .settle, .revertUnconfirmed, .leave,
            .silence, .question, .report, .reportIssue, .undo:
            false
        case .batch(let commands): commands.contains(where: \.maySetThings)
        }
    }
}

/// The scope of an environment value. Inner scopes override outer ones.
public enum EnvironmentScope: Hashable, Sendable {
    case panel
    case stack(String)
    case screen(String)
    case entry(EntryID)
}
