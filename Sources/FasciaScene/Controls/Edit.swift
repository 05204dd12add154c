import FasciaDocument
import FasciaModel

/// How an element's value is edited: by `ui.set`, by keys, and with the mouse.
public struct Edit: Hashable, Sendable {
    /// The receiver of the new value.
    public enum Target: Hashable, Sendable {
        /// A value of the panel. A numeric value without a declared kind accepts only numbers as text.
        case value(key: String, kind: ValueDeclaration.Kind?)
        /// A component of a picker; the value is an element's id.
        case component(String)
        /// An action of the screen's author, sent with the new value.
        case action(Action)
    }

    /// The values it accepts.
    public enum Domain: Hashable, Sendable {
        case text
        case number(NumberScale)
        /// The id of one of the element's options. `isOptional`: null is also accepted.
        case option(isOptional: Bool)
    }

    public var target: Target
    public var domain: Domain

    public init(_ target: Target, _ domain: Domain) {
        self.target = target
        self.domain = domain
    }

    /// The activation that sets this value. The value must be in the domain.
    public func activation(_ value: JSON) -> Activation {
        switch target {
        case .value(let key, _): .setValue(key: key, value)
        case .component(let id): .pick(id: id, element: value.stringValue)
        case .action(let action): .action(action.carrying(value))
        }
    }

    /// The activation that sets this text.
    ///
    /// - Throws: `invalid` if the target is a number or a boolean and the text does not parse as one.
    public func activation(text: String) throws(Refusal) -> Activation {
        guard case .value(let key, let kind?) = target else { return activation(.string(text)) }
        let word = String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        let (value, expected): (JSON?, String) =
            switch kind {
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

    /// The activation that sets this number, as a double or an integer depending on the target.
    public func activation(number: Double) -> Activation { activation(json(number)) }

    private func json(_ number: Double) -> JSON {
        if case .value(_, .double) = target { return .double(number) }
        return Int(exactly: number).map { .int($0) } ?? .double(number)
    }

    /// The activation that sets a requested value.
    ///
    /// - Parameter node: the element's name in error messages; see `Element.named`.
    /// - Throws: `invalid` for another kind of value or one out of range, `notFound` for an unknown option, `refused`
    ///   for null if an option is required.
    public func activation(setting value: JSON, of node: String, options: Options?) throws(Refusal) -> Activation {
        switch domain {
        case .text:
            if case .string(let text) = value { return try activation(text: text) }
            // A bound value checks the kind itself; an author's action takes text.
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
                    "\(node) must be from \(range.lowerBound.shortText) to \(range.upperBound.shortText), "
                        + "not \(number.shortText)")
            }
            return activation(value)
        case .option(let isOptional):
            return activation(try option(value, of: node, isOptional, options?.all ?? []))
        }
    }

    /// The id of the option with this id, else with this label.
    private func option(
        _ value: JSON, of node: String, _ isOptional: Bool, _ options: [Options.Option]
    ) throws(Refusal) -> JSON {
        switch value {
        case .null:
            // The picker's component checks null itself.
            if case .component = target { return value }
            guard isOptional else {
                throw Refusal(
                    .refused, "\(node) is not optional, so an option must be selected: \(optionList(options))")
            }
            return value
        case .string(let name):
            let found = options.first { $0.id == name } ?? options.first { $0.label == name }
            if let found { return .string(found.id) }
            if case .component = target { return value }
            throw Refusal(.notFound, "\(node) has no option \"\(name)\": \(optionList(options))")
        default:
            throw Refusal(
                .invalid,
                "\(node) takes the id or the label of an option\(isOptional ? ", or null" : ""), not "
                    + value.found)
        }
    }

    private func optionList(_ options: [Options.Option]) -> String {
        if options.isEmpty { return "it has none" }
        return "there \(options.count == 1 ? "is" : "are") " + options.prefix(10).map(\.id).joined(separator: ", ")
            + (options.count > 10 ? ", …" : "")
    }
}

/// The options of a choice.
public struct Options: Hashable, Sendable {
    public struct Option: Hashable, Sendable {
        /// Unique among the options.
        public var id: String
        public var label: String
        /// Selects it; `nil` if nothing can be selected.
        public var activation: Activation?

        public init(id: String, label: String, activation: Activation?) {
            self.id = id
            self.label = label
            self.activation = activation
        }
    }

    public var all: [Option]
    /// The index of the option shown; `nil` if there is none.
    public var shown: Int?
    /// Whether the option shown is selected; false for a placeholder.
    public var isSelected: Bool

    public init(_ all: [Option], shown: Int?, isSelected: Bool) {
        self.all = all
        self.shown = shown
        self.isSelected = isSelected
    }

    /// The index of the selected option.
    public var selected: Int? { isSelected ? shown : nil }
}

/// The numbers that a control steps through.
public struct NumberScale: Hashable, Sendable {
    public var range: ClosedRange<Double>?
    public var step: Double

    public init(range: ClosedRange<Double>?, step: Double) {
        self.range = range
        self.step = step
    }

    /// The number `count` steps away, clamped to the range; `nil` if it is the same number.
    public func stepped(_ number: Double, by count: Int) -> Double? {
        let next = clamped(tidy(number + Double(count) * step))
        return next == number || !next.isFinite ? nil : next
    }

    /// The number at a fraction of the range, rounded to steps from the lower bound. Both bounds can be reached.
    public func number(at fraction: Double) -> Double? {
        guard let range else { return nil }
        if fraction >= 1 { return range.upperBound }
        guard fraction > 0 else { return range.lowerBound }
        // Interpolates this way because the sum and the difference of the bounds may overflow.
        let point = range.lowerBound * (1 - fraction) + range.upperBound * fraction
        let steps = ((point - range.lowerBound) / step).rounded()
        guard steps.isFinite, (steps * step).isFinite else { return clamped(point) }
        return clamped(tidy(range.lowerBound + steps * step))
    }

    /// The position of a number in the range, from 0 to 1.
    public static func fraction(of number: Double, in range: ClosedRange<Double>) -> Double {
        guard number.isFinite, number > range.lowerBound else { return 0 }
        guard number < range.upperBound else { return 1 }
        let length = range.upperBound - range.lowerBound
        // The difference may overflow; the difference of the halves cannot.
        guard length.isFinite else {
            return (number / 2 - range.lowerBound / 2) / (range.upperBound / 2 - range.lowerBound / 2)
        }
        return (number - range.lowerBound) / length
    }

    private func clamped(_ number: Double) -> Double {
        range.map { min(max(number, $0.lowerBound), $0.upperBound) } ?? number
    }

    /// Rounds off binary fraction errors: 0.1 + 0.2 becomes 0.3. Keeps nine digits after the first digit of the step.
    private func tidy(_ number: Double) -> Double {
        var unit = 1e9
        while unit * step < 1e9, unit < 1e15 { unit *= 10 }
        let scaled = number * unit
        return abs(scaled) < 9e15 ? scaled.rounded() / unit : number
    }
}
