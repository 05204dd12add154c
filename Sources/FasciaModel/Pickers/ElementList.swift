import FasciaDocument

/// The elements of a component, indexed by id.
struct ElementList: Equatable, Sendable {
    let elements: [PickerElement]
    private let places: [String: Int]

    /// - Precondition: the ids are distinct.
    init(_ elements: [PickerElement]) {
        self.elements = elements
        places = Dictionary(elements.enumerated().map { ($1.id, $0) }) { first, _ in first }
    }

    static func == (left: Self, right: Self) -> Bool { left.elements == right.elements }

    var isEmpty: Bool { elements.isEmpty }
    var ids: [String] { elements.map(\.id) }

    func contains(_ id: String) -> Bool { places[id] != nil }
    func index(of id: String) -> Int? { places[id] }
}
