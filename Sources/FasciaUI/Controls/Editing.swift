import FasciaDocument

extension Action {
    /// The action that a control sends with a new value. The node's id identifies the control.
    static func changed(_ node: String) -> Action { .control(.change, ["node": .string(node)]) }

    /// The action that a text field sends when Enter is pressed.
    static func submitted(_ node: String) -> Action { .control(.submit, ["node": .string(node)]) }
}

extension ViewNode {
    /// The words of a control's label if they are shown, and its icon, and an accessibility label if that differs.
    ///
    /// - Parameter canHide: whether `labelsHidden` applies. A button or tab consists of its label only, so its label
    ///   stays.
    func label(
        _ key: ChildIdentity = .label, canHide: Bool = true
    ) -> (shown: String?, modifiers: [FasciaDocument.Modifier]) { label(child(key)?.lowered() ?? [], canHide: canHide) }

    /// The same of a label's nodes.
    func label(_ nodes: [Node], canHide: Bool) -> (shown: String?, modifiers: [FasciaDocument.Modifier]) {
        let (icon, nodes) = nodes.icon
        let (words, spoken) = (nodes.visibleText, nodes.accessibilityText)
        let isHidden = canHide && environment.labelsHidden
        let shown = words.isEmpty || isHidden ? nil : words
        let modifiers: [FasciaDocument.Modifier] = isHidden ? [] : icon.map { [.icon($0)] } ?? []
        return (shown, modifiers + nodes.commonAttributes + (spoken == shown ?? "" ? [] : [.accessibilityLabel(spoken)]))
    }

    /// Handles taps on this control's node. A toggle gets its new state.
    func handleTaps(_ action: @escaping (Bool?) -> Void) {
        eventHandler = .control(action)
        graph.registerControl(address, at: self)
    }

    /// A control's node between the labels of its bounds, which are the children 0 and 1.
    func withBoundLabels(_ node: Node) -> [Node] {
        let labels = [0, 1].map { child(.index($0))?.lowered() ?? [] }
        guard !labels.allSatisfy(\.isEmpty) else { return [node] }
        return [Node(.stack(StackContent(.horizontal, children: labels[0] + [node] + labels[1])))]
    }

    /// Handles the values that the user enters into this control's node.
    func handleEdits(isTap: Bool = true, _ action: @escaping (JSON) -> Void) {
        eventHandler = .edit(isTap: isTap) { value, _ in action(value) }
        graph.registerControl(address, at: self)
    }
}

/// Converts numbers of any type to and from JSON numbers.
enum JSONNumber {
    static func double<Value>(_ value: Value) -> Double? {
        if let whole = value as? any BinaryInteger { return Double(whole) }
        return (value as? any BinaryFloatingPoint).map(double)
    }

    private static func double(_ value: any BinaryFloatingPoint) -> Double {
        func opened<F: BinaryFloatingPoint>(_ value: F) -> Double { Double(value) }
        return opened(value)
    }

    /// `nil` if the type cannot represent the number.
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

extension EnvironmentValues {
    @Entry var labelsHidden = false

    public var labelsVisibility: Visibility {
        get { labelsHidden ? .hidden : .automatic }
        set { labelsHidden = newValue == .hidden }
    }
}

extension View {
    /// Hides the labels of the controls inside. Scripts and screen readers still use them.
    public func labelsHidden() -> some View { environment(\.labelsHidden, true) }
    public func labelsVisibility(_ visibility: Visibility) -> some View { environment(\.labelsVisibility, visibility) }
}
