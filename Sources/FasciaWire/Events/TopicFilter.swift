import FasciaModel

/// Which changes a watcher wants to hear of: globs over `kind:id`, such as `option:extras/**`, `nav:main`, `value:cpu/*`.
///
/// `*` stands for any run of characters within one segment (it does not cross `/`), `**` for any run at all, and
/// everything else for itself. `extras/**` is everything below `extras`, not `extras` itself.
public struct TopicFilter: Hashable, Sendable {
    /// Everything.
    public static let all = TopicFilter(globs: nil)

    private let globs: [Glob]?

    private init(globs: [Glob]?) { self.globs = globs }

    /// Changes that one of the patterns matches.
    public init(_ patterns: [String]) {
        globs = patterns.contains("**") ? nil : patterns.map(Glob.init)
    }

    public var isAll: Bool { globs == nil }

    public func matches(kind: String, id: String) -> Bool {
        guard let globs else { return true }
        return globs.contains { $0.matches(kind: kind, id: id) }
    }

    public func matches(_ change: Change) -> Bool {
        guard let globs else { return true }
        let topic = change.topic
        return globs.contains { $0.matches(kind: topic.kind, id: topic.id) }
    }
}

/// One pattern, compiled.
struct Glob: Hashable, Sendable {
    private enum Piece: Hashable, Sendable {
        case literal([UInt8])
        /// `*`
        case inSegment
        /// `**`
        case anything
    }

    private let pieces: [Piece]

    init(_ pattern: String) {
        var pieces: [Piece] = []
        var literal: [UInt8] = []
        var rest = Array(pattern.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "*") else {
                literal.append(byte)
                continue
            }
            if !literal.isEmpty { pieces.append(.literal(literal)) }
            literal = []
            if rest.first == UInt8(ascii: "*") {
                while rest.first == UInt8(ascii: "*") { rest.removeFirst() }
                pieces.append(.anything)
            } else {
                pieces.append(.inSegment)
            }
        }
        if !literal.isEmpty { pieces.append(.literal(literal)) }
        self.pieces = pieces
    }

    func matches(kind: String, id: String) -> Bool {
        var text = "\(kind):\(id)"
        return text.withUTF8 { bytes in matches(bytes, from: 0, piece: 0) }
    }

    /// Whether the pieces from `piece` on match all the bytes from `start` on.
    private func matches(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, piece: Int) -> Bool {
        guard piece < pieces.count else { return start == bytes.count }
        switch pieces[piece] {
        case .literal(let literal):
            guard bytes.count - start >= literal.count, bytes[start..<start + literal.count].elementsEqual(literal)
            else { return false }
            return matches(bytes, from: start + literal.count, piece: piece + 1)
        case .anything, .inSegment:
            if piece == pieces.count - 1 {
                return pieces[piece] == .anything || !bytes[start...].contains(UInt8(ascii: "/"))
            }
            for end in start...bytes.count {
                if matches(bytes, from: end, piece: piece + 1) { return true }
                if end < bytes.count, pieces[piece] == .inSegment, bytes[end] == UInt8(ascii: "/") { return false }
            }
            return false
        }
    }
}

extension Change {
    /// What `topics` select by: the kind of the change, and what it happened to.
    public var topic: (kind: String, id: String) {
        switch self {
        case .option(let change): ("option", change.id)
        case .group(let id, _, _): ("group", id)
        case .enabled(let id, _, _): ("enabled", id)
        case .value(let key, _, _): ("value", key)
        case .nav(let change): ("nav", change.stack)
        case .screen(let id, _): ("screen", id)
        case .declared(_, let id): ("declared", id)
        case .removed(_, let id): ("removed", id)
        case .environment(let scope, _): ("environment", scope.topic)
        }
    }
}

extension EnvironmentScope {
    /// `panel`, `stack/main`, `screen/home`, `entry/e7`
    var topic: String {
        switch self {
        case .panel: "panel"
        case .stack(let name): "stack/" + name
        case .screen(let id): "screen/" + id
        case .entry(let id): "entry/" + id.rawValue
        }
    }
}
