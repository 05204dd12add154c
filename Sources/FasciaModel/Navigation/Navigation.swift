import OrderedCollections

/// All stacks and targets of a panel, and the counter that names entries.
struct Navigation: Equatable, Sendable {
    static let mainStack = "main"
    /// The screen at the root of a new stack.
    static let homeScreen = "home"

    var stacks: OrderedDictionary<String, NavigationStack>
    var targets: OrderedDictionary<String, Target> = [:]
    /// The number of the last entry that was minted.
    var minted = 1

    init() {
        let root = Entry(id: EntryID("e1"), route: Route(Self.homeScreen))
        stacks = [Self.mainStack: NavigationStack(name: Self.mainStack, root: root)]
    }

    func find(_ entry: EntryID) -> (stack: String, entry: Entry)? {
        for stack in stacks.values {
            for layer in stack.layers {
                for candidate in layer.entries where candidate.id == entry { return (stack.name, candidate) }
            }
        }
        return nil
    }

    func wasMinted(_ entry: EntryID) -> Bool {
        guard entry.rawValue.hasPrefix("e"), let number = Int(entry.rawValue.dropFirst()) else { return false }
        // The number must be written as the panel writes it: not "e01", not "e+1".
        return (1...minted).contains(number) && entry.rawValue == "e\(number)"
    }
}
