/// Something that somebody asks of the panel. Every change there ever is comes from one of these.
///
/// The larger payloads stand behind a pointer, so that the small commands, which are the frequent ones, are cheap to
/// hand on.
public enum Command: Hashable, Sendable {
    // Navigation
    indirect case push(stack: String, route: Route, handles: [String])
    case pop(stack: String, entry: EntryID?)
    case popTo(stack: String, Place)
    indirect case replace(stack: String, entry: EntryID?, route: Route)
    indirect case modal(stack: String, route: Route, style: ModalStyle, handles: [String])
    case close(stack: String, entry: EntryID?)
    case next(stack: String, target: String)
    /// A stack that does not exist yet is made.
    indirect case setPath(stack: String, [PathStep])
    indirect case declareTarget(Target)
    case removeTarget(name: String)
    /// A stack that has nothing but its root, and is not `main`.
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
    /// `elementsFor`: `nil` leaves them as they are.
    indirect case setElements(id: String, elements: [PickerElement], elementsFor: [String: [PickerElement]]?)

    // Values
    indirect case declareValue(ValueDeclaration)
    case setValue(key: String, JSON)
    case removeValue(key: String)

    // Screens and how they look
    indirect case putScreen(Screen)
    case removeScreen(id: String)
    /// Other rows of a `rows` node of a screen are known now, or they are different.
    indirect case putRows(screen: String, RowsUpdate)
    /// A null takes the value away.
    indirect case setEnvironment(EnvironmentScope, JSON.Object)
    /// The app behind these screens has gone, or is back. Screens that are not there are passed over.
    case setOrphaned(screens: [String], Bool)

    // What has happened: tells it as an event, and changes nothing else
    indirect case report(ActionReport)
    indirect case reportIssue(Issue)

    /// Goes back to what was. Not in a batch, whose other commands would be what it takes back.
    case undo(UndoGoal)
    /// What an undo comes to.
    indirect case restore(RestoredState)

    /// All or none, as one revision.
    case batch([Command])

    /// A place in a stack, as `popTo` takes it.
    public enum Place: Hashable, Sendable {
        case entry(EntryID)
        /// Its last occurrence.
        case screen(String)
        /// Counted from the root of the base layer over all layers; 0 is the root.
        case index(Int)
    }
}

/// Where an environment value holds; inner ones win over outer ones.
public enum EnvironmentScope: Hashable, Sendable {
    case panel
    case stack(String)
    case screen(String)
    case entry(EntryID)
}
