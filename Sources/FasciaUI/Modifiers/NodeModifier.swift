import FasciaDocument

/// Adds modifiers to each node of its content.
struct NodeModifier: ViewModifier, PrimitiveModifier {
    let modifiers: [FasciaDocument.Modifier]
    /// Problems with the arguments, to report.
    var problems: [String] = []

    func update(_ viewNode: ViewNode, content: any View) {
        viewNode.updatePassthrough(content)
        for problem in problems { viewNode.report(problem) }
        viewNode.setLowering { [unowned viewNode, modifiers] in viewNode.childNodes.map { $0.with(modifiers) } }
    }
}

extension ViewNode {
    /// Reports a problem, with the views in which it occurred.
    func report(_ problem: String) { graph.report(path.isEmpty ? problem : "\(problem),\(messageSuffix)") }
}

extension Node {
    func with(_ modifiers: [FasciaDocument.Modifier]) -> Node {
        var node = self
        node.modifiers += modifiers
        return node
    }
}

extension View {
    func node(_ modifiers: FasciaDocument.Modifier...) -> some View { modifier(NodeModifier(modifiers: modifiers)) }

    /// Adds node modifiers whose numbers may be invalid. Invalid ones are dropped and reported.
    func node(checking make: (inout NumberValidator) -> [FasciaDocument.Modifier]) -> some View {
        var check = NumberValidator()
        let modifiers = make(&check)
        return modifier(NodeModifier(modifiers: modifiers, problems: check.problems))
    }
}

/// Checks for numbers that layout cannot use. Like SwiftUI, it reports them at run time and ignores them.
struct NumberValidator {
    private(set) var problems: [String] = []

    mutating func report(_ problem: String) { problems.append(problem) }

    /// A length of a frame: finite and not negative.
    mutating func length(_ value: CGFloat?, _ name: String, upToInfinity: Bool = false) -> Double? {
        guard let value else { return nil }
        if value >= 0, value.isFinite || upToInfinity { return Double(value) }
        let hint = value == .infinity && !upToInfinity ? " (maxWidth and maxHeight may be infinite)" : ""
        report("frame(\(name): \(value)) is ignored: a length must be finite and not negative\(hint)")
        return nil
    }

    /// The minimum, ideal and maximum length of a frame. If they contradict each other, the minimum overrides the
    /// ideal, and both override the maximum.
    mutating func range(
        _ minimum: CGFloat?, _ ideal: CGFloat?, _ maximum: CGFloat?, _ dimension: String
    ) -> (minimum: Double?, ideal: Double?, maximum: Double?) {
        let lower = length(minimum, "min\(dimension)")
        let middle = length(ideal, "ideal\(dimension)", upToInfinity: true)
        let upper = length(maximum, "max\(dimension)", upToInfinity: true)
        let start = lower ?? -.infinity
        let between = max(middle ?? start, start)
        if start > middle ?? start || between > upper ?? between {
            let arguments = [("min", lower), ("ideal", middle), ("max", upper)].compactMap { name, value in
                value.map { "\(name)\(dimension): \($0)" }
            }
            report(
                "frame(\(arguments.joined(separator: ", "))) is contradictory: minimum ≤ ideal ≤ maximum is required; "
                    + "the minimum is used")
        }
        return (lower, middle.map { max($0, start) }, upper.map { max($0, between) })
    }

    /// The bounds of a control's range; 0 to 1 if one is not finite.
    mutating func bounds(_ range: ClosedRange<Double>, _ name: String) -> ClosedRange<Double> {
        if range.lowerBound.isFinite, range.upperBound.isFinite { return range }
        report("\(name)(in: \(range)) uses 0...1 instead: bounds must be finite")
        return 0...1
    }

    /// The step of a control; `nil` if it is not a finite positive number.
    mutating func step(_ value: Double?, _ name: String) -> Double? {
        guard let value, !(value > 0 && value.isFinite) else { return value }
        report("\(name)(step: \(value)) is ignored: a step must be finite and positive")
        return nil
    }

    /// The value if it is finite, else 0.
    mutating func number(_ value: CGFloat, _ name: String) -> Double {
        if value.isFinite { return Double(value) }
        report("\(name)(\(value)) is treated as 0: it must be finite")
        return 0
    }
}
