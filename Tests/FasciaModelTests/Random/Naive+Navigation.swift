import FasciaModel

extension Naive {
    /// Supports only the stack `main` and the target `root`.
    mutating func navigate(_ command: Command) -> Bool {
        let layer = stack.last?.layer ?? 0
        func index(_ id: EntryID) -> Int? { stack.firstIndex { $0.id == id.rawValue } }
        func wasMinted(_ id: EntryID) -> Bool { Int(id.rawValue.dropFirst()).map { $0 <= minted } ?? false }
        switch command {
        case .push(_, let route, _): add(route, layer)
        case .modal(_, let route, _, _): add(route, layer + 1)
        case .pop(_, let entry):
            if let entry, !wasMinted(entry) { return false }
            if stack.count > 1, entry == nil || stack.last?.id == entry?.rawValue { stack.removeLast() }
        case .popTo(_, let place):
            let found: Int? =
                switch place {
                case .entry(let id): index(id)
                case .screen(let screen): stack.lastIndex { $0.route.screen == screen }
                case .index(let number): stack.indices.contains(number) ? number : nil
                }
            guard let found else { return false }
            stack.removeSubrange((found + 1)...)
        case .replace(_, let entry, let route):
            guard let place = entry.map(index) ?? stack.count - 1 else { return false }
            let layer = stack[place].layer
            add(route, layer)
            stack[place] = stack.removeLast()
        case .close(_, let entry):
            if let entry, !wasMinted(entry) { return false }
            let closing = entry.map { index($0).map { stack[$0].layer } ?? 0 } ?? layer
            if closing > 0 { stack.removeAll { $0.layer >= closing } }
        case .next: stack = [stack[0]]
        case .setPath(_, let path):
            var wanted: [(Route, Int)] = []
            for step in path { wanted.append((step.route, (wanted.last?.1 ?? 0) + (step.modal == nil ? 0 : 1))) }
            let common = zip(stack, wanted).prefix { $0.route == $1.0 && $0.layer == $1.1 }.count
            stack.removeSubrange(common...)
            for (route, layer) in wanted[common...] { add(route, layer) }
        default: return false
        }
        return true
    }

    private mutating func add(_ route: Route, _ layer: Int) {
        minted += 1
        stack.append(Place(id: "e\(minted)", route: route, layer: layer))
    }
}
