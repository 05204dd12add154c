/// How an element is given another value: by `ui.set`, by the keys and the mouse.
public struct Edit: Hashable, Sendable {
    /// What takes the value.
    public enum Target: Hashable, Sendable {
        /// A value of the panel. Without a declared kind it stays a number where it is one.
        case value(key: String, kind: ValueDeclaration.Kind?)
        /// A component of a picker, which takes an element's id.
        case component(String)
        /// An action of the author's, which is sent with the new value.
        case action(Action)
    }

    /// What it may be.
    public enum Domain: Hashable, Sendable {
        case text
        case number(NumberScale)
        /// One of the element's options, or none of them.
        case option(isOptional: Bool)
    }

    public var target: Target
    public var domain: Domain

    public init(_ target: Target, _ domain: Domain) {
        self.target = target
        self.domain = domain
    }

    /// What gives it this value, which is one that it may have.
    public func activation(_ value: JSON) -> Activation {
        switch target {
        case .value(let key, _): .setValue(key: key, value)
        case .component(let id): .pick(id: id, element: value.stringValue)
        case .action(let action): .action(action.carrying(value))
        }
    }

    /// What gives it this text.
    ///
    /// - Throws: `invalid` where it is bound to a number or a boolean, and the text is none.
    public func activation(text: String) throws(Refusal) -> Activation {
        guard case .value(let key, let kind?) = target else { return activation(.string(text)) }
        let word = String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        let (value, expected): (JSON?, String) = switch kind {
        case .int: (Int(word).map { .int($0) }, "an integer")
        case .double:
            (Int(word).map { .int($0) } ?? Double(word).flatMap { $0.isFinite ? .double($0) : nil }, "a number")
        case .bool: (["true": true, "false": false][word].map { .bool($0) }, "true or false")
        case .string, .json: (.string(text), "")
        }
        guard let value else {
            throw Refusal(
                .invalid, "value \"\(key)\" takes \(expected), not \"\(text)\"", details: ["key": .string(key)])
        }
        return activation(value)
    }

    /// The number as this element sends it.
    public func activation(number: Double) -> Activation { activation(json(number)) }

    private func json(_ number: Double) -> JSON {
        if case .value(_, .double) = target { return .double(number) }
        return Int(exactly: number).map { .int($0) } ?? .double(number)
    }

    /// What gives an element a value that somebody asks for.
    ///
    /// - Parameter node: what errors call it, as `Element.named` says.
    /// - Throws: `invalid` where it is of another kind or out of range, `notFound` for an option that is not there,
    ///   `refused` for no option where one must be chosen.
    public func activation(setting value: JSON, of node: String, options: Options?) throws(Refusal) -> Activation {
        switch domain {
        case .text:
            if case .string(let text) = value { return try activation(text: text) }
            // What is bound says by itself what it takes; an author's action takes text.
            if case .value = target { return activation(value) }
            var remedy = ""
            if case .int(let number) = value { remedy = ": write it in quotes, as in JSON: \"\(number)\"" }
            throw Refusal(.invalid, "\(node) takes a string, not \(value.found)\(remedy)")
        case .number(let scale):
            guard let number = value.doubleValue else {
                throw Refusal(.invalid, "\(node) takes a number, not \(value.found)")
            }
            if let range = scale.range, !range.contains(number) {
                throw Refusal(
                    .invalid,
                    "\(node) goes from \(range.lowerBound.shortText) to \(range.upperBound.shortText): "
                        + "\(number.shortText) is outside")
            }
            return activation(value)
        case .option(let isOptional):
            return activation(try option(value, of: node, isOptional, options?.all ?? []))
        }
    }

