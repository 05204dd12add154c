/// The name of something that a client can bind: an option, a component of a picker, or a value.
///
/// As text, options go without a prefix: `services/nginx`, `picker:clock/zone`, `value:volume`.
public enum ThingID: Hashable, Sendable {
    /// Options have their full id, components theirs (`picker/component`), values their key.
    case option(String), picker(String), value(String)

    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case option, picker, value
    }

    public init(_ kind: Kind, _ id: String) {
        switch kind {
        case .option: self = .option(id)
        case .picker: self = .picker(id)
        case .value: self = .value(id)
        }
    }

    public init(_ text: String) {
        let (kind, id) = Self.split(text)
        self.init(kind, id)
    }

    public var kind: Kind {
        switch self {
        case .option: .option
        case .picker: .picker
        case .value: .value
        }
    }

    public var id: String {
        switch self {
        case .option(let id), .picker(let id), .value(let id): id
        }
    }

    /// The text that `init(_:)` reads.
    public var text: String {
        guard case .option(let id) = self else { return "\(kind.rawValue):\(id)" }
        return Self.split(id) == (.option, id) ? id : "option:\(id)"
    }

    /// The first segment of the id.
    var segment: String { Toggles.root(of: id) }

    static func split(_ text: String) -> (kind: Kind, id: String) {
        for kind in Kind.allCases where text.hasPrefix(kind.rawValue + ":") {
            return (kind, String(text.dropFirst(kind.rawValue.count + 1)))
        }
        return (.option, text)
    }
}

/// What a claim names: one thing, or all whose id matches a pattern, such as `extras/**` or `value:cpu/*`.
public struct ThingPattern: Hashable, Sendable {
    public let kind: ThingID.Kind
    let glob: Glob

    public init(_ text: String) {
        let (kind, id) = ThingID.split(text)
        self.kind = kind
        glob = Glob(id)
    }

    public var text: String { ThingID(kind, glob.pattern).text }

    /// The only thing that it names; `nil` for a pattern with wildcards.
    var only: ThingID? { hasWildcard ? nil : ThingID(kind, glob.pattern) }

    var hasWildcard: Bool { wildcards > 0 }

    package var wildcards: Int { glob.wildcards }

    /// The first segment of all ids that it matches; `nil` if they may have different ones.
    var segment: String? {
        let prefix = prefix
        return prefix.firstIndex(of: "/").map { String(prefix[..<$0]) } ?? (hasWildcard ? nil : String(prefix))
    }

    /// The text before the first wildcard.
    private var prefix: Substring { glob.pattern.prefix { $0 != "*" } }

    package func matches(_ thing: ThingID) -> Bool {
        guard thing.kind == kind else { return false }
        var id = thing.id
        return id.withUTF8 { glob.matches($0) }
    }

    /// Whether both may name the same thing. Of two patterns with wildcards only the texts before the first wildcard are
    /// compared.
    func overlaps(_ other: ThingPattern) -> Bool {
        guard kind == other.kind else { return false }
        if let only { return other.matches(only) }
        if let only = other.only { return matches(only) }
        return prefix.hasPrefix(other.prefix) || other.prefix.hasPrefix(prefix)
    }
}
