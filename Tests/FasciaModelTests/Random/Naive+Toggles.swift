import FasciaDocument
import FasciaModel

extension Naive {
    /// Computes the states and the enablement of all groups from their options.
    mutating func derive() {
        states = [:]
        for (id, declaration) in declarations { derive(id, declaration) }
    }

    private mutating func derive(_ id: String, _ declaration: OptionDeclaration) {
        guard let options = declaration.options else { return }
        for option in options { derive(id + "/" + option.id, option) }
        enabled[id] = nil
        guard !declaration.independent else { return }
        let leaves = leaves(below: id) ?? []
        let count = leaves.count { on[$0] == true }
        states[id] = count == 0 ? .off : count == leaves.count ? .on : .mixed
        enabled[id] = leaves.contains { enabled[$0] == true }
    }

    private func find(_ id: String) -> OptionDeclaration? {
        let segments = id.split(separator: "/").map(String.init)
        var found = declarations[segments[0]]
        for segment in segments.dropFirst() { found = found?.options?.first { $0.id == segment } }
        return found
    }

    /// The full ids of all options below a group; for an option, its own id.
    func leaves(below id: String) -> [String]? {
        guard let declaration = find(id) else { return nil }
        guard let options = declaration.options else { return [id] }
        return options.flatMap { leaves(below: id + "/" + $0.id) ?? [] }
    }

    /// Every group with its full id.
    private func groups(_ id: String, _ declaration: OptionDeclaration) -> [(id: String, group: OptionDeclaration)] {
        guard let options = declaration.options else { return [] }
        return [(id, declaration)] + options.flatMap { groups(id + "/" + $0.id, $0) }
    }

    private func isIn(_ leaf: String, _ group: String) -> Bool { leaf.hasPrefix(group + "/") }

    /// Whether the options that are on obey all rules.
    private func isLawful(_ declaration: OptionDeclaration, before: Naive? = nil) -> Bool {
        groups(declaration.id, declaration).allSatisfy { id, group in
            let count = on.filter { isIn($0.key, id) && $0.value }.count
            let was = before?.on.filter { isIn($0.key, id) && $0.value }.count ?? 0
            let rules = group.rules
            if rules.exclusive, count > 1 || was == 1 && count == 0 { return false }
            if let min = rules.min, count < min { return false }
            if let max = rules.max, count > max { return false }
            for (path, needs) in rules.requires where on["\(id)/\(path)"] == true {
                if needs.contains(where: { on["\(id)/\($0)"] != true }) { return false }
            }
            return rules.excludes.allSatisfy { set in set.filter { on["\(id)/\($0)"] == true }.count <= 1 }
        }
    }

    mutating func setToggle(_ id: String, _ goal: Bool) -> Bool {
        guard let declaration = find(id), let leaves = leaves(below: id) else { return false }
        if declaration.options != nil, declaration.independent { return false }
        let isGroup = declaration.options != nil
        let changing = leaves.filter { on[$0] != goal && (!isGroup || enabled[$0] == true) }
        guard !changing.isEmpty, let root = declarations[Self.root(id)] else { return true }
        let before = self
        for leaf in changing { on[leaf] = goal }
        var fixed = Set(leaves)
        // Repeats until a fixed point is reached.
        var isSettled = !goal
        while !isSettled {
            isSettled = true
            for (group, declaration) in groups(root.id, root) {
                for (path, needs) in declaration.rules.requires where on["\(group)/\(path)"] == true {
                    for need in needs.map({ "\(group)/\($0)" }) where on[need] == false {
                        if before.on[need] == true || enabled[need] == false { return false }
                        on[need] = true
                        fixed.insert(need)
                        isSettled = false
                    }
                }
                guard declaration.rules.exclusive else { continue }
                let members = on.keys.filter { isIn($0, group) && on[$0] == true }
                let isNew = members.contains { before.on[$0] == false }
                for other in members where isNew && before.on[other] == true && !fixed.contains(other) {
                    if enabled[other] == false { return false }
                    on[other] = false
                    isSettled = false
                }
            }
        }
        return isLawful(root, before: before)
    }

    mutating func flip(_ id: String, _ expect: GroupState?) -> Bool {
        guard let declaration = find(id), let leaves = leaves(below: id) else { return false }
        if declaration.options == nil {
            guard enabled[id] == true, expect == nil || expect == (on[id] == true ? .on : .off) else { return false }
            return setToggle(id, on[id] != true)
        }
        if declaration.independent { return false }
        let usable = leaves.filter { enabled[$0] == true }
        if usable.isEmpty, !leaves.isEmpty { return false }
        guard expect == nil || expect == states[id] else { return false }
        return setToggle(id, usable.contains { on[$0] != true })
    }

    mutating func declare(_ declaration: OptionDeclaration) -> Bool {
        let (wasOn, wasEnabled) = (on, enabled)
        on = on.filter { Self.root($0.key) != declaration.id }
        enabled = enabled.filter { Self.root($0.key) != declaration.id }
        declarations[declaration.id] = declaration
        for leaf in leaves(below: declaration.id) ?? [] {
            let option = find(leaf)
            on[leaf] = wasOn[leaf] ?? option?.on ?? false
            enabled[leaf] = option?.disabled.map { !$0 } ?? wasEnabled[leaf] ?? true
        }
        return isLawful(declaration)
    }
}
