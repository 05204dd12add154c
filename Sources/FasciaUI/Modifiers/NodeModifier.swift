import FasciaDocument

/// Adds modifiers to each node of its content.
struct NodeModifier: ViewModifier, PrimitiveModifier {
    let modifiers: [FasciaDocument.Modifier]
    /// Problems with the arguments, to report.
    var problems: [String] = []

    func update(_ place: ViewNode, content: any View) {
        place.updatePassthrough(content)
        for problem in problems { place.report(problem) }
        place.lower { [unowned place, modifiers] in place.childNodes.map { $0.with(modifiers) } }
    }
}

extension ViewNode {
    /// Reports a problem, with the views in which it occurred.
    func report(_ problem: String) { graph.report(path.isEmpty ? problem : "\(problem),\(around)") }
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
        report("frame(\(name): \(value)) is left out: a length is a finite number of points from 0 up\(hint)")
        return nil
    }

    /// The minimum, ideal and maximum length of a frame. If they contradict each other, the minimum overrides the
    /// ideal, and both override the maximum.
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
            report(
                "frame(\(said.joined(separator: ", "))) contradicts itself: the least is at most the ideal, and "
                    + "that at most the greatest; here the least holds")
        }
        return (low, middle.map { max($0, start) }, high.map { max($0, between) })
    }

    /// The bounds of a control's range; 0 to 1 if one is not finite.
    mutating func ends(_ range: ClosedRange<Double>, _ name: String) -> ClosedRange<Double> {
        if range.lowerBound.isFinite, range.upperBound.isFinite { return range }
        report("\(name)(in: \(range)) goes from 0 to 1 instead: its ends are finite numbers")
        return 0...1
    }

    /// The step of a control; `nil` if it is not a finite positive number.
    mutating func step(_ value: Double?, _ name: String) -> Double? {
        guard let value, !(value > 0 && value.isFinite) else { return value }
        report("\(name)(step: \(value)) is left out: a step is a finite number above 0")
        return nil
    }

    /// The value if it is finite, else 0.
    mutating func number(_ value: CGFloat, _ name: String) -> Double {
        if value.isFinite { return Double(value) }
        report("\(name)(\(value)) is taken for 0: it is no finite number")
        return 0
    }
}
