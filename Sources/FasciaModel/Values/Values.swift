import FasciaDocument
import OrderedCollections

/// The named values of a panel.
struct Values: Equatable, Sendable {
    struct Stored: Equatable, Sendable {
        /// `nil` for a value that was set without a declaration.
        var declaration: ValueDeclaration?
        var value: JSON

        /// Whether the journal lacks the value.
        var isTransient: Bool { declaration?.isTransient ?? false }
        /// What the journal and snapshots hold: the default of a transient value.
        var recorded: JSON {
            guard let declaration, declaration.isTransient else { return value }
            return declaration.initial.flatMap(declaration.kind.fit) ?? declaration.zero
        }
    }

    private(set) var all: OrderedDictionary<String, Stored> = [:]

    init(_ all: OrderedDictionary<String, Stored> = [:]) { self.all = all }

    /// Sets a value. An unknown value is created without a declaration.
    mutating func set(_ key: String, _ value: JSON, limits: Limits, into changes: inout [Change]) throws(Refusal) {
        guard let slot = all.index(forKey: key) else {
            try checkNew(key, limits: limits)
            let value = try Self.fit(value, key: key, nil, limits: limits)
            all[key] = Stored(declaration: nil, value: value)
            changes.append(.declared(.value, id: key))
            if value != .null { changes.append(.value(key: key, from: .null, to: value)) }
            return
        }
        try Naming.checkBytes(of: key, against: all.keys[slot], "value")
        let stored = all.values[slot]
        let value = try Self.fit(value, key: key, stored.declaration, limits: limits)
        guard value != stored.value else { return }
        all.values[slot].value = value
        changes.append(Self.change(key, from: stored, to: all.values[slot]))
    }

    /// The change of a value's content. The change of a secret value does not contain it.
    static func change(_ key: String, from before: Stored?, to after: Stored) -> Change {
        let (from, to) = (before?.value ?? .null, after.value)
        guard before?.isTransient == true || after.isTransient else { return .value(key: key, from: from, to: to) }
        let isSecret = [before, after].contains { $0?.declaration?.isSecret == true }
        return .transient(key: key, from: isSecret ? nil : from, to: isSecret ? nil : to)
    }

    /// Resets the transient values to their defaults. The changes list all of them, because an earlier process may have
    /// reported others.
    mutating func resetTransient(into changes: inout [Change]) {
        for (slot, stored) in all.values.enumerated() where stored.isTransient {
            all.values[slot].value = stored.recorded
            changes.append(Self.change(all.keys[slot], from: stored, to: all.values[slot]))
        }
    }

    /// Declares a value. An existing value is kept if it fits the declaration, else reset to the initial value.
    mutating func declare(_ declaration: ValueDeclaration, limits: Limits, into changes: inout [Change])
        throws(Refusal)
    {
        let key = declaration.key
        let slot = all.index(forKey: key)
        let before = slot.map { all.values[$0] }
        if let slot {
            try Naming.checkBytes(of: key, against: all.keys[slot], "value")
        } else {
            try checkNew(key, limits: limits)
        }
        try Self.check(declaration)
        let initial = try Self.fit(declaration.initial ?? declaration.zero, key: key, declaration, limits: limits)
        var value = initial
        // A value that was secret must not appear in later events.
        if let before, before.declaration?.isSecret != true || declaration.isSecret {
            value = (try? Self.fit(before.value, key: key, declaration, limits: limits)) ?? initial
        }
        guard before?.declaration != declaration || before?.value != value else { return }
        let after = Stored(declaration: declaration, value: value)
        all[key] = after
        if before?.declaration != declaration { changes.append(.declared(.value, id: key)) }
        if before?.value ?? .null != value { changes.append(Self.change(key, from: before, to: after)) }
    }

    mutating func remove(_ key: String, into changes: inout [Change]) throws(Refusal) {
        guard all.removeValue(forKey: key) == nil else { return changes.append(.removed(.value, id: key)) }
        throw notFound(key)
    }

    /// Shows the actual value of a bound value, if it is of the declared kind and within the range.
    mutating func show(_ value: JSON, _ key: String, into changes: inout [Change]) {
        guard let slot = all.index(forKey: key), all.values[slot].value != value, all.values[slot].takes(value) else { return }
        let before = all.values[slot]
        all.values[slot].value = value
        changes.append(Self.change(key, from: before, to: all.values[slot]))
    }

    // MARK: Restoring

    /// Takes back the last change of a value, or its creation.
    mutating func restore(_ stored: Stored?, _ key: String) {
        if let stored { all[key] = stored } else { all.removeValue(forKey: key) }
    }

    /// The index of a value; the end index if it does not exist.
    func position(of key: String) -> Int { all.index(forKey: key) ?? all.count }

    /// Restores a value at its index; `nil` removes it. A transient value that is there keeps its content.
    mutating func put(_ stored: Stored?, _ key: String, at place: Int) {
        var stored = stored
        if let declaration = stored?.declaration, declaration.isTransient, let there = all[key], there.isTransient,
            there.declaration?.isSecret == declaration.isSecret, let content = declaration.kind.fit(there.value)
        {
            stored?.value = content
        }
        if let stored, let slot = all.index(forKey: key), slot == place {
            all.values[slot] = stored
            return
        }
        all.removeValue(forKey: key)
        if let stored { all.updateValue(stored, forKey: key, insertingAt: min(place, all.count)) }
    }

