/// A screen as the panel keeps it, with what is known about it once and for all.
///
/// A reference, so that whoever has made something of it can tell at once whether it is still the same one.
final class PublishedScreen: Sendable, Equatable {
    let screen: Screen
    /// The ids that its author gave to nodes.
    let authorIDs: Set<String>
    /// The places of the largest parts that show nothing of the panel: what they come to does not depend on it.
    let fixedPlaces: Set<String>

    /// Smaller parts are resolved as quickly as they are found.
    private static let leastNodes = 16

    init(_ screen: Screen) {
        self.screen = screen
        var ids: Set<String> = []
        var places: Set<String> = []
        PublishedScreen.look(into: screen.body, "0", &ids, &places)
        authorIDs = ids
        fixedPlaces = places
    }

    static func == (left: PublishedScreen, right: PublishedScreen) -> Bool {
        left === right || left.screen == right.screen
    }

    /// - Returns: how many nodes there are in it, if it shows nothing of the panel.
    @discardableResult private static func look(
        into node: Node, _ place: String, _ ids: inout Set<String>, _ places: inout Set<String>
    ) -> Int? {
        if let id = node.id { ids.insert(id) }
        var count: Int? = node.content.isBound ? nil : 1
        var fixed: [(place: String, count: Int)] = []
        for (place, inner) in node.placesInside(place) {
            let inside = look(into: inner, place, &ids, &places)
            if let inside { fixed.append((place, inside)) }
            count = count.flatMap { before in inside.map { before + $0 } }
        }
        if let count {
            if place == "0", count >= leastNodes { places.insert(place) }
            return count
        }
        for part in fixed where part.count >= leastNodes { places.insert(part.place) }
        return nil
    }
}

extension Node {
    /// The nodes directly inside and attached, with their places: how they are called where their author says nothing.
    func placesInside(_ place: String) -> [(place: String, node: Node)] {
        children.enumerated().map { ("\(place).\($0)", $1) } + attached.enumerated().map { ("\(place)+\($0)", $1) }
    }
}

extension Node.Content {
    /// Whether it shows something that the panel holds.
    var isBound: Bool {
        switch self {
        case .group, .value: return true
        case .toggle(let toggle): if case .bind = toggle.source { return true }
        case .picker(let picker): if case .bind = picker.source { return true }
        case .textField(let field): if case .bind = field.source { return true }
        case .slider(let slider): if case .bind = slider.source { return true }
        case .stepper(let stepper): if case .bind = stepper.source { return true }
        case .progress(let progress): if case .bind = progress.source { return true }
        case .gauge(let gauge): if case .bind = gauge.source { return true }
        default: break
        }
        return false
    }
}
