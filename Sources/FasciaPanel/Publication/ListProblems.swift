import enum FasciaModel.Naming

extension CommandTemplate {
    /// What is wrong with the list that it prints, as the agent and `try` say it.
    func report(_ problem: String) -> String { "\(text): \(problem)" }
}

extension Sequence<CommandTemplate> {
    /// In the order of the file.
    var inOrder: [CommandTemplate] { sorted { ($0.position.line, $0.text) < ($1.position.line, $1.text) } }
}

/// What is wrong with the rows of one use of a list. A row that cannot be shown is left out; the others are there.
struct ListProblems {
    private var count = 0
    private var first: String?
    /// How many rows are shown of a list that is too long.
    private var most: Int?

    mutating func add(_ message: String) {
        count += 1
        first = first ?? message
    }

    /// Notes that only the first rows are shown: the daemon takes no more.
    mutating func cut(to most: Int) { self.most = most }

    /// For example `2 rows are left out: the id "Home" occurs twice`; `nil` if nothing is wrong.
    var text: String? {
        let bad = first.map {
            count == 1 ? "1 row is left out: \($0)" : "\(count) rows are left out, the first one because \($0)"
        }
        let long = most.map { "the list is too long: only its first \($0) rows are shown" }
        return long.map { long in bad.map { "\(long); \($0)" } ?? long } ?? bad
    }

    /// The ids by which the rows of a use are told apart.
    struct IDs {
        private var seen: Set<String> = []

        /// Notes the id of a row.
        ///
        /// - Parameter place: the number of the row, counted from 1.
        /// - Returns: what is wrong with it; `nil` if it may be shown.
        mutating func problem(_ id: String?, member: String, place: Int) -> String? {
            guard let id else { return "row \(place) has no \"\(member)\"" }
            guard !id.isEmpty else { return "the \"\(member)\" of row \(place) is empty" }
            guard id.utf8.count <= Naming.longest else {
                return "the \"\(member)\" of row \(place) has \(id.utf8.count) bytes, of which \(Naming.longest) are allowed"
            }
            return seen.insert(id).inserted ? nil : "\"\(id)\" occurs twice"
        }
    }

    /// The names of things, of the rows of a use or of the rest of the panel.
    struct Names {
        private var leaves: Set<String> = []
        private var groups: Set<String> = []

        /// What is wrong with the things of a row beside these; `nil` if they may be published.
        ///
        /// - Parameter place: where these are, for example `twice`.
        func problem(_ things: Declarations, occurs place: String) -> String? {
            for id in things.switches.map(\.id) + things.pickers.map(\.id) {
                for segment in id.split(separator: "/", omittingEmptySubsequences: false) {
                    if let problem = Naming.problem(inSegment: String(segment)) { return "its name \(problem)" }
                }
            }
            for key in things.values.map(\.key) + things.readings.map(\.key) {
                if let problem = Naming.problem(in: key) { return "its name \(problem)" }
            }
            for name in things.thingIDs.sorted() where leaves.contains(name) || groups.contains(name) {
                return "\"\(name)\" occurs \(place)"
            }
            for name in Names.groups(things) where leaves.contains(name) {
                return "\"\(name)\" is a switch and would be a group"
            }
            return nil
        }

        mutating func add(_ things: Declarations) {
            leaves.formUnion(things.thingIDs)
            groups.formUnion(Names.groups(things))
        }

        mutating func add(_ others: Names) {
            leaves.formUnion(others.leaves)
            groups.formUnion(others.groups)
        }

        /// The groups of switches inside the outermost ones: `a/b` for `a/b/c`.
        private static func groups(_ things: Declarations) -> [String] {
            things.switches.flatMap { option in
                option.id.indices.filter { option.id[$0] == "/" }.dropFirst().map { String(option.id[..<$0]) }
            }
        }
    }
}
