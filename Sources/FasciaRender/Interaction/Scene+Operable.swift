import FasciaModel

extension Scene {
    /// An element that can be operated, found by its id or its label.
    public struct Operable: Hashable, Sendable {
        public var entry: EntryID
        public var element: String
        public var activation: Activation
        /// The state of a toggle; `nil` for a button.
        public var state: GroupState?
    }

    /// The element of the top layer with this id, else the only one with this label.
    ///
    /// - Throws: `notFound`, with what there is; `invalid` where several have the label, with their ids, and where it
    ///   cannot be operated at all; `refused` where it is disabled.
    public func operable(_ name: String) throws(Refusal) -> Operable {
        guard let layer = layers.last else { throw Refusal(.notFound, "stack \"\(stack)\" shows nothing") }
        let all = layer.root.all
        let found = all.first { $0.id == name }
        let labelled = found.map { [$0] } ?? all.filter { $0.label == name }
        guard let element = labelled.first else {
            let there = all.filter { $0.activation != nil }.map { "\($0.id) (\($0.label))" }
            throw Refusal(
                .notFound, "no node \"\(name)\" on screen \"\(layer.entry.route.screen)\": there \(list(there))",
                details: ["nodes": .array(all.filter { $0.activation != nil }.map { .string($0.id) })])
        }
        let candidates = labelled.filter { $0.activation != nil }
        guard candidates.count <= 1 else {
            let ids = candidates.map(\.id)
            throw Refusal(
                .invalid,
                "\(ids.count) nodes have the label \"\(name)\": name one by its id: \(ids.joined(separator: ", "))",
                details: ["nodes": .array(ids.map { .string($0) })])
        }
        guard let target = candidates.first, let activation = target.activation else {
            throw Refusal(.invalid, "node \"\(element.id)\" is a \(element.role): it cannot be operated")
        }
        guard target.isEnabled else {
            throw Refusal(.refused, "node \"\(target.id)\" (\(target.label)) is disabled")
        }
        let state: GroupState? = if case .toggle(_, let state) = target.content { state } else { nil }
        return Operable(entry: layer.entry.id, element: target.id, activation: activation, state: state)
    }

    private func list(_ names: [String]) -> String {
        if names.isEmpty { return "is nothing to operate" }
        return "is " + names.prefix(10).joined(separator: ", ") + (names.count > 10 ? ", …" : "")
    }
}
