/// Why a change was not carried out.
package struct CarryOutFailure: Hashable, Sendable {
    /// In words for people.
    package let reason: String
    /// Whether the value is wrong, so that nothing was tried: only who asked for it is told.
    package let isOfValue: Bool

    package init(_ reason: String, isOfValue: Bool = false) {
        self.reason = reason
        self.isOfValue = isOfValue
    }
}
