/// A named definition of what is shown.
public struct Screen: Hashable, Sendable {
    public var id: String
    public var title: String?
    public var body: Node
    /// The actions that this screen's controls may send to its parent: what the user did, `onDeleteButtonTapped`.
    public var emits: [String]
    public var environment: JSON.Object

    public init(
        id: String, title: String? = nil, body: Node, emits: [String] = [], environment: JSON.Object = [:]
    ) {
        self.id = id
        self.title = title
        self.body = body
        self.emits = emits
        self.environment = environment
    }

    /// What a screen is called that one entry shows in the place of the screen that it names: what its app makes of that
    /// entry's arguments.
    public static func id(_ screen: String, of entry: EntryID) -> String { "\(screen)@\(entry)" }
}

extension Entry {
    /// Whether it shows a screen, by that screen's name or by the name of this entry's own.
    func shows(_ name: String) -> Bool { route.screen == name || Screen.id(route.screen, of: id) == name }
}
