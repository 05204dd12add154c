import FasciaDocument

/// Makes the nodes of screens.
struct NodeBuilder {
    let file: ExpandedPanel
    /// By their keys.
    private let values: [String: ValueItem]
    /// The actions of each screen's buttons.
    private let actions: [String: [String]]

    init(file: ExpandedPanel) {
        self.file = file
        values = Dictionary(file.declarations.values.map { ($0.key, $0) }) { first, _ in first }
        actions = Dictionary(grouping: file.buttons.filter(\.runs), by: \.screen).mapValues { $0.map(\.action) }
    }

    func screen(_ screen: PanelScreen) -> JSON.Object {
        var object: JSON.Object = ["id": .string(screen.id)]
        object["title"] = (screen.title ?? (screen.id == "home" ? file.title ?? file.name : nil)).map { .string($0) }
        let names = actions[screen.id, default: []] + screen.emits
        if !names.isEmpty { object["emits"] = .array(names.map { .string($0) }) }
        object["body"] = body(screen)
        return object
    }

    private func body(_ screen: PanelScreen) -> JSON {
        // A log or a table that is alone takes the whole screen.
        if screen.items.count == 1, screen.toolbar.isEmpty, let item = screen.items.first {
            switch item.content {
            case .log, .table: if let node = nodes(item, screen).first { return node }
            default: break
            }
        }
        var sections: [JSON] = []
        var loose: [JSON] = []
        func close() {
            if !loose.isEmpty { sections.append(["kind": "section", "children": .array(loose)]) }
            loose = []
        }
        for item in screen.items {
            if case .section = item.content {
                close()
                sections += nodes(item, screen)
            } else {
                loose += nodes(item, screen)
            }
        }
        close()
        if !screen.toolbar.isEmpty {
            let buttons = screen.toolbar.flatMap { nodes($0, screen) }
            sections.append(["kind": "section", "children": [["kind": "hstack", "spacing": 16, "children": .array(buttons)]]])
        }
        return ["kind": "form", "children": .array(sections)]
    }

    // MARK: - Items

    private func nodes(_ item: Item, _ screen: PanelScreen) -> [JSON] {
        var nodes = content(item, screen)
        if let icon = item.icon { nodes = nodes.map { NodeBuilder.modified($0, ["icon": .string(icon)]) } }
        if let enabled = item.enabled {
            // What is disabled is another node, which is there while the condition does not hold.
            let negated = ConditionText.negated(enabled)
            let disabled =
                nodes.map { NodeBuilder.modified(NodeBuilder.modified($0, ["disabled": true]), ["shown": .object(negated)]) }
                + [item.because].compactMap(\.self).map {
                    NodeBuilder.modified(["kind": "text", "text": .string($0)], ["dim": true], ["shown": .object(negated)])
                }
            nodes = nodes.map { NodeBuilder.modified($0, ["shown": .object(enabled)]) } + disabled
        }
        if let shown = item.shown { nodes = nodes.map { NodeBuilder.modified($0, ["shown": .object(shown)]) } }
        return nodes
    }

    private static func modified(_ node: JSON, _ modifiers: JSON...) -> JSON {
        guard var object = node.objectValue else { return node }
        object["modifiers"] = .array((object["modifiers"]?.arrayValue ?? []) + modifiers)
        return .object(object)
    }

    private func content(_ item: Item, _ screen: PanelScreen) -> [JSON] {
        switch item.content {
        case .toggle(let toggle): [NodeBuilder.node("toggle", ["bind": .string(toggle.id)], label: toggle.title)]
        case .group(let group): [["kind": "group", "bind": .string(group.name)]]
        case .picker(let picker):
            [
                NodeBuilder.node(
                    "picker", ["bind": .string(picker.id), "style": picker.style.map { .string($0) }], label: picker.title)
            ]
        case .value(let value): [self.value(value)]
        case .button(let item): [button(file.button(item, on: screen.id))]
        case .link(let link): [self.link(link)]
        case .text(let text): [["kind": "text", "text": .string(text)]]
        case .note(let text):
            [NodeBuilder.modified(["kind": "text", "text": .string("! " + text)], ["padding": ["leading": 2, "unit": "cells"]])]
        case .section(let title, let items, let footer): [section(title, items, footer, screen)]
        case .divider: [["kind": "divider"]]
        case .reading(let reading): [self.reading(reading)]
        case .log(let log):
            [NodeBuilder.node("log", ["bind": .string(log.id), "rows": log.rows.map { .int($0) }], label: nil)]
        case .table(let table): [self.table(table, screen)]
        case .node(let node): [node]
        case .each: []
        }
    }

