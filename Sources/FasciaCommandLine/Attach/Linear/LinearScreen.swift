import FasciaDocument

/// The nodes of one screen, one line each. Each operable node has a number, which it keeps as long as it is visible.
struct LinearScreen {
    private(set) var entry = ""
    private(set) var path = ""
    /// The nodes that have words.
    private var nodes: [LinearNode] = []
    private var numbers: [String: Int] = [:]
    /// The number of nodes listed since the list began; `more` goes on after them.
    private var listed = 0

    /// Maximum number of lines that are listed at once.
    private static let pageSize = 100

    /// Replaces the nodes.
    ///
    /// - Returns: the lines to print: the whole list for another screen, otherwise one line for each difference.
    mutating func update(_ new: [LinearNode], path newPath: String, entry newEntry: String) -> [String] {
        let old = nodes
        let isNewScreen = newEntry != entry
        nodes = Self.removingRepeatedTexts(new).filter { !$0.description.isEmpty }
        if isNewScreen { numbers = [:] }
        (path, entry) = (newPath, newEntry)
        assignNumbers()
        guard !isNewScreen else { return list() }
        let changes = differences(from: old)
        // With many differences the whole list is easier to follow.
        return changes.count > 20 ? list() : changes
    }

    /// Removes texts inside an operable group, because the group's label contains them.
    private static func removingRepeatedTexts(_ nodes: [LinearNode]) -> [LinearNode] {
        var rest: Substring = ""
        return nodes.filter { node in
            if node.role == "text", node.label == "▸" || node.label == "▾", !rest.isEmpty { return false }
            if node.role == "text", !node.label.isEmpty, rest.hasPrefix(node.label) {
                rest = rest.dropFirst(node.label.count).drop { $0 == " " }
                return false
            }
            rest = node.isOperable && node.roleName == "group" ? node.label[...] : ""
            return true
        }
    }

    private mutating func assignNumbers() {
        var next = (numbers.values.max() ?? 0) + 1
        for node in nodes where node.isOperable && numbers[node.id] == nil {
            numbers[node.id] = next
            next += 1
        }
    }

    private func differences(from old: [LinearNode]) -> [String] {
        let before = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
        let now = Set(nodes.map(\.id))
        var lines: [String] = []
        for node in nodes {
            if let was = before[node.id] {
                if let change = node.change(from: was) { lines.append(change) }
            } else {
                lines.append("new: " + line(of: node))
            }
        }
        for node in old where !now.contains(node.id) { lines.append("removed: " + node.description) }
        return lines
    }

    /// The title and the first lines of the list.
    mutating func list() -> [String] {
        listed = 0
        return ["Screen: " + path] + (nodes.isEmpty ? ["The screen is empty."] : nextPage())
    }

    /// The next lines of the list.
    mutating func more() -> [String] { listed < nodes.count ? nextPage() : ["End of the list."] }

    private mutating func nextPage() -> [String] {
        let page = nodes.dropFirst(listed).prefix(Self.pageSize)
        listed += page.count
        let quit = nodes.count - listed
        return page.map { line(of: $0) } + (quit > 0 ? ["\(quit) more: type m"] : [])
    }

    func line(of node: LinearNode) -> String { (numbers[node.id].map { "\($0). " } ?? "") + node.description }

    /// The name by which the user can operate the node: its number.
    func name(of node: LinearNode) -> String { numbers[node.id].map(String.init) ?? node.id }

    /// Whether something that can be operated has this label.
    func hasLabel(_ label: String) -> Bool {
        nodes.contains { $0.isOperable && $0.label.lowercased() == label.lowercased() }
    }

    /// The nodes that a name matches: by number, by label regardless of case, or by id; otherwise by the beginning of a
    /// label.
    func find(_ name: String) -> [LinearNode] {
        let operable = nodes.filter(\.isOperable)
        if let number = Int(name) { return operable.filter { numbers[$0.id] == number } }
        let wanted = name.lowercased()
        let same = operable.filter { $0.label.lowercased() == wanted || $0.id == name }
        return same.isEmpty ? operable.filter { $0.label.lowercased().hasPrefix(wanted) } : same
    }
}
