/// The measurements of one run, and the targets they must meet.
struct Report {
    private(set) var figures: [Figure] = []
    private(set) var targets: [Target] = []

    /// One measurement, for several servers or sizes.
    struct Figure {
        var name: String
        var unit: String
        /// The server or size, and its value.
        var values: [(String, Double)]
    }

    /// A condition that the run must meet.
    struct Target {
        var name: String
        /// A description of the compared value.
        var measure: String
        var value: Double
        var limit: Limit

        enum Limit {
            case atMost(Double)
            case atLeast(Double)
        }

        var isMet: Bool {
            switch limit {
            case .atMost(let most): value <= most
            case .atLeast(let least): value >= least
            }
        }
    }

    var isMet: Bool { targets.allSatisfy(\.isMet) }

    mutating func add(_ name: String, _ unit: String, _ values: [(String, Double)]) {
        figures.append(Figure(name: name, unit: unit, values: values))
    }

    mutating func require(_ name: String, _ measure: String, _ value: Double, _ limit: Target.Limit) {
        targets.append(Target(name: name, measure: measure, value: value, limit: limit))
    }

    var text: String {
        let width = figures.map(\.name.count).max() ?? 0
        var lines = figures.map { figure in
            let values = figure.values.map { "\($0) \(readable($1))" }.joined(separator: "   ")
            return "\(padded(figure.name, to: width))  \(padded(figure.unit, to: 4))  \(values)"
        }
        lines += ["", "targets"]
        let names = targets.map(\.name.count).max() ?? 0
        lines += targets.map { target in
            let limit =
                switch target.limit {
                case .atMost(let most): "at most \(readable(most))"
                case .atLeast(let least): "at least \(readable(least))"
                }
            let verdict = (target.isMet ? "PASS  " : "FAIL  ") + padded(target.name, to: names)
            return "\(verdict)  \(target.measure) \(readable(target.value)), \(limit)"
        }
        return lines.joined(separator: "\n")
    }

    private func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// Three significant digits; no fraction for 100 and above.
    private func readable(_ value: Double) -> String {
        if value.magnitude >= 100 || value == value.rounded() { return String(Int(value.rounded())) }
        let scale = value.magnitude >= 10 ? 10.0 : 100.0
        return String((value * scale).rounded() / scale)
    }
}

extension [Double] {
    /// The median; 0 for an empty array.
    var median: Double { percentile(0.5) }

    /// The value below which this share of all values lies; 0 for an empty array.
    func percentile(_ share: Double) -> Double {
        guard !isEmpty else { return 0 }
        return sorted()[Swift.min(count - 1, Int(Double(count) * share))]
    }
}
