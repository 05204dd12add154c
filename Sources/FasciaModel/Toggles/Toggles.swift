import OrderedCollections

/// All toggle groups of a panel by the id of their outermost group.
struct Toggles: Equatable, Sendable {
    var groups: OrderedDictionary<String, ToggleGroup> = [:]

    func info(_ id: String) -> ToggleInfo? { nil }
    func tree(_ id: String) -> ToggleTree? { nil }
    func children(of id: String) -> [String]? { nil }
}
struct ToggleGroup: Equatable, Sendable {
    var layout: ToggleLayout
    static func == (l: Self, r: Self) -> Bool { l.layout === r.layout }
}
extension ToggleLayout { var leafCount: Int { ids.count } }