    /// An option is named by its id, else by its label.
    private func option(
        _ value: JSON, of node: String, _ isOptional: Bool, _ options: [Options.Option]
    ) throws(Refusal) -> JSON {
        switch value {
        case .null:
            // A component of a picker refuses it by itself.
            if case .component = target { return value }
            guard isOptional else {
                throw Refusal(
                    .refused, "\(node) is not optional, so something must be chosen: \(there(options))")
            }
            return value
        case .string(let name):
            let found = options.first { $0.id == name } ?? options.first { $0.label == name }
            if let found { return .string(found.id) }
            if case .component = target { return value }
            throw Refusal(.notFound, "\(node) has no option \"\(name)\": \(there(options))")
        default:
            throw Refusal(
                .invalid,
                "\(node) takes the id or the label of an option\(isOptional ? ", or null" : ""), not "
                    + value.found)
        }
    }

    private func there(_ options: [Options.Option]) -> String {
        if options.isEmpty { return "it has none" }
        return "there \(options.count == 1 ? "is" : "are") " + options.prefix(10).map(\.id).joined(separator: ", ")
            + (options.count > 10 ? ", …" : "")
    }
}

/// What there is to choose from.
public struct Options: Hashable, Sendable {
    public struct Option: Hashable, Sendable {
        /// Unique among them.
        public var id: String
        public var label: String
        /// What chooses it; `nil` where nothing can be chosen.
        public var activation: Activation?

        public init(id: String, label: String, activation: Activation?) {
            self.id = id
            self.label = label
            self.activation = activation
        }
    }

    public var all: [Option]
    /// Where the one stands that is shown; `nil` where there is none.
    public var shown: Int?
    /// Whether the shown one is chosen, and no stand-in.
    public var isSelected: Bool

    public init(_ all: [Option], shown: Int?, isSelected: Bool) {
        self.all = all
        self.shown = shown
        self.isSelected = isSelected
    }

    /// Where the chosen one stands.
    public var selected: Int? { isSelected ? shown : nil }
}

/// The numbers that a control goes through.
public struct NumberScale: Hashable, Sendable {
    public var range: ClosedRange<Double>?
    public var step: Double

    public init(range: ClosedRange<Double>?, step: Double) {
        self.range = range
        self.step = step
    }

    /// So many steps from a number, at most to the end of the range; `nil` where there is no way on.
    public func stepped(_ number: Double, by count: Int) -> Double? {
        let next = clamped(tidy(number + Double(count) * step))
        return next == number || !next.isFinite ? nil : next
    }

    /// The number nearest to a part of the range that can be reached by steps from its lower end; the ends always can.
    public func number(at fraction: Double) -> Double? {
        guard let range else { return nil }
        if fraction >= 1 { return range.upperBound }
        guard fraction > 0 else { return range.lowerBound }
        // Neither a sum of its ends nor their difference has to be a number that there is.
        let point = range.lowerBound * (1 - fraction) + range.upperBound * fraction
        let steps = ((point - range.lowerBound) / step).rounded()
        guard steps.isFinite, (steps * step).isFinite else { return clamped(point) }
        return clamped(tidy(range.lowerBound + steps * step))
    }

    /// How far along the range a number is, from 0 to 1.
    public static func fraction(of number: Double, in range: ClosedRange<Double>) -> Double {
        guard number.isFinite, number > range.lowerBound else { return 0 }
        guard number < range.upperBound else { return 1 }
        let length = range.upperBound - range.lowerBound
        // The difference of two numbers may be larger than any: that of their halves is not.
        guard length.isFinite else {
            return (number / 2 - range.lowerBound / 2) / (range.upperBound / 2 - range.lowerBound / 2)
        }
        return (number - range.lowerBound) / length
    }

    private func clamped(_ number: Double) -> Double {
        range.map { min(max(number, $0.lowerBound), $0.upperBound) } ?? number
    }

    /// Without what binary fractions add: 0.1 + 0.2 is 0.3. Nine digits behind the first one of the step are kept.
    private func tidy(_ number: Double) -> Double {
        var unit = 1e9
        while unit * step < 1e9, unit < 1e15 { unit *= 10 }
        let scaled = number * unit
        return abs(scaled) < 9e15 ? scaled.rounded() / unit : number
    }
}

extension Double {
    /// As a person writes it: `100`, not `100.0`.
    public var shortText: String { Int(exactly: self).map(String.init) ?? description }
}
