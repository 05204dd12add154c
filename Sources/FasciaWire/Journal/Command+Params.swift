import FasciaModel

extension JSONWriter {
    /// Writes what the method of a command takes: `{"id":"extras/ham","on":true}`.
    public mutating func writeParams(of command: Command) {
        switch command {
        // What scripts do most, without JSON values in between; and by itself, for a function with all cases makes room for
        // all of them before it looks.
        case .pick(let id, let element):
            writeString(id, between: "{\"id\":", and: ",\"element\":")
            if let element { writeString(element) } else { raw("null") }
            raw("}")
        case .setValue(let key, let value):
            writeString(key, between: "{\"key\":", and: ",\"value\":")
            write(value)
            raw("}")
        default: writeOther(command)
        }
    }

    @inline(never)
    private mutating func writeOther(_ command: Command) {
        switch command {
        case .pick, .setValue: break  // They do not come here.
        case .setToggle(let id, let on):
            writeString(id, between: "{\"id\":", and: on ? ",\"on\":true}" : ",\"on\":false}")
        case .flipToggle(let id, nil): writeString(id, between: "{\"id\":", and: "}")
        case .push(let stack, let route, let handles):
            members(
                ("stack", .string(stack)), ("screen", .string(route.screen)), ("args", route.args == .null ? nil : route.args),
                ("handles", handles.isEmpty ? nil : .array(handles.map { .string($0) })))
        case .pop(let stack, let entry), .close(let stack, let entry):
            members(("stack", .string(stack)), ("entry", entry.map { .string($0.rawValue) }))
        case .popTo(let stack, .entry(let entry)): members(("stack", .string(stack)), ("entry", .string(entry.rawValue)))
        case .popTo(let stack, .screen(let screen)): members(("stack", .string(stack)), ("screen", .string(screen)))
        case .popTo(let stack, .index(let index)): members(("stack", .string(stack)), ("index", .int(index)))
        case .replace(let stack, let entry, let route):
            members(
                ("stack", .string(stack)), ("entry", entry.map { .string($0.rawValue) }),
                ("screen", .string(route.screen)), ("args", route.args == .null ? nil : route.args))
        case .modal(let stack, let route, let style, let handles):
            members(
                ("stack", .string(stack)), ("screen", .string(route.screen)), ("args", route.args == .null ? nil : route.args),
                ("style", .string(style.rawValue)),
                ("handles", handles.isEmpty ? nil : .array(handles.map { .string($0) })))
        case .next(let stack, let target): members(("stack", .string(stack)), ("target", .string(target)))
        case .setPath(let stack, let path): members(("stack", .string(stack)), ("path", PathStep.pathSchema.write(path)))
        case .declareTarget(let target):
            // The path is there even if it is empty, for the method to be told from its opposite.
            members(
                ("name", .string(target.name)), ("path", PathStep.pathSchema.write(target.path)),
                ("mode", .string(target.mode.rawValue)))
        case .removeTarget(let name): members(("name", .string(name)), ("remove", true))
        case .removeStack(let name): members(("stack", .string(name)))
        case .declareGroup(let group): members(("group", OptionDeclaration.schema.write(group)))
        case .removeGroup(let id), .removePicker(let id), .removeScreen(let id): members(("id", .string(id)))
        case .flipToggle(let id, let expect?): members(("id", .string(id)), ("expect", .string(expect.rawValue)))
        case .enableToggle(let id, let enabled): members(("id", .string(id)), ("enabled", .bool(enabled)))
        case .declarePicker(let picker): members(("picker", PickerDeclaration.schema.write(picker)))
        case .setElements(let id, let elements, let elementsFor):
            let others = elementsFor.map {
                Schema<[String: [PickerElement]]>.dictionary(of: PickerElement.listSchema).write($0)
            }
            members(("id", .string(id)), ("elements", PickerElement.listSchema.write(elements)), ("elementsFor", others))
        case .declareValue(let declaration): write(ValueDeclaration.schema.write(declaration))
        case .removeValue(let key): members(("key", .string(key)))
        case .putScreen(let screen): members(("screen", Screen.schema.write(screen)))
        case .putRows(let screen, let rows): members(("screen", .string(screen)), ("rows", RowsUpdate.schema.write(rows)))
        case .setEnvironment(let scope, let values):
            members(("scope", EnvironmentScope.schema.write(scope)), ("values", .object(values)))
        case .setOrphaned(let screens, let isOrphaned):
            write(OwnCommand.Orphaned.schema.write(.init(screens: screens, isOrphaned: isOrphaned)))
        case .report(let report): write(ActionReport.schema.write(report))
        case .reportIssue(let issue): write(Issue.schema.write(issue))
        case .undo(.steps(let steps)): members(("steps", .int(steps)))
        case .undo(.revision(let revision)): members(("to", .int(revision)))
        case .restore(let state): members(("to", .int(state.revision)), ("state", .string(Hexadecimal.text(state.archive))))
        case .batch(let commands):
            raw("{\"commands\":")
            list(commands) { writer, command in
                writer.writeString(command.method, between: "{\"method\":", and: ",\"params\":")
                writer.writeParams(of: command)
                writer.raw("}")
            }
            raw("}")
        }
    }

    /// Nothing stands there for a member without a value.
    private mutating func members(_ members: (String, JSON?)...) {
        write(JSON.Object(uniqueMembers: members.compactMap { name, value in value.map { (name, $0) } }))
    }
}

extension Command {
    /// How long the text of its parameters is at most, for what people mostly do with a control; `nil` for the others, which
    /// have to be written to know that.
    public var mostParamBytes: Int? {
        switch self {
        case .setToggle(let id, _), .flipToggle(let id, _), .enableToggle(let id, _): Self.most(id)
        case .pick(let id, let element): Self.most(id) + Self.most(element ?? "")
        default: nil
        }
    }

    /// In JSON a byte takes six at most; beside it stand names and what is no text.
    private static func most(_ id: String) -> Int { 6 * id.utf8.count + 64 }
}
