import FasciaYAML

/// Files that are run together must not have the same screens, nor declare the same things: the daemon refuses the second one.
package enum SharedIDs {
    package static func problems(_ files: [PanelFile]) -> [Problem] {
        var found = Found()
        for (number, file) in files.enumerated() {
            (found.number, found.path) = (number, file.files.first ?? file.name)
            for screen in file.screens { found.add("the screen \"\(screen.id)\"", at: screen.position) }
        }
        for (number, file) in files.enumerated() {
            (found.number, found.path) = (number, file.files.first ?? file.name)
            // What this machine lacks is left out.
            var data = ExpandedPanel.Data()
            data.missing = Requirements(file).missing
            let panel = ExpandedPanel(file, data)
            for group in panel.declarations.groups { found.add("the group \"\(group.name)\"", at: group.position) }
            for screen in panel.screens { found.add(screen.items + screen.toolbar) }
        }
        return found.problems
    }

    /// The problems of each file, with the names that the others declare.
    package static func problems(of outcomes: [PanelParser.Outcome]) -> [Problem] {
        outcomes.indices.flatMap { index -> [Problem] in
            let outcome = outcomes[index]
            let others = outcomes.enumerated().filter { $0.offset != index }.compactMap { $0.element.file ?? $0.element.draft }
            guard let file = outcome.file ?? outcome.draft, !others.isEmpty else { return outcome.problems }
            let alone = References.problems(file)
            // After other mistakes, names have not been looked at.
            guard alone.allSatisfy(outcome.problems.contains) else { return outcome.problems }
            return outcome.problems.filter { !alone.contains($0) } + References.problems(file, beside: others)
        }
    }

    private struct Found {
        /// The panel whose items are added.
        var (number, path) = (0, "")
        private var first: [String: (number: Int, path: String, position: Position)] = [:]
        /// Files that two panels include: one problem tells of all that is in them.
        private var included: Set<String> = []
        private(set) var problems: [Problem] = []

        mutating func add(_ items: [Item]) {
            for item in items {
                switch item.content {
                case .section(_, let inner, _): add(inner)
                case .picker(let picker) where picker.choices != nil:
                    add("the picker \"\(picker.id.prefix { $0 != "/" })\"", at: item.position)
                case .value(let value) where value.kind != nil: add("the value \"\(value.key)\"", at: item.position)
                case .reading(let reading) where reading.from != nil: add("the value \"\(reading.key)\"", at: item.position)
                case .log(let log): add("the log \"\(log.id)\"", at: item.position, "both write to it")
                default: break
                }
            }
        }

        mutating func add(
            _ name: String, at position: Position, _ reason: String = "the panel that comes second is refused"
        ) {
            guard let other = first[name] else { return first[name] = (number, path, position) }
            // The parser reports those of one panel.
            guard other.number != number else { return }
            first[name] = (number, path, position)
            let isIncluded = other.position.file == position.file
            guard !isIncluded || included.insert(position.file).inserted else { return }
            let place = isIncluded ? "of \(other.path), too" : "also in \(other.position.file), line \(other.position.line)"
            problems.append(Problem(at: position, "\(name) is \(place): \(reason)"))
        }
    }
}
