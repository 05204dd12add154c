extension NavigationStack {
    /// The violated invariants; empty for every stack that commands can make.
    public func checkInvariants() -> [String] {
        var problems: [String] = []
        if layers.isEmpty { problems.append("stack \(name) has no layer") }
        for (index, layer) in layers.enumerated() {
            if layer.entries.isEmpty { problems.append("stack \(name): layer \(index) is empty") }
            if (layer.modal == nil) != (index == 0) {
                problems.append("stack \(name): layer \(index) has the wrong style")
            }
        }
        if Set(entries.map(\.id)).count != depth { problems.append("stack \(name) has an entry twice") }
        return problems
    }
}
