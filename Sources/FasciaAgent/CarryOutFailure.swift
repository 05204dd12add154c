/// Why a change was not carried out.
package struct CarryOutFailure: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case failed
        /// The value is wrong, so that nothing was tried: only who asked for it is told.
        case ofValue
        /// It was given up, because another change waits for its end.
        case cancelled
    }

    /// In words for people.
    package let reason: String
    package let kind: Kind

    package init(_ reason: String, _ kind: Kind = .failed) {
        self.reason = reason
        self.kind = kind
    }
}
