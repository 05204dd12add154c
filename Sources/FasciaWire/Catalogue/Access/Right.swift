import FasciaModel

/// What somebody may do with a thing.
public enum Right: String, CaseIterable, Comparable, Hashable, Sendable {
    /// Read it, and see it on screens.
    case view
    /// Change its state.
    case operate
    /// Declare and remove it.
    case author
    /// Carry out its changes for others.
    case bind
    /// Change the daemon itself.
    case admin

    public static func < (left: Right, right: Right) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .view: 0
        case .operate: 1
        case .author: 2
        case .bind: 3
        case .admin: 4
        }
    }
}

/// What a right is about: a thing of the panel, named as in the topics of watches, such as `option:services/nginx`.
public struct Resource: Hashable, Sendable, CustomStringConvertible {
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// A switch or a group of them.
        case option
        case picker, value
        /// A stack.
        case nav
        case target, screen
        /// `panel`, or `stack/main`, `screen/home`, `entry/e7`.
        case environment
        case question
        /// An action that a button sends, by its name.
        case action
        /// By its reason, such as `reported`.
        case issue
        case log, plugin
        /// `reload`, `shutdown`.
        case daemon
    }

    public var kind: Kind
    public var id: String

    public init(_ kind: Kind, _ id: String) {
        self.kind = kind
        self.id = id
    }

    public init(_ thing: ThingID) { self.init(PartID(thing)) }

    /// Reads `kind:id`, or an id alone.
    ///
    /// - Parameter usual: the kind of an id alone.
    public init(_ text: String, usual: Kind) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if parts.count == 2, let kind = Kind(rawValue: parts[0]) {
            self.init(kind, parts[1])
        } else {
            self.init(usual, text)
        }
    }

    public var description: String { "\(kind.rawValue):\(id)" }
}

/// The right that a method needs, and the kinds of things that it names.
public struct Need: Hashable, Sendable {
    public let right: Right
    /// Empty for a method that names nothing, or whose things have needs of their own: it needs the right to anything.
    public let kinds: [Resource.Kind]

    private init(_ right: Right, _ kinds: [Resource.Kind]) { (self.right, self.kinds) = (right, kinds) }

    public static let view = view()
    public static let operate = operate()

    public static func view(_ kinds: Resource.Kind...) -> Need { Need(.view, kinds) }
    public static func operate(_ kinds: Resource.Kind...) -> Need { Need(.operate, kinds) }
    public static func author(_ kinds: Resource.Kind...) -> Need { Need(.author, kinds) }
    public static func bind(_ kinds: Resource.Kind...) -> Need { Need(.bind, kinds) }
    public static func admin(_ kinds: Resource.Kind...) -> Need { Need(.admin, kinds) }
}
