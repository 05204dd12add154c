/// Limits that a test lowers in order to reach them quickly, from the environment:
/// `FASCIA_SMALL=backlog=65536,history=50`.
package enum SmallLimits {
    /// - Parameter names: the limits this program supports.
    /// - Throws: a `Refusal` for an unknown or malformed assignment, which would otherwise leave a test without the
    ///   limit it relies on.
    package static func parse(_ text: String, of names: [String]) throws(Refusal) -> [String: Int] {
        var limits: [String: Int] = [:]
        for assignment in text.split(separator: ",") {
            let parts = assignment.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, let name = names.first(where: { $0 == parts[0] }), let number = Int(parts[1]),
                number > 0
            else {
                throw Refusal(.invalid, "FASCIA_SMALL: invalid \"\(assignment)\", expected \(list(of: names))")
            }
            limits[name] = number
        }
        return limits
    }

    private static func list(of names: [String]) -> String {
        guard names.count > 1, let last = names.last else { return names.joined() + "= with a number above 0" }
        let others = names.dropLast().map { $0 + "=" }.joined(separator: ", ")
        return "\(others) and \(last)= with numbers above 0, and a comma between them"
    }
}
