/// Which peers handle which actions, and which peer pushed each entry.
///
/// A peer is the number of a connection. Bindings are not part of the panel: they last as long as the connections.
public struct ActionBindings: Equatable, Sendable {
    public typealias Peer = Int

    /// What a binding applies to.
    public enum Scope: Hashable, Sendable {
        /// Every entry that shows this screen.
        case screen(String)
        case entry(EntryID)
    }

    /// Matches every action name.
    public static let everything = "*"

    private struct Binding: Equatable, Sendable {
        var peer: Peer
        var names: Set<String>
    }

    /// The latest binding comes first: an app that reconnects is asked before its old connection.
    private var bindings: [Scope: [Binding]] = [:]
    /// The peer that pushed each entry.
    private var parents: [EntryID: Peer] = [:]
    /// The peers that carry changes out, or have done so.
    private var carriers: Set<Peer> = []

    public init() {}

    // MARK: Changing

    /// Adds these actions to those that the peer handles.
    public mutating func bind(_ scope: Scope, names: [String], to peer: Peer) {
        var binding = Binding(peer: peer, names: Set(names))
        if let index = bindings[scope]?.firstIndex(where: { $0.peer == peer }) {
            binding.names.formUnion(bindings[scope]?.remove(at: index).names ?? [])
        }
        bindings[scope, default: []].insert(binding, at: 0)
    }

    /// - Parameter names: the actions to remove; empty removes all.
    /// - Returns: whether the peer had bound any of them.
    public mutating func unbind(_ scope: Scope, names: [String], from peer: Peer) -> Bool {
        guard let index = bindings[scope]?.firstIndex(where: { $0.peer == peer }),
            let had = bindings[scope]?[index].names
        else { return false }
        let left = names.isEmpty ? [] : had.subtracting(names)
        if left.isEmpty { bindings[scope]?.remove(at: index) } else { bindings[scope]?[index].names = left }
        if bindings[scope]?.isEmpty == true { bindings[scope] = nil }
        return left != had
    }

    /// Makes the peer the parent of an entry that it pushed.
    public mutating func push(_ entry: EntryID, by peer: Peer) { parents[entry] = peer }

    /// Removes everything about a removed entry.
    public mutating func remove(_ entry: EntryID) {
        parents[entry] = nil
        bindings[.entry(entry)] = nil
    }

    /// Removes everything about a disconnected peer.
    public mutating func remove(peer: Peer) {
        for scope in scopes(of: peer) {
            let left = (bindings[scope] ?? []).filter { $0.peer != peer }
            bindings[scope] = left.isEmpty ? nil : left
        }
        parents = parents.filter { $0.value != peer }
        carriers.remove(peer)
    }

    /// A peer has said that it carries changes out.
    public mutating func addCarrier(_ peer: Peer) { carriers.insert(peer) }

    // MARK: Reading

    /// Whether this peer handles any action in a scope.
    public func isBound(_ scope: Scope, to peer: Peer) -> Bool {
        bindings[scope]?.contains { $0.peer == peer } == true
    }

    /// The scopes in which this peer has bindings. O(bindings).
    public func scopes(of peer: Peer) -> Set<Scope> {
        Set(bindings.lazy.filter { $0.value.contains { $0.peer == peer } }.map(\.key))
    }

    /// Whether this peer pushed an entry.
    public func isParent(_ peer: Peer, of entry: EntryID) -> Bool { parents[entry] == peer }

    /// The number of names this peer has bound over all scopes, at least one for each scope. O(bindings).
    public func count(of peer: Peer) -> Int {
        bindings.values.joined().reduce(0) { $0 + ($1.peer == peer ? max(1, $1.names.count) : 0) }
    }

    /// Whether a peer handles actions, or carries changes out, or has done that: it is no user with a command. O(bindings).
    public func isProgram(_ peer: Peer) -> Bool { carriers.contains(peer) || count(of: peer) > 0 }

    /// All bindings of a peer. O(bindings).
    public func all(of peer: Peer) -> [(scope: Scope, names: Set<String>)] {
        bindings.compactMap { scope, list in list.first { $0.peer == peer }.map { (scope, $0.names) } }
    }

    /// The entries that a peer pushed. O(entries).
    public func children(of peer: Peer) -> [EntryID] { parents.filter { $0.value == peer }.map(\.key) }

    func parent(of entry: EntryID) -> Peer? { parents[entry] }

    /// The peers that have bound this name in a scope, or all names; those that have bound any for all names.
    public func peers(_ scope: Scope, handling name: String) -> [Peer] {
        (bindings[scope] ?? []).filter { name == Self.everything ? !$0.names.isEmpty : Self.names($0.names, include: name) }
            .map(\.peer)
    }

    static func names(_ names: some Collection<String>, include name: String) -> Bool {
        names.contains { $0 == name || $0 == everything }
    }
}
