import FasciaYAML

/// Files that are run together must not have the same screens, nor declare the same things: the daemon refuses the second one.
package enum SharedIDs {
    package static func problems(_ files: [PanelFile]) -> [Problem] {
        var found = Found()
        for screen in files.flatMap(\.screens) { found.add("the screen \"\(screen.id)\"", at: screen.position) }
        for file in files {
            // What this machine lacks is left out.
            var data = ExpandedPanel.Data()
            data.missing = Requirements(file).missing
            let panel = ExpandedPanel(file, data)
            for group in panel.declarations.groups { found.add("the group \"\(group.name)\"", at: group.position) }
            for screen in panel.screens { found.add(screen.items + screen.toolbar) }
        }
        return found.problems
    }

    private struct Found {
        private var first: [String: Position] = [:]
        private(set) var problems: [Problem] = []

        mutating func add(_ items: [Item]) {
            for item in items {
                switch item.content {
                case .section(_, let inner, _): add(inner)
                case .picker(let picker) where picker.choices != nil:
                    add("the picker \"\(picker.id.prefix { $0 != "/" })\"", at: item.position)
                case .value(let value) where value.kind != nil: add("the value \"\(value.key)\"", at: item.position)
                case .reading(let reading) where reading.from != nil: add("the value \"\(reading.key)\"", at: item.position)
                default: break
                }
            }
        }

        mutating func add(_ name: String, at position: Position) {
            guard let other = first[name] else { return first[name] = position }
            // The parser reports those of one file with its included ones.
            guard other.file != position.file else { return }
            problems.append(
                Problem(
                    at: position,
                    "\(name) is also in \(other.file), line \(other.line): the panel that comes second is refused"))
        }
    }
}
