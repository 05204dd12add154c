import FasciaDocument
import FasciaModel

extension Panel {
    /// The maximum number of rows in each section of the built-in home screen.
    private static let maximumRows = 50

    /// A screen that lists everything in the panel, so that a new daemon can be operated at once.
    func home(stack: String) -> Node {
        let sections = [screenSection(stack), groupSection, pickerSection, valueSection, stackSection(stack)]
        return Node(.form(FormContent(children: sections)), id: "home")
    }

    private func screenSection(_ stack: String) -> Node {
        section(
            "Screens", screenIDs, "No screen has been published yet. Publish one with screen.put."
        ) { id in
            let params: JSON = ["stack": .string(stack), "screen": .string(id)]
            let title = screen(id)?.title.map { "\($0) (\(id))" } ?? id
            return Node(
                .button(ButtonContent(title, tap: .call(method: "nav.push", params: params))), id: "home/screen/\(id)")
        }
    }

    private var groupSection: Node {
        section("Toggle groups", groupIDs, "None yet. Declare one with toggle.declare.") { id in
            Node(.group(GroupContent(bind: id)), id: "home/group/\(id)")
        }
    }

    private var pickerSection: Node {
        section("Pickers", pickerIDs, "None yet. Declare one with picker.declare.") { id in
            Node(.picker(PickerContent(bind: id)), id: "home/picker/\(id)")
        }
    }

    private var valueSection: Node {
        section("Values", valueKeys, "None yet. Set one with value.set.") { key in
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

    private func section(_ title: String, _ ids: [String], _ none: String, row: (String) -> Node) -> Node {
        var rows = ids.prefix(Panel.maximumRows).map(row)
        if ids.isEmpty { rows.append(Node(.text(TextContent(none)), modifiers: [.dim(true)])) }
        if ids.count > Panel.maximumRows {
            rows.append(
                Node(.text(TextContent("… and \(ids.count - Panel.maximumRows) more")), modifiers: [.dim(true)]))
        }
        return Node(.section(SectionContent(title: title, children: rows)))
    }
}
