import FasciaDocument
import FasciaModel

/// Switches, and groups of them.
extension SceneResolver {
    /// The maximum number of switches one `group` node shows, so that a group of a million does not make a scene of a
    /// million elements. A text reports that some are left out.
    static let maximumOptions = 500

    func fillToggle(_ element: inout Element, _ info: ToggleInfo?, bind: String, label: String?) {
        guard let info else {
            element.content = .missing(noOption(bind))
            return
        }
        guard let state = info.state else {
            element.content = .missing("group \"\(bind)\" is independent: it has no master switch")
            return
        }
        element.content = .toggle(
            label: label ?? info.title, state: state, count: info.isGroup ? "\(info.onCount) of \(info.optionCount)" : "")
        element.activation = .flip(id: bind, expect: state)
        if info.isGroup {
            element.conditions = panel.conditionWords(ofGroup: bind).map { ElementCondition($0) }
        } else {
            noteCondition(of: .option(bind), in: &element)
        }
        element.isEnabled = element.isEnabled && info.isEnabled
    }

    /// Lists the group's options if the group exists.
    private func noOption(_ bind: String) -> String {
        guard let slash = bind.lastIndex(of: "/"), let siblings = panel.children(of: String(bind[..<slash])) else {
            let group = bind.prefix { $0 != "/" }
            return group.count == bind.count ? "no group \"\(bind)\"" : "no switch \"\(bind)\": no group \"\(group)\""
        }
        let names = siblings.prefix(8).map { $0.split(separator: "/").last.map(String.init) ?? $0 }
        let there = names.isEmpty ? "nothing" : names.joined(separator: ", ") + (siblings.count > 8 ? ", …" : "")
        return "no switch \"\(bind)\": group \"\(bind[..<slash])\" has \(there)"
    }

    func fillGroup(_ element: inout Element, _ group: GroupContent) {
        guard let info = panel.toggle(group.bind), info.isGroup else {
            element.content = .missing("no group \"\(group.bind)\"")
            return
        }
        var left = SceneResolver.maximumOptions
        let rows = options(of: info, path: "", in: element, left: &left)
        element.content = .stack(.vertical, alignment: .leading, spacing: nil)
        element.children = rows
        if left == 0 {
            let text = "only the first \(SceneResolver.maximumOptions) are shown: Ctrl-K finds the others"
            element.children.append(
                Element(id: id(nil, position: element.id + ":…"), .text(text), modifiers: [.dim(true)]))
        }
    }

    /// The head of a group (its master switch, or a heading for an independent group) and its indented options.
    private func options(
        of group: ToggleInfo, path: String, in outer: Element, left: inout Int
    ) -> [Element] {
        var head = row(path, outer)
        if group.isIndependent {
            head.content = .text(group.title)
            head.modifiers = [.bold(true)]
        } else {
            fillToggle(&head, group, bind: group.id, label: nil)
        }
        var rows: [Element] = []
        for child in panel.children(of: group.id) ?? [] {
            guard left > 0 else { break }
            left -= 1
            guard let info = panel.toggle(child) else { continue }
            let name = String(child.dropFirst(group.id.count + 1))
            let path = path.isEmpty ? name : path + "/" + name
            if info.isGroup {
                rows += options(of: info, path: path, in: outer, left: &left)
            } else {
                var option = row(path, outer)
                fillToggle(&option, info, bind: child, label: nil)
                rows.append(option)
            }
        }
        guard !rows.isEmpty else { return [head] }
        let indented = Element(
            id: id(nil, position: outer.id + ":" + path + "/"), .stack(.vertical, alignment: .leading, spacing: nil),
            modifiers: [.padding(Insets(leading: 16))], children: rows, isEnabled: outer.isEnabled,
            environment: outer.environment)
        return [head, indented]
    }
}
