import FasciaDocument

/// The actions that controls send to their own app. Their names start with a reserved prefix, so they never collide
/// with the names of actions between screens.
enum ControlAction: String, CaseIterable {
    case tap, toggle, change, submit, focus, gesture

    private static let prefix = "view."

    var name: String { Self.prefix + rawValue }

    init?(name: String) {
        guard Self.isReserved(name) else { return nil }
        self.init(rawValue: String(name.dropFirst(Self.prefix.count)))
    }

    static func isReserved(_ name: String) -> Bool { name.hasPrefix(prefix) }

    /// Reports that an author used a reserved name.
    @MainActor static func reportReservedName(_ name: String) {
        reportIssue("\(name) is ignored: names that start with \"\(prefix)\" are reserved for controls")
    }
}

extension Action {
    static let controlActionNames = ControlAction.allCases.map(\.name)

    /// The action that a control sends to its own app.
    static func control(_ action: ControlAction, _ payload: JSON.Object) -> Action {
        .emit(name: action.name, payload: .object(payload))
    }
}