    /// Copies a value that somebody sees (`Panel.follow`).
    mutating func follow(_ key: String, in whole: Values, isSeen: Bool) -> Bool {
        all.follow(key, in: whole.all, isSeen: isSeen)
    }

    /// Restores only the content of a value.
    mutating func put(content: JSON, _ key: String) {
        guard let slot = all.index(forKey: key) else { return }
        all.values[slot].value = content
    }

    // MARK: Errors

    func notFound(_ key: String) -> Refusal {
        let helps = Suggestion.text(for: key, among: all.keys, has: "there are", none: "there are none yet")
        return Refusal(.notFound, "no value \"\(key)\": \(helps)", details: ["key": .string(key)])
    }

    private func checkNew(_ key: String, limits: Limits) throws(Refusal) {
        try Naming.check(key, "the value's key")
        guard all.count < limits.values else {
            throw .limit("values", limits.values, "there are \(limits.values) values already: remove one first")
        }
    }

    // MARK: Checks

    /// The value converted to its declared kind: an integer becomes a double for `double`, `1.0` becomes `1` for `int`.
    ///
    /// - Throws: `invalid` for another kind or out of range, `limit` for a value that is too long.
    static func fit(_ value: JSON, key: String, _ declaration: ValueDeclaration?, limits: Limits) throws(Refusal)
        -> JSON
    {
        try limits.checkNesting(of: value, "value \"\(key)\"")
        guard value.fits(bytes: limits.valueBytes) else {
            throw Refusal(
                .limit, "value \"\(key)\" would be more than \(limits.valueBytes) bytes of JSON",
                details: ["limit": "valueBytes", "value": .int(limits.valueBytes), "key": .string(key)])
        }
        guard let declaration else { return value }
        guard let fitted = declaration.kind.fit(value) else {
            throw Refusal(
                .invalid, "value \"\(key)\" must be \(declaration.kind.description), not \(value.kindName)",
                details: ["key": .string(key), "kind": .string(declaration.kind.rawValue)])
        }
        if let range = declaration.range, let number = fitted.doubleValue, !range.holds(fitted) {
            let found = declaration.isSecret ? "" : ", not \(fitted.intValue.map(String.init) ?? number.text)"
            throw Refusal(
                .invalid, "value \"\(key)\" must be from \(range.lowerBound.text) to \(range.upperBound.text)\(found)",
                details: ["key": .string(key), "range": [.double(range.lowerBound), .double(range.upperBound)]])
        }
        return fitted
    }

    private static func check(_ declaration: ValueDeclaration) throws(Refusal) {
        guard !declaration.isSecret || declaration.initial == nil else {
            throw Refusal(
                .invalid,
                "value \"\(declaration.key)\" is secret, and the journal holds its declaration: set it without an initial value")
        }
        let isNumber = declaration.kind == .int || declaration.kind == .double
        guard isNumber || declaration.range == nil && declaration.step == nil else {
            throw Refusal(
                .invalid,
                "value \"\(declaration.key)\" is \(declaration.kind.description): only numbers have a range and a step")
        }
        if let step = declaration.step, !(step > 0 && step.isFinite) {
            throw Refusal(.invalid, "the step of value \"\(declaration.key)\" must be above 0, not \(step.text)")
        }
        if declaration.kind == .int, let range = declaration.range,
            range.lowerBound.rounded(.up) > range.upperBound
        {
            throw Refusal(
                .invalid,
                "value \"\(declaration.key)\" has the range \(range.lowerBound.text) to "
                    + "\(range.upperBound.text), which contains no integer")
        }
    }
}

extension Values.Stored {
    fileprivate func takes(_ value: JSON) -> Bool {
        guard let declaration else { return true }
        return declaration.kind.fit(value) == value && declaration.range?.holds(value) ?? true
    }
}

extension ValueDeclaration {
    /// The default initial value.
    var zero: JSON {
        switch kind {
        case .bool: .bool(false)
        case .int: range.flatMap { Int(exactly: $0.lowerBound.rounded(.up)) }.map { .int($0) } ?? .int(0)
        case .double: .double(range?.lowerBound ?? 0)
        case .string: .string("")
        case .json: .null
        }
    }
}

extension ValueDeclaration.Kind {
    /// The value converted to this kind; `nil` if it is of another kind.
    func fit(_ value: JSON) -> JSON? {
        switch (self, value) {
        case (.json, _), (.bool, .bool), (.int, .int), (.double, .double), (.string, .string): value
        case (.int, .double(let number)): Int(exactly: number).map { .int($0) }
        case (.double, .int(let number)): .double(Double(number))
        default: nil
        }
    }

    fileprivate var description: String {
        switch self {
        case .bool: "a boolean"
        case .int: "an integer"
        case .double: "a number"
        case .string: "a string"
        case .json: "any JSON"
        }
    }
}

extension Double {
    /// The shortest usual spelling: `100`, not `100.0`.
    fileprivate var text: String { Int(exactly: self).map(String.init) ?? description }
}

extension ClosedRange<Double> {
    /// Whether the range contains a number. Integers are compared exactly, because above 2^53 several integers share
    /// one double.
    fileprivate func holds(_ number: JSON) -> Bool {
        guard let whole = number.intValue else { return number.doubleValue.map(contains) ?? false }
        let (low, high) = (lowerBound.rounded(.up), upperBound.rounded(.down))
        let isAbove = Int(exactly: low).map { whole >= $0 } ?? (low < 0)
        let isBelow = Int(exactly: high).map { whole <= $0 } ?? (high > 0)
        return isAbove && isBelow
    }
}
