import FasciaModel

extension Action {
    /// What a control of an app's says when it is given a value. The app knows by the node's id what to do.
    static func changed(_ node: String) -> Action { .own(.change, ["node": .string(node)]) }

    /// What a text field says when Enter is pressed in it.
    static func submitted(_ node: String) -> Action {
        .own(.submit, ["node": .string(node)])
    }
}

extension Place {
    /// The words of a control's label as they are shown, and what the control is called where that is something else.
    ///
    /// - Parameter canHide: whether `labelsHidden` holds for it: a button or a tab is nothing but its label.
    func label(
        _ key: PlaceKey = .label, canHide: Bool = true
    ) -> (shown: String?, modifiers: [FasciaModel.Modifier]) {
        let nodes = child(key)?.lowered() ?? []
        let (words, spoken) = (nodes.words, nodes.spokenWords)
        let shown = words.isEmpty || canHide && environment.labelsHidden ? nil : words
        return (shown, spoken == shown ?? "" ? [] : [.accessibilityLabel(spoken)])
    }

    /// Takes what its node is given.
    func takesEdits(isTap: Bool = true, _ action: @escaping (JSON) -> Void) {
        gesture = .edit(isTap: isTap) { value, _ in action(value) }
        graph.handle(address, at: self)
    }
}

/// A number of any type as JSON has it, and back.
enum JSONNumber {
    static func double<Value>(_ value: Value) -> Double? {
        if let whole = value as? any BinaryInteger { return Double(whole) }
        return (value as? any BinaryFloatingPoint).map(double)
    }

    private static func double(_ value: any BinaryFloatingPoint) -> Double {
        func opened<F: BinaryFloatingPoint>(_ value: F) -> Double { Double(value) }
        return opened(value)
    }

    /// `nil` where the type has no such number.
    static func value<Value>(_ json: JSON, as type: Value.Type) -> Value? {
        func whole<I: BinaryInteger>(_: I.Type) -> Any? {
            if let int = json.intValue { return I(exactly: int) }
            return json.doubleValue.flatMap { I(exactly: $0) }
        }
        func real<F: BinaryFloatingPoint>(_: F.Type) -> Any? { json.doubleValue.map { F($0) } }
        if let type = type as? any BinaryInteger.Type { return whole(type) as? Value }
        if let type = type as? any BinaryFloatingPoint.Type { return real(type) as? Value }
        return nil
    }
}

private struct LabelsHiddenKey: EnvironmentKey { static let defaultValue = false }

extension EnvironmentValues {
    var labelsHidden: Bool {
        get { self[LabelsHiddenKey.self] }
        set { self[LabelsHiddenKey.self] = newValue }
    }
}

extension View {
    /// The labels of the controls in it are not shown; scripts and screen readers know the controls by them still.
    public func labelsHidden() -> some View { environment(\.labelsHidden, true) }
}