    private static func node(_ kind: String, _ members: [(String, JSON?)], label: String?) -> JSON {
        var object: JSON.Object = ["kind": .string(kind)]
        for (name, value) in members { if let value { object[name] = value } }
        if let label { object["label"] = .string(label) }
        return .object(object)
    }

    private static func node(_ kind: String, _ members: KeyValuePairs<String, JSON?>, label: String?) -> JSON {
        node(kind, members.map { ($0.key, $0.value) }, label: label)
    }

    private func link(_ link: LinkItem) -> JSON {
        let target: JSON = ["method": "nav.push", "params": ["screen": .string(link.screen)]]
        let label = link.title ?? file.screens.first { $0.id == link.screen }?.title ?? link.screen
        let shown = link.shows.flatMap { file.omitted.contains($0) ? nil : JSON.string($0) }
        return NodeBuilder.node("button", ["bind": shown, "tap": target], label: label)
    }

    private func section(_ title: String, _ items: [Item], _ footer: String?, _ screen: PanelScreen) -> JSON {
        var object: JSON.Object = ["kind": "section", "title": .string(title)]
        object["children"] = .array(items.flatMap { nodes($0, screen) })
        object["footer"] = footer.map { .string($0) }
        return .object(object)
    }

    private func value(_ value: ValueItem) -> JSON {
        let declared = values[value.key] ?? value
        let key = JSON.string(value.key)
        let label = value.title ?? declared.title ?? value.key
        // Without a range, a number that the file calls a double is a part of 1.
        let format = PercentFormat.published(
            value.format ?? declared.format,
            isPart: declared.kind != .double || declared.range == nil || PercentFormat.isPart(declared.range))
        guard !declared.isReading else { return NodeBuilder.node("value", ["bind": key, "format": format], label: label) }
        switch declared.kind {
        case .int, .double:
            if let step = NodeBuilder.sliderStep(declared) {
                return NodeBuilder.node("slider", ["bind": key, "format": format, "step": step], label: label)
            }
            let field = NodeBuilder.node("textField", ["bind": key, "updates": "submit"], label: label)
            // The field shows the number, but not in its format.
            let stepper = NodeBuilder.node(
                "stepper", ["bind": key, "format": format, "showsValue": format == nil ? false : nil], label: nil)
            return ["kind": "hstack", "children": [field, stepper]]
        case .bool:
            let choices = [("On", true), ("Off", false)].map { title, on -> JSON in
                [
                    "kind": "button", "label": .string(title),
                    "tap": ["method": "value.set", "params": ["key": key, "value": .bool(on)]],
                ]
            }
            return [
                "kind": "hstack", "spacing": 16,
                "children": .array([["kind": "value", "bind": key, "label": .string(label)]] + choices),
            ]
        case .text, nil:
            return NodeBuilder.node(
                "textField", ["bind": key, "updates": "submit", "secure": declared.isSecret ? true : nil], label: label)
        }
    }

    /// Keys can set a slider to each of its numbers, and reach all of them.
    private static let maximumSliderSteps = 100.0

    /// The step of the slider that a number is; `.none` inside for the usual step, `nil` if it is none.
    private static func sliderStep(_ value: ValueItem) -> JSON?? {
        guard let range = value.range else { return nil }
        let length = range.upperBound - range.lowerBound
        // Without a step, a slider of fractions has twenty.
        guard let step = value.step ?? (value.kind == .int ? 1 : nil) else { return .some(nil) }
        guard length / step <= maximumSliderSteps else { return nil }
        return Int(exactly: step).map { .int($0) } ?? .double(step)
    }

    /// What the item does not say is as where its number is declared, such as by a gauge.
    private func reading(_ reading: Reading) -> JSON {
        let gauge = file.declarations.readings.first { $0.key == reading.key }
        let value = file.declarations.values.first { $0.key == reading.key }
        let known = reading.range ?? gauge?.range ?? value?.range
        let kind = gauge?.valueKind ?? value?.kind
        let declared = gauge?.range ?? value?.range ?? known
        let isPart = kind != .double || PercentFormat.isPart(declared) || gauge == nil && declared == nil
        let format = PercentFormat.published(reading.format ?? gauge?.format ?? value?.format, isPart: isPart)
        var members: [(String, JSON?)] = [("bind", .string(reading.key)), ("format", format)]
        if reading.kind == .gauge || known != nil, reading.kind != .progress {
            let range = known ?? 0...100
            members.append(("range", [.double(range.lowerBound), .double(range.upperBound)]))
        }
        if reading.kind == .progress { members = [members[0], ("total", .double(known?.upperBound ?? 100))] }
        if reading.kind == .chart { members.append(("rows", reading.rows.map { .int($0) })) }
        return NodeBuilder.node(
            reading.kind.rawValue, members, label: reading.title ?? gauge?.title ?? value?.title ?? reading.key)
    }

