import FasciaDocument
import FasciaModel

/// The results of the methods that read the panel. Each method here writes exactly one JSON value.
extension JSONWriter {
    // MARK: - Navigation

    /// The result of `nav.get`. An entry is orphaned if the app that published the screen it shows has disconnected.
    public mutating func writeStack(_ stack: NavigationStack, of panel: Panel) {
        member("{\"stack\":", stack.name)
        raw(",\"layers\":")
        list(stack.layers) { writer, layer in
            writer.raw("{")
            if let modal = layer.modal {
                writer.member("\"modal\":", modal.rawValue)
                writer.raw(",")
            }
            writer.raw("\"entries\":")
            writer.list(layer.entries) { writer, entry in
                writer.beginEntry(entry)
                writer.member(",\"title\":", panel.title(of: entry))
                writer.member(",\"orphaned\":", panel.isOrphaned(screen: panel.screenID(of: entry)))
                writer.raw("}")
            }
            writer.raw("}")
        }
        member(",\"top\":", stack.top.id.rawValue)
        member(",\"canPop\":", stack.canPop)
        member(",\"revision\":", panel.revision)
        raw("}")
    }

    // MARK: - Toggles

    /// The result of `toggle.get` with an id: `{id, title, state?, enabled, independent?, condition?, options?}`.
    public mutating func write(_ tree: ToggleTree, of panel: Panel) {
        member("{\"id\":", tree.info.id)
        member(",\"title\":", tree.info.title)
        if let state = tree.info.state {
            member(",\"state\":", state.rawValue)
        }
        member(",\"enabled\":", tree.info.isEnabled)
        if tree.info.isIndependent { raw(",\"independent\":true") }
        if let options = tree.options {
            raw(",\"options\":")
            list(options) { $0.write($1, of: panel) }
        } else {
            condition(of: .option(tree.info.id), panel)
        }
        raw("}")
    }

    /// The result of `toggle.get` without an id.
    public mutating func writeGroups(of panel: Panel) {
        raw("{\"groups\":")
        groups(of: panel)
        raw("}")
    }

    private mutating func groups(of panel: Panel) {
        list(panel.groupIDs.compactMap(panel.toggleTree)) { $0.write($1, of: panel) }
    }

    /// The member `condition` of a bound thing.
    mutating func condition(of thing: ThingID, _ panel: Panel) {
        guard let condition = panel.conditionResult(of: thing) else { return }
        raw(",\"condition\":")
        write(condition)
    }

    // MARK: - Values

    /// The result of `value.get`.
    ///
    /// - Parameter reveals: whether secret values are written; otherwise they are null.
    public mutating func writeValues(_ keys: [String], of panel: Panel, reveals: Bool = false) {
        raw("{\"values\":")
        values(keys, of: panel, reveals: reveals)
        conditions(of: keys, panel)
        raw("}")
    }

    /// The member `conditions`, if any of the values is bound.
    private mutating func conditions(of keys: [String], _ panel: Panel) {
        guard panel.hasConditions else { return }
        var conditions: JSON.Object = [:]
        for key in keys {
            conditions[key] = panel.conditionResult(of: .value(key), isSecret: panel.isSecret(value: key))
        }
        guard !conditions.isEmpty else { return }
        raw(",\"conditions\":")
        write(.object(conditions))
    }

    private mutating func values(_ keys: [String], of panel: Panel, reveals: Bool) {
        raw("{")
        var isFirst = true
        for key in keys {
            guard let value = panel.value(key) else { continue }
            if isFirst { isFirst = false } else { raw(",") }
            writeString(key)
            raw(":")
            write(reveals || !panel.isSecret(value: key) ? value : .null)
        }
        raw("}")
    }

    // MARK: - Screens

    /// The result of `screen.list`.
    ///
    /// - Parameter publisher: the connected client that publishes a screen.
    public mutating func writeScreens(of panel: Panel, publisher: (String) -> Cause.Origin? = { _ in nil }) {
        raw("{\"screens\":")
        screens(of: panel, publisher: publisher)
        raw("}")
    }

    private mutating func screens(of panel: Panel, publisher: (String) -> Cause.Origin? = { _ in nil }) {
        list(panel.screenIDs.compactMap(panel.screen)) { writer, screen in
            writer.member("{\"id\":", screen.id)
            writer.member(",\"title\":", screen.title ?? screen.id)
            writer.member(",\"nodes\":", screen.body.count)
            if !screen.emits.isEmpty {
                writer.raw(",\"emits\":")
                writer.list(screen.emits) { $0.writeString($1) }
            }
            writer.member(",\"orphaned\":", panel.isOrphaned(screen: screen.id))
            if let publisher = publisher(screen.id) {
                writer.member(",\"publisher\":{\"client\":", publisher.client)
                if let name = publisher.name { writer.member(",\"name\":", name) }
                writer.member(",\"uid\":", publisher.uid)
                writer.member(",\"pid\":", publisher.pid)
                writer.raw("}")
            }
            writer.raw("}")
        }
    }

    /// The result of `screen.get`.
    public mutating func write(_ screen: Screen) {
        member("{\"screen\":", Screen.schema.write(screen))
        raw("}")
    }

    // MARK: - Snapshot

    /// The state at a cursor, for `watch.start` and `event.gap`. Screens are listed without their nodes.
    public mutating func writeSnapshot(of panel: Panel) {
        raw("{\"stacks\":")
        list(panel.stackNames.compactMap(panel.stack)) { $0.writeStack($1, of: panel) }
        raw(",\"targets\":")
        list(panel.targets) { $0.write(Target.schema.write($1)) }
        raw(",\"groups\":")
        groups(of: panel)
        raw(",\"pickers\":")
        pickers(of: panel)
        raw(",\"values\":")
        values(panel.valueKeys, of: panel, reveals: false)
        conditions(of: panel.valueKeys, panel)
        raw(",\"screens\":")
        screens(of: panel)
        raw(",\"questions\":")
        list(panel.allQuestions) { writer, question in
            writer.member("{\"id\":", question.id)
            writer.member(",\"name\":", question.content.name)
            writer.member(",\"state\":", question.state.rawValue)
            writer.raw("}")
        }
        raw(",\"environment\":")
        list(panel.environmentScopes) { writer, scope in
            writer.member("{\"scope\":", scope.json)
            writer.member(",\"values\":", panel.environment(scope))
            writer.raw("}")
        }
        raw("}")
    }
}
