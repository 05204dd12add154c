import FasciaDocument
import FasciaModel

/// Selects changes by globs over `kind:id`, such as `option:extras/**`, `nav:main` or `value:cpu/*`.
///
/// `*` matches any characters within one segment (it does not cross `/`), `**` matches any characters, and everything
/// else matches itself. `extras/**` matches everything below `extras`, but not `extras` itself.
public struct TopicFilter: Hashable, Sendable {
    /// The maximum number of globs in a filter, and the maximum length of a glob in bytes.
    public static let maximumGlobs = 256
    public static let maximumGlobBytes = 1_024

    /// Matches every change.
    public static let all = TopicFilter(globs: nil)

    /// `nil` matches everything.
    private let globs: [Glob]?
    private let index: GlobIndex

    private init(globs: [Glob]?) {
        self.globs = globs
        index = GlobIndex(globs ?? [])
    }

    /// Matches changes that at least one of the patterns matches.
    public init(_ patterns: [String]) {
        self.init(globs: patterns.contains("**") ? nil : patterns.map(Glob.init))
    }

    /// - Throws: the mismatch if a pattern cannot match anything, is too long or has too many wildcards, or if there are too many
    ///   patterns.
    package init(checking patterns: [String]) throws(Mismatch) {
        guard patterns.count <= Self.maximumGlobs else {
            throw Mismatch(expected: "at most \(Self.maximumGlobs) topics", found: "\(patterns.count)")
        }
        for (index, pattern) in patterns.enumerated() {
            let expected: String
            if pattern.utf8.count > Self.maximumGlobBytes {
                expected = "at most \(Self.maximumGlobBytes) bytes"
            } else if Glob(pattern).wildcards > Glob.maximumWildcards {
                expected = "at most \(Glob.maximumWildcards) wildcards"
            } else if !pattern.contains(":"), !pattern.contains("**") {
                expected = "a glob for kind:id, such as option:extras/**"
            } else {
                continue
            }
            throw Mismatch(pointer: "/\(index)", expected: expected, found: JSON.string(pattern).found)
        }
        self.init(patterns)
    }

    public static var kinds: [String] { ChangeKind.allCases.map(\.rawValue) }

    public var isAll: Bool { globs == nil }

    /// A warning about a pattern for an unknown kind of change, which never matches; `nil` for other patterns.
    public static func warning(of pattern: String) -> String? {
        guard let colon = pattern.firstIndex(of: ":") else { return nil }
        let kind = String(pattern[..<colon])
        guard !kind.contains("*"), !kinds.contains(kind) else { return nil }
        let meant = Suggestion.nearest(to: kind, among: kinds).map { ": did you mean \"\($0)\"?" }
        return "unknown kind of change \"\(kind)\"" + (meant ?? "; the kinds are \(kinds.joined(separator: ", "))")
    }

    /// The warnings about all patterns.
    public var warnings: [String] { globs?.compactMap { Self.warning(of: $0.pattern) } ?? [] }

    /// The patterns that it was made from.
    public var patterns: [String] { globs?.map(\.pattern) ?? ["**"] }

    /// The ids of the things that it selects changes of; `nil` if a pattern has wildcards, or if there are many.
    public var ids: [String]? {
        guard let globs, globs.count <= 32, !globs.contains(where: { $0.pattern.contains("*") }) else { return nil }
        return Array(Set(globs.map { String($0.pattern.drop { $0 != ":" }.dropFirst()) }))
    }

    /// What it counts for the limits of a connection and of a user: the approximate memory that it takes, in bytes, and more
    /// for patterns that take longer to compare, because each is compared with the changes of everybody.
    public var countedBytes: Int { globs?.reduce(0) { $0 + Self.countedBytes(of: $1) + $1.retainedBytes } ?? 0 }

    private static func countedBytes(of glob: Glob) -> Int {
        switch glob.wildcards {
        case 0: 256
        // Beginning and end are compared.
        case 1: 2_048
        default: 8_192
        }
    }

    /// The changes of an event that it selects.
    public func selected(_ changes: [Change], _ topics: @autoclosure () -> EventTopics) -> [Change] {
        isAll ? changes : topics().indices(selectedBy: index).map { changes[$0] }
    }

    public func matches(kind: String, id: String) -> Bool {
        guard let globs else { return true }
        var topic = kind
        topic += ":"
        topic += id
        return topic.withUTF8 { text in globs.contains { $0.matches(text) } }
    }

    public func matches(_ change: Change) -> Bool {
        guard !isAll else { return true }
        let topic = change.topic
        return matches(kind: topic.kind, id: topic.id)
    }

    /// Matches a change in its JSON form.
    public func matches(_ change: JSON) -> Bool {
        guard !isAll else { return true }
        return Change.topic(of: change).map { matches(kind: $0.kind, id: $0.id) } ?? false
    }
}
