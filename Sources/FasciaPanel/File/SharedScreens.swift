import FasciaYAML

/// Files that are run together must not have the same screens.
package enum SharedScreens {
    package static func problems(_ files: [PanelFile]) -> [Problem] {
        var first: [String: Position] = [:]
        var problems: [Problem] = []
        for screen in files.flatMap(\.screens) {
            guard let position = first[screen.id] else {
                first[screen.id] = screen.position
                continue
            }
            // The parser reports those of one file with its included ones.
            guard position.file != screen.position.file else { continue }
            problems.append(
                Problem(
                    .warning, at: screen.position,
                    "the screen \"\(screen.id)\" is also in \(position.file), line \(position.line): only one of them is shown"))
        }
        return problems
    }
}
