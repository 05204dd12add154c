import FasciaModel

/// The address of something that can be found: `screen/network`, `switch/services/nginx`, `node/network/0.3`.
public struct FindAddress: Hashable, Sendable {
    /// What the name is a name of.
    public enum Space: String, CaseIterable, Hashable, Sendable {
        case screen, `switch`, picker, value, question
        /// The name of a screen, a node on it, and maybe an option of the node.
        case node
    }

    public var space: Space
    /// `services/nginx` in `switch/services/nginx`.
    public var name: String

    public init(_ space: Space, _ name: String) { (self.space, self.name) = (space, name) }

    /// `nil` for a text that is no address.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let space = Space(rawValue: String(parts[0])) else { return nil }
        self.init(space, String(parts[1]))
    }

    public var text: String { space.rawValue + "/" + name }

    /// What a client may carry out; `nil` for what has no state in the panel.
    var thing: ThingID? {
        switch space {
        case .switch: .option(name)
        case .picker: .picker(name)
        case .value: .value(name)
        case .screen, .question, .node: nil
        }
    }
}
