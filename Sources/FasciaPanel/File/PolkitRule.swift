import FasciaDocument
import FasciaUnits
import FasciaWire

/// The rule that lets a user without root switch exactly the units of a panel file, and in no other way.
package enum PolkitRule {
    /// - Parameter unitFile: the file of a unit; `nil` if this machine has none. Without it the user could start another unit of that
    ///   name, a transient one, which runs what its starter likes as root: where the manager checks that with the same action.
    package static func text(
        _ files: [PanelFile], user: String, unitFile: (String) -> String? = { UnitFiles.path(of: $0) }
    ) -> String {
        // A name with a line feed must not leave its comment.
        func quoted(_ text: String) -> String { line(.string(text)) }
        var units: [(unit: String, file: String)] = []
        var missing: [String] = []
        var enabled: [String] = []
        for unit in files.flatMap({ Declarations($0).switches }).compactMap(\.option.binding.unit) where !unit.isOfUser {
            let name = UnitName.full(unit.name)
            guard let file = unitFile(name) else {
                if !missing.contains(name) { missing.append(name) }
                continue
            }
            if !units.contains(where: { $0.unit == name }) { units.append((name, file)) }
            if unit.enables, !enabled.contains(name) { enabled.append(name) }
        }
        let names = files.map(\.name).joined(separator: "-")
        var lines = [
            "// Written by \"fascia panel polkit\": lets the user \(quoted(user)) start and stop these units, and nothing else.",
            "// Install it in /etc/polkit-1/rules.d/, under a name of its own for each panel: \(quoted("50-fascia-panel-\(names).rules")).",
        ]
        if !missing.isEmpty {
            lines += [
                "// Left out: \(missing.map(quoted).joined(separator: ", ")). This machine has no unit files for them, and a rule",
                "// would permit to start whatever is called so. Install them, and write the rule again.",
            ]
        }
        if files.contains(where: { $0.screens.contains { hasUnitsOfRows($0.items + $0.toolbar) } }) {
            lines += [
                "// Left out: the units of the rows of lists. What a command prints is known only when it has run, and must not decide",
                "// what is permitted. Add those that you want by their names.",
            ]
        }
        if !enabled.isEmpty {
            lines += [
                "// Not allowed here: enabling and disabling \(enabled.map(quoted).joined(separator: ", ")). polkit does not tell a rule which",
                "// unit that is about, so that a rule could only allow it for all units.",
            ]
        }
        lines += [
            "// What cannot be narrowed: polkit does not tell a rule the mode of a start, so that a target with AllowIsolate=yes",
            "// can be isolated, too.",
            "polkit.addRule(function(action, subject) {",
            "    var units = \(line(.object(JSON.Object(units.map { ($0.unit, .string($0.file)) }))));",
            "    if (action.id != \"org.freedesktop.systemd1.manage-units\" || subject.user != \(quoted(user))) return;",
            "    var unit = action.lookup(\"unit\");",
            "    if (!units.hasOwnProperty(unit) || [\"start\", \"stop\", \"ref\"].indexOf(action.lookup(\"verb\")) < 0) return;",
            "    // Without its file it would be another unit: a transient one.",
            "    try { polkit.spawn([\"/usr/bin/test\", \"-e\", units[unit]]); } catch (error) { return polkit.Result.NO; }",
            "    return polkit.Result.YES;",
            "});",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func hasUnitsOfRows(_ items: [Item]) -> Bool {
        items.contains { item in
            switch item.content {
            case .section(_, let items, _): hasUnitsOfRows(items)
            case .each(let each): each.template.hasUnit
            case .table(let table): table.each.contains(where: \.hasUnit)
            default: false
            }
        }
    }

    private static func line(_ json: JSON) -> String {
        var writer = JSONWriter()
        writer.write(json)
        return Printable.json(writer.text)
    }
}
