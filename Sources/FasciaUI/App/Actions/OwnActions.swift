import FasciaModel

/// What the controls of an app's views send to the app itself. Their names begin with a word that no name has that a
/// screen tells its parent, so that neither is ever taken for the other.
enum OwnAction: String, CaseIterable {
    case tap, toggle, change, submit, focus, gesture

    private static let prefix = "view."

    var name: String { Self.prefix + rawValue }

    init?(name: String) {
        guard Self.isOwn(name) else { return nil }
        self.init(rawValue: String(name.dropFirst(Self.prefix.count)))
    }

    /// Whether a name is kept for the controls.
    static func isOwn(_ name: String) -> Bool { name.hasPrefix(prefix) }

    /// Says that a name that an author has given to something is the controls' own.
    @MainActor static func reportOwn(_ name: String) {
        reportIssue("\(name) is not sent or handled: names that begin with \"\(prefix)\" are the controls' own")
    }
}

extension Action {
    static let ownNames = OwnAction.allCases.map(\.name)

    /// What a control sends to its app.
    static func own(_ action: OwnAction, _ payload: JSON.Object) -> Action {
        .emit(name: action.name, payload: .object(payload))
    }
}
