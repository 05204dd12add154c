import FasciaYAML

/// Files that are run together must not have the same screens, nor declare the same groups.
package enum SharedIDs {
    package static func problems(_ files: [PanelFile]) -> [Problem] {
        var found = Found()
        for screen in files.flatMap(\.screens) {
            found.add("the screen \"\(screen.id)\"", at: screen.position, "only one of them is shown")
        }
        for group in files.flatMap({ Declarations($0).groups }) {
            found.add("the group \"\(group.name)\"", at: group.position, "the panel that comes second is refused")
        }
        return found.problems
    }

    private struct Found {
        private var first: [String: Position] = [:]
        private(set) var problems: [Problem] = []

        mutating func add(_ name: String, at position: Position, _ end: String) {
            guard let other = first[name] else { return first[name] = position }
            // The parser reports those of one file with its included ones.
            guard other.file != position.file else { return }
            problems.append(
                Problem(.warning, at: position, "\(name) is also in \(other.file), line \(other.line): \(end)"))
        }
    }
}
