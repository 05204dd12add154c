/// What is known of a start after which a unit is off, though it did not fail.
struct UnitStart: Hashable, Sendable {
    /// A condition of the unit file, such as `ConditionPathExists=/path`.
    struct Condition: Hashable, Sendable {
        var text: String
        var isUnmet: Bool

        init(_ text: String, isUnmet: Bool) { (self.text, self.isUnmet) = (text, isUnmet) }

        /// An element of the property `Conditions`: type, trigger, negated, parameter, and what was found.
        ///
        /// `nil` if it is malformed.
        init?(_ value: BusValue) {
            guard let fields = value.list, fields.count >= 5, let type = fields[0].text, let parameter = fields[3].text,
                let found = fields[4].number
            else { return nil }
            self.init(
                "\(type)=\(fields[1].bool == true ? "|" : "")\(fields[2].bool == true ? "!" : "")\(parameter)",
                isUnmet: found < 0)
        }
    }

    /// It does something and ends.
    var isOneshot = false
    var conditions: [Condition] = []
    /// Whether its conditions were met; `nil` if systemd has forgotten.
    var wasMet: Bool?

    /// Why it is off, for people.
    var whyItIsOff: String {
        switch wasMet {
        case true?: return "it ended at once"
        case nil: return "it ended at once, or a condition in its unit file is not met"
        case false?:
            let unmet = conditions.filter(\.isUnmet).map(\.text).joined(separator: ", ")
            return "a condition in its unit file is not met" + (unmet.isEmpty ? "" : ": " + unmet)
        }
    }
}
