/// Rules for the names of stacks, targets, screens, values and options.
package enum Naming {
    package static let longest = 512

    /// The problem with one segment of an option's id, as the end of a sentence; `nil` for a valid segment.
    package static func problem(inSegment segment: String) -> String? {
        guard let problem = problem(in: segment) else {
            return segment.utf8.contains(UInt8(ascii: "/")) ? "is \"\(segment)\": \"/\" separates the levels" : nil
        }
        return problem
    }

    /// The problem with a name, as the end of a sentence; `nil` for a valid name.
    package static func problem(in name: String) -> String? {
        if name.isEmpty { return "is empty" }
        if name.utf8.count > longest { return "has \(name.utf8.count) bytes: \(longest) are allowed" }
        var previous: UInt8 = 0
        for byte in name.utf8 {
            if byte == UInt8(ascii: "*") { return "is \"\(name)\": \"*\" is for patterns" }
            // C0, DEL, and C1, which is C2 80 to C2 9F in UTF-8.
            if byte < 0x20 || byte == 0x7F || previous == 0xC2 && byte < 0xA0 { return "has a control character" }
            previous = byte
        }
        return nil
    }

    /// - Parameter what: the subject of the error message, such as `the stack's name`.
    static func check(_ name: String, _ what: String) throws(Refusal) {
        if let problem = problem(in: name) { throw Refusal(.invalid, "\(what) \(problem)") }
    }

    /// Refuses a name that equals a known name under Unicode equivalence but has different bytes (é as one scalar or as
    /// two). Byte-wise and text-wise look-ups would disagree about such a name.
    ///
    /// - Parameter what: the kind of the named thing for the error message, such as `value`.
    static func checkBytes(of name: String, against known: String, _ what: String) throws(Refusal) {
        guard !name.isSameText(as: known) else { return }
        throw Refusal(
            .invalid,
            "\(what) \"\(known)\" exists, and this name is equivalent in Unicode but has \(name.utf8.count) bytes "
                + "instead of \(known.utf8.count): use the existing spelling or another name",
            details: ["id": .string(known)])
    }
}
