import FasciaModel

/// Something that a node's own modifier says. It is done to each node of the content.
struct NodeModifier: ViewModifier, PrimitiveModifier {
    typealias Body = Never
    let modifiers: [FasciaModel.Modifier]
    /// What is wrong about what the author has given.
    var problems: [String] = []

    func update(_ place: Place, content: any View) {
        place.updateContent(content)
        for problem in problems { place.report(problem) }
        place.lower { [unowned place, modifiers] in place.childNodes.map { $0.with(modifiers) } }
    }
}

extension Place {
    /// Says what is wrong with what the author has given, and in which views.
    func report(_ problem: String) { graph.report(path.isEmpty ? problem : "\(problem),\(around)") }
}

extension Node {
    func with(_ modifiers: [FasciaModel.Modifier]) -> Node {
        var node = self
        node.modifiers += modifiers
        return node
    }
}

extension View {
    func node(_ modifiers: FasciaModel.Modifier...) -> some View { modifier(NodeModifier(modifiers: modifiers)) }

    /// What is said of a node with numbers that may be wrong: those are left out, and reported.
    func node(checking make: (inout NumberCheck) -> [FasciaModel.Modifier]) -> some View {
        var check = NumberCheck()
        let modifiers = make(&check)
        return modifier(NodeModifier(modifiers: modifiers, problems: check.problems))
    }
}

/// Looks for numbers that no layout can use. SwiftUI says the same at run time, and goes on without them.
struct NumberCheck {
    private(set) var problems: [String] = []

    mutating func report(_ problem: String) { problems.append(problem) }

    /// A length of a frame: from 0 up.
    mutating func length(_ value: CGFloat?, _ name: String, upToInfinity: Bool = false) -> Double? {
        guard let value else { return nil }
        if value >= 0, value.isFinite || upToInfinity { return Double(value) }
        let hint = value == .infinity && !upToInfinity ? " (maxWidth and maxHeight may be infinite)" : ""
        report("frame(\(name): \(value)) is left out: a length is a finite number of points from 0 up\(hint)")
        return nil
    }

    /// The least, the ideal and the greatest length of a frame, in this order: where they contradict each other, the
    /// smaller ones win.
    mutating func range(
        _ least: CGFloat?, _ ideal: CGFloat?, _ most: CGFloat?, _ dimension: String
    ) -> (least: Double?, ideal: Double?, most: Double?) {
        let low = length(least, "min\(dimension)")
        let middle = length(ideal, "ideal\(dimension)", upToInfinity: true)
        let high = length(most, "max\(dimension)", upToInfinity: true)
        let start = low ?? -.infinity
        let between = max(middle ?? start, start)
        if start > middle ?? start || between > high ?? between {
            let said = [("min", low), ("ideal", middle), ("max", high)].compactMap { name, value in
                value.map { "\(name)\(dimension): \($0)" }
            }
            report("frame(\(said.joined(separator: ", "))) contradicts itself: the least is at most the ideal, and "
                    + "that at most the greatest; here the least holds")
        }
        return (low, middle.map { max($0, start) }, high.map { max($0, between) })
    }

    /// The ends of what a control goes through; 0 to 1 where one of them is no number.
    mutating func ends(_ range: ClosedRange<Double>, _ name: String) -> ClosedRange<Double> {
        if range.lowerBound.isFinite, range.upperBound.isFinite { return range }
        report("\(name)(in: \(range)) goes from 0 to 1 instead: its ends are finite numbers")
        return 0...1
    }

    /// How far a control goes at once; `nil` for what leads nowhere.
    mutating func step(_ value: Double?, _ name: String) -> Double? {
        guard let value, !(value > 0 && value.isFinite) else { return value }
        report("\(name)(step: \(value)) is left out: a step is a finite number above 0")
        return nil
    }

    /// Any number there is; 0 for what is none.
    mutating func number(_ value: CGFloat, _ name: String) -> Double {
        if value.isFinite { return Double(value) }
        report("\(name)(\(value)) is taken for 0: it is no finite number")
        return 0
    }
}
