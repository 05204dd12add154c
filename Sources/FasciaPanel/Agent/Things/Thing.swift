import FasciaDocument
import FasciaMatching
import FasciaModel
import FasciaProcess

/// A thing of the panel that an agent has claimed: how a change is carried out, and how the state is read.
package struct Thing: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case toggle
        /// Its state can be reported only if it is one of the choices, so that it is read again when they change.
        case picker(choices: [String])
        case value(ValueItem)
        /// It can only be read.
        case reading(ValueItem.Kind)
    }

    /// As on the wire: an option without a prefix, `picker:ID/COMPONENT`, `value:KEY`.
    package let id: String
    package let kind: Kind
    package let binding: ThingBinding

    package var isSecret: Bool { if case .value(let item) = kind { item.isSecret } else { false } }

    /// What people read.
    var title: String {
        switch kind {
        case .value(let item): item.title ?? name
        case .toggle, .picker, .reading: name
        }
    }

    /// Whether each of its readings is reported, changed or not: curves show when it was read.
    var isSampled: Bool {
        switch kind {
        case .reading: true
        case .value(let item): item.isReading
        case .toggle, .picker: false
        }
    }

    /// The id without its prefix.
    package var name: String { Thing.name(of: id) }

    static func name(of id: String) -> String {
        for prefix in ["picker:", "value:"] where id.hasPrefix(prefix) { return String(id.dropFirst(prefix.count)) }
        return id
    }

    /// The claimed things of a panel.
    package static func all(_ panel: ExpandedPanel) -> [Thing] {
        let declarations = panel.declarations
        let switches = declarations.switches.map { Thing(id: $0.id, kind: .toggle, binding: $0.option.binding) }
        let pickers = declarations.pickers.map { picker in
            Thing(
                id: "picker:" + picker.id, kind: .picker(choices: panel.choices(of: picker).map(\.id)), binding: picker.binding)
        }
        let values = declarations.values.map { Thing(id: "value:" + $0.key, kind: .value($0), binding: $0.binding) }
        let readings = declarations.readings.map { reading in
            var binding = ThingBinding()
            (binding.status, binding.every, binding.timeout) = (reading.from, reading.every, reading.timeout)
            return Thing(id: "value:" + reading.key, kind: .reading(reading.valueKind), binding: binding)
        }
        let required = Set(panel.buttons.flatMap(\.item.requires))
        return (switches + pickers + values + readings).filter { thing in
            if !thing.binding.isEmpty { return true }
            // A field that a button requires can say that it is missing.
            if required.contains(thing.name) { return true }
            // A pattern is checked when the value changes.
            if case .value(let item) = thing.kind { return item.pattern != nil } else { return false }
        }
    }

    // MARK: - Carrying out

    /// The command that makes a change; `nil` if there is nothing to run.
    package func command(for change: ThingChange) throws(CommandRefusal) -> ProcessCommand? {
        let (old, new) = (change.from, change.to)
        try check(new)
        let value = new.displayText
        let values = ["value": value, "old": old == .null ? "" : old.displayText, "id": name]
        var command: ProcessCommand?
        switch kind {
        case _ where change.isRevert && binding.revertRun != nil:
            command = try binding.revertRun?.command(isSecret ? ["id": name] : values, secret: isSecret ? value : nil)
        case .toggle:
            if let unit = binding.unit {
                command = UnitCarrier.command(unit, to: new == true)
            } else {
                command = try (new == true ? binding.on : binding.off)?.command(values)
            }
        case .picker: command = try binding.set?.command(values)
        case .value: command = try binding.set?.command(isSecret ? ["id": name] : values, secret: isSecret ? value : nil)
        case .reading: break
        }
        command?.timeLimit = binding.timeout
        return command
    }

    /// The lock that a change needs. Its title is not known here, and its id is what people write.
    func lock(of change: ThingChange, _ progress: @escaping @Sendable (String) async -> Void) -> LockUse {
        LockUse(
            name: binding.lock, owner: name, deadline: change.deadline, cancellation: change.cancellation.start, waits: progress)
    }

    /// Refuses a value that the file does not allow.
    private func check(_ value: JSON) throws(CommandRefusal) {
        // A command would get the dash by which people see it.
        guard value != .null else { throw .ofValue("\(name) cannot be set to nothing") }
        switch kind {
        case .toggle: break
        case .picker:
            if binding.set == nil, binding.status != nil {
                throw CommandRefusal(message: "\(name) can only be read: it has no set")
            }
        case .reading: throw CommandRefusal(message: "\(name) can only be read")
        case .value(let item):
            if binding.set == nil, binding.status != nil {
                throw CommandRefusal(message: "\(name) can only be read: it has no set")
            }
            let text = value.displayText
            if item.kind == .text, item.isRequired, text.isEmpty {
                throw .ofValue("\(item.title ?? name) must not be empty")
            }
            guard item.kind == .text, let pattern = item.pattern, !(text.isEmpty && !item.isRequired) else { return }
            let title = item.title ?? name
            let isMatch: Bool
            do throws(Pattern.Failure) { isMatch = try Pattern(pattern).matchesWhole(text) } catch {
                throw .ofValue("\(title) cannot be compared with \(pattern): \(error.message)")
            }
            guard isMatch else { throw .ofValue(item.hint.map { "\(title): \($0)" } ?? "\(title) must match \(pattern)") }
        }
    }

    /// Whether a setter has made another value of the wanted one, rather than nothing: as it may of "Attic", which it writes as
    /// "attic".
    ///
    /// - Parameter old: the value before.
    func normalises(_ wanted: JSON, into actual: JSON, from old: JSON) -> Bool {
        func plain(_ value: JSON) -> String { value.displayText.lowercased().filter { !$0.isWhitespace } }
        if case .toggle = kind { return false }
        return actual != old || plain(actual) == plain(wanted)
    }

    // MARK: - Reading

    /// The command that reads the state; `nil` if the state is only what was set.
    package func statusCommand() throws(CommandRefusal) -> ProcessCommand? {
        var command = try binding.status?.command(["id": name])
        command?.timeLimit = binding.timeout
        return command
    }

    package func reading(_ result: CommandResult) -> StatusReading {
        let reading = plainReading(result)
        // The reason would quote the output.
        guard isSecret, case .unknown = reading else { return reading }
        return .unknown(result.reasonWithoutOutput ?? "its output is not what was expected, and a secret is not shown")
    }

    private func plainReading(_ result: CommandResult) -> StatusReading {
        switch kind {
        case .toggle: return StatusReader.toggle(result, binding.says)
        case .picker:
            let reading = StatusReader.value(result, binding.says, .text)
            return reading == .value("") ? .unknown("the command printed nothing") : reading
        case .value(let item) where item.isReading && item.kind == .int && PercentFormat.isUsed(item.format):
            return StatusReader.number(StatusReader.value(result, binding.says, .double), .int)
        case .value(let item):
            return StatusReader.value(result, binding.says, item.kind ?? .text)
        case .reading(let kind): return StatusReader.number(StatusReader.value(result, binding.says, .double), kind)
        }
    }

    /// The time in seconds that one change may take, as the daemon is told: more than its commands may,
    /// of which a status that is being read when the change ends is one.
    var claimTimeout: Double {
        (binding.timeout * 3 + (binding.settle ?? .zero) + .seconds(10)) / .seconds(1)
    }
}
