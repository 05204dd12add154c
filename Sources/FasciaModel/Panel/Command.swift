/// Something that somebody asks of the panel. Every change there ever is comes from one of these.
public enum Command: Hashable, Sendable {
    // Navigation
    case push(stack: String, route: Route, handles: [String])
    case pop(stack: String, entry: EntryID?)
    case popTo(stack: String, Place)
    case replace(stack: String, entry: EntryID?, route: Route)
    case modal(stack: String, route: Route, style: ModalStyle, handles: [String])
    case close(stack: String, entry: EntryID?)
    case next(stack: String, target: String)
    /// A stack that does not exist yet is made.
    case setPath(stack: String, [PathStep])
    case declareTarget(Target)
    case removeTarget(name: String)

    // Toggle groups
    case declareGroup(OptionDeclaration)
    case removeGroup(id: String)
    case setToggle(id: String, on: Bool)
    case flipToggle(id: String, expect: GroupState?)
    case enableToggle(id: String, enabled: Bool)

    // Values
    case declareValue(ValueDeclaration)
    case setValue(key: String, JSON)
    case removeValue(key: String)

    // Screens and how they look
    case putScreen(Screen)
    case removeScreen(id: String)
    /// A null takes the value away.
    case setEnvironment(EnvironmentScope, JSON.Object)

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
