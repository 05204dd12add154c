import FasciaDocument
import FasciaModel

extension Panel {
    /// The maximum number of rows in each section of the built-in home screen.
    private static let maximumRows = 50

    /// A screen that lists everything in the panel, so that a new daemon can be operated at once. Where there is nothing
    /// yet, it shows the command that makes something.
    func home(stack: String) -> Node {
        var sections = [screenSection(stack), groupSection, pickerSection, valueSection]
        if stackNames.count > 1 { sections.append(stackSection(stack)) }
        if screenIDs.isEmpty, groupIDs.isEmpty, pickerIDs.isEmpty, valueKeys.isEmpty {
            let welcome = "This panel is empty. Type one of these commands in another terminal: what it makes appears here."
            sections.insert(Node(.text(TextContent(welcome))), at: 0)
        }
        return Node(.form(FormContent(children: sections)), id: "home")
    }

    private func screenSection(_ stack: String) -> Node {
        section("Screens", screenIDs, "fascia panel new >box.yaml; fascia panel run box.yaml") { id in
            let params: JSON = ["stack": .string(stack), "screen": .string(id)]
            let title = screen(id)?.title.flatMap { $0.isEmpty ? nil : "\($0) (\(id))" } ?? id
            return Node(
                .button(ButtonContent(title, tap: .call(method: "nav.push", params: params))), id: "home/screen/\(id)")
        }
    }

    private var groupSection: Node {
        section("Switches", groupIDs, "fascia toggle declare desk=Desk lamp=Lamp fan=Fan") { id in
            Node(.group(GroupContent(bind: id)), id: "home/group/\(id)")
        }
    }

    private var pickerSection: Node {
        section("Pickers", pickerIDs, "fascia picker declare music/source=Music radio=Radio disc=Disc") { id in
            Node(.picker(PickerContent(bind: id)), id: "home/picker/\(id)")
        }
    }

    private var valueSection: Node {
        section("Values", valueKeys, "fascia value set greeting hello") { key in
            Node(.value(ValueContent(bind: key)), id: "home/value/\(key)")
        }
    }

    private func stackSection(_ shown: String) -> Node {
        section("Stacks", stackNames, "") { name in
            let depth = self.stack(name)?.depth ?? 0
            let entries = depth == 1 ? "1 entry" : "\(depth) entries"
            return Node(.text(TextContent(name + ": " + entries + (name == shown ? ", shown here" : ""))))
        }
    }

    /// - Parameter command: The command that makes the first one.
    private func section(_ title: String, _ ids: [String], _ command: String, row: (String) -> Node) -> Node {
        var rows = ids.prefix(Panel.maximumRows).map(row)
        if ids.isEmpty { rows.append(Node(.text(TextContent(command)))) }
        if ids.count > Panel.maximumRows {
            rows.append(
                Node(.text(TextContent("… and \(ids.count - Panel.maximumRows) more")), modifiers: [.dim(true)]))
        }
        return Node(.section(SectionContent(title: title, children: rows)))
    }
}
