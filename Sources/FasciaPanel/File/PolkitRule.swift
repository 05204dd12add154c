import FasciaDocument
import FasciaWire

/// The rule that lets a user without root switch exactly the units of a panel file, and in no other way.
package enum PolkitRule {
    package static func text(_ files: [PanelFile], user: String) -> String {
        // A name with a line feed must not leave its comment.
        func quoted(_ text: String) -> String { line(.string(text)) }
        var verbs: [(unit: String, verbs: [String])] = []
        var enabled: [String] = []
        for unit in files.flatMap({ Declarations($0).switches }).compactMap(\.option.binding.unit) where !unit.isOfUser {
            let name = unit.name.contains(".") ? unit.name : unit.name + ".service"
            if !verbs.contains(where: { $0.unit == name }) { verbs.append((name, ["start", "stop"])) }
            if unit.enables, !enabled.contains(name) { enabled.append(name) }
        }
        let table = JSON.Object(verbs.map { ($0.unit, .array($0.verbs.map { .string($0) })) })
        var lines = [
            "// Written by \"fascia panel polkit\": lets the user \(quoted(user)) start and stop these units, and nothing else.",
            "// Install it in /etc/polkit-1/rules.d/, for example as 50-fascia-panel.rules.",
        ]
        if !enabled.isEmpty {
            lines += [
                "// Not allowed here: enabling and disabling \(enabled.map(quoted).joined(separator: ", ")). polkit does not tell a rule which",
                "// unit that is about, so that a rule could only allow it for all units.",
            ]
        }
        lines += [
            "polkit.addRule(function(action, subject) {",
            "    var units = \(line(.object(table)));",
            "    if (action.id != \"org.freedesktop.systemd1.manage-units\" || subject.user != \(quoted(user))) return;",
            "    var unit = action.lookup(\"unit\");",
            "    if (!units.hasOwnProperty(unit)) return;",
            "    if (units[unit].indexOf(action.lookup(\"verb\")) >= 0) return polkit.Result.YES;",
            "});",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func line(_ json: JSON) -> String {
        var writer = JSONWriter()
        writer.write(json)
        return Printable.json(writer.text)
    }
}
