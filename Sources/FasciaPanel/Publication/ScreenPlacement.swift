import FasciaDocument

/// Which screens of a panel contain what.
struct ScreenPlacement: Sendable {
    /// What the nodes of each screen are bound to.
    private var names: [String: Set<String>] = [:]

    init() {}

    init(_ publication: Publication) {
        for call in publication.calls.map(\.call) where call.method == "screen.put" {
            guard let screen = call.params["screen"], let id = screen["id"]?.stringValue else { continue }
            ScreenPlacement.collect(screen, into: &names[id, default: []])
        }
    }

    private static func collect(_ json: JSON, into names: inout Set<String>) {
        if let name = json["bind"]?.stringValue { names.insert(name) }
        for member in json.objectValue?.members ?? [] { collect(member.value, into: &names) }
        for element in json.arrayValue ?? [] { collect(element, into: &names) }
    }

    /// The screens that contain a thing, or a group or a picker that it belongs to.
    func screens(of thing: Thing) -> Set<String> {
        var names = [thing.name]
        while let slash = names.last?.lastIndex(of: "/"), let last = names.last { names.append(String(last[..<slash])) }
        return Set(self.names.filter { !$0.value.isDisjoint(with: names) }.keys)
    }
}