    private func table(_ table: TableItem, _ screen: PanelScreen) -> JSON {
        var columns = table.columns.map { column -> JSON in
            var object: JSON.Object = ["title": .string(column.title), "sortable": false]
            object["alignment"] = column.alignment.map { .string($0) }
            object["weight"] = column.weight.map { .double($0) }
            return .object(object)
        }
        if !table.each.isEmpty { columns.append(["title": "", "sortable": false]) }
        let rows = file.rows(of: table.from).map { row -> JSON in
            var cells = table.columns.map { column -> JSON in ["kind": "text", "text": .string(row[column.key] ?? "")] }
            let buttons = file.rowItems(of: table, row).flatMap { nodes($0, screen) }
            if !table.each.isEmpty {
                cells.append(buttons.count == 1 ? buttons[0] : ["kind": "hstack", "spacing": 16, "children": .array(buttons)])
            }
            return ["kind": "gridRow", "children": .array(cells)]
        }
        return ["kind": "table", "columns": .array(columns), "children": .array(rows)]
    }

    // MARK: - Buttons

    private func button(_ button: PanelButton) -> JSON {
        var object: JSON.Object = ["kind": "button", "label": .string(button.item.title)]
        object["role"] = button.item.role.map { .string($0) }
        // The row says that the command runs, and how it ended.
        // Before it has run for the first time there is no such value.
        if button.runs { (object["bind"], object["value"]) = (.string(button.sheet.state), "") }
        if button.item.asks {
            let open: JSON = [
                "method": "nav.modal", "params": ["screen": .string(button.questionScreen), "style": "alert"],
            ]
            object["tap"] = NodeBuilder.emptying(button, [open])
        } else {
            for (name, value) in operation(button).members { object[name] = value }
        }
        return .object(object)
    }

    /// What the button does when nothing has to be asked.
    private func operation(_ button: PanelButton) -> JSON.Object {
        switch button.item.action {
        case .run: ["emit": .string(button.action)]
        case .tap(let method, let params): ["tap": ["method": .string(method), "params": params]]
        }
    }

    /// These commands, after others that empty what was typed for the button.
    private static func emptying(_ button: PanelButton, _ commands: [JSON]) -> JSON {
        let fields = button.inputKeys.map { key -> JSON in
            ["method": "value.set", "params": ["key": .string(key), "value": ""]]
        }
        let all = fields + commands
        return all.count == 1 ? all[0] : ["method": "batch", "params": ["commands": .array(all)]]
    }

    /// The screen that asks before the button does what it says.
    func question(_ button: PanelButton) -> JSON {
        var children: [JSON] = []
        if let word = button.item.word {
            children.append(
                ["kind": "textField", "bind": .string(button.wordKey), "label": .string("Type \(word)"), "updates": "change"])
        }
        if button.item.needsReason {
            children.append(["kind": "textField", "bind": .string(button.reasonKey), "label": "Reason", "updates": "change"])
        }
        var proceed: JSON.Object = ["kind": "button", "label": .string(button.item.title)]
        proceed["role"] = button.item.role.map { .string($0) }
        switch button.item.action {
        case .run: proceed["emit"] = .string(button.action)
        case .tap(let method, let params):
            proceed["tap"] = NodeBuilder.emptying(
                button, [["method": "nav.close"], ["method": .string(method), "params": params]])
        }
        var confirmation = JSON.object(proceed)
        if let word = button.item.word {
            confirmation = NodeBuilder.modified(confirmation, ["shown": ["value": .string(button.wordKey), "is": .string(word)]])
        }
        if button.item.needsReason {
            confirmation = NodeBuilder.modified(confirmation, ["shown": ["value": .string(button.reasonKey)]])
        }
        for condition in button.item.conditions {
            confirmation = NodeBuilder.modified(confirmation, ["shown": .object(condition)])
        }
        let close = NodeBuilder.emptying(button, [["method": "nav.close"]])
        let cancel: JSON = ["kind": "button", "label": "Cancel", "role": "cancel", "tap": close]
        children.append(["kind": "hstack", "spacing": 16, "children": [cancel, confirmation]])
        return [
            "id": .string(button.questionScreen), "title": .string(button.item.question ?? button.item.title),
            "emits": button.runs ? [.string(button.action)] : [],
            "body": ["kind": "vstack", "spacing": 16, "children": .array(children)],
        ]
    }
}
