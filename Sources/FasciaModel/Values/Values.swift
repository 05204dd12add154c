import OrderedCollections

/// The named values of a panel.
struct Values: Equatable, Sendable {
    struct Stored: Equatable, Sendable {
        /// `nil` for a value that somebody has set without declaring it.
        var declaration: ValueDeclaration?
        var value: JSON
    }

    var all: OrderedDictionary<String, Stored> = [:]
}
