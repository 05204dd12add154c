import FasciaScreens

/// What a screen reader says about the screen that can be operated: one announcement a line, in reading order.
struct Speech {
    var lines: [String] = []

    static func text(_ layers: [ScreenLayer]) -> String {
        var speech = Speech()
        // What is behind a modal cannot be reached.
        if let layer = layers.last { speech.say(layer) }
        return speech.lines.map { $0 + "\n" }.joined()
    }

    private mutating func say(_ layer: ScreenLayer) {
        switch layer.modal {
        case nil: break
        case "alert": say(Announcement(name: layer.title, role: "alert"))
        case "cover": say(Announcement(name: layer.title, role: "full-screen dialog"))
        default: say(Announcement(name: layer.title, role: "dialog"))
        }
        if let below = layer.path.last { say(Announcement(name: below, role: "back button")) }
        if layer.modal == nil { say(Announcement(name: layer.title, role: "heading level 1")) }
        say(layer.root, level: 2)
    }

    mutating func say(_ announcement: Announcement) {
        let text = announcement.text
        if !text.isEmpty { lines.append(text) }
    }

    /// - Parameters:
    ///   - level: of headings in it.
    ///   - position: of an option or an item among its siblings, such as `2 of 5`.
    mutating func say(_ node: ScreenNode, level: Int, position: String? = nil) {
        guard !node.isUnspoken else { return }
        switch node.role {
        case "list": sayList(node, level: level)
        case "table": sayTable(node, level: level)
        case "section": saySection(node, level: level)
        case "log":
            let lines = Self.count(node.children.count, "line")
            sayContainer(node, Announcement(name: node.label, role: "log", value: lines), level)
        case "menu" where node.options.isEmpty: sayMenu(node, level: level)
        case "picker" where !node.children.isEmpty: sayOptions(node, level: level)
        case _ where node.isSaidAsAWhole:
            say(node.announcement(level: level, position: position))
            for child in node.children { sayControls(in: child, level: level) }
        default: sayContainer(node, node.announcement(level: level, position: position), level)
        }
    }

    private mutating func sayContainer(_ node: ScreenNode, _ announcement: Announcement, _ level: Int) {
        say(announcement)
        for child in node.children { say(child, level: level) }
        sayRest(of: node)
    }

    /// The controls in a node whose words have been said.
    private mutating func sayControls(in node: ScreenNode, level: Int) {
        guard !node.isUnspoken else { return }
        if node.isOperable { return say(node, level: level) }
        for child in node.children { sayControls(in: child, level: level) }
    }

    private mutating func sayRest(of node: ScreenNode) {
        if node.unknownRows > 0 { say(Announcement(name: "\(node.unknownRows) more")) }
    }

    // MARK: - Containers

    private mutating func saySection(_ node: ScreenNode, level: Int) {
        let footer = node.text("footer")
        if node["title"] != nil || node.isSet("tap") { say(node.announcement(level: level)) }
        for child in node.children { say(child, level: node["title"] == nil ? level : level + 1) }
        say(Announcement(name: footer))
    }

    private mutating func sayList(_ node: ScreenNode, level: Int) {
        let rows = node.children.filter { !$0.isUnspoken && $0.isItem }
        let count = rows.reduce(0) { $0 + ($1.role == "rows" ? $1.children.count + $1.unknownRows : 1) }
        sayContainer(node, Announcement(name: node.label, role: "list", value: Self.count(count, "item")), level)
    }

    private mutating func sayMenu(_ node: ScreenNode, level: Int) {
        let items = node.children.filter { !$0.isUnspoken && $0.isItem }
        var announcement = node.announcement(level: level)
        announcement.value = Self.count(items.count, "item")
        say(announcement)
        for child in node.children { say(child, level: level) }
    }

    private mutating func sayOptions(_ node: ScreenNode, level: Int) {
        say(node.announcement(level: level))
        for (index, child) in node.children.enumerated() {
            say(child, level: level, position: "\(index + 1) of \(node.children.count)")
        }
    }

    static func count(_ count: Int, _ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }
}

extension ScreenNode {
    /// Whether it is one of the things that a list or a menu has, rather than their heading or what separates them.
    fileprivate var isItem: Bool {
        switch role {
        case "section": self["options"] != nil || !children.isEmpty
        case "divider", "spacer", "empty": false
        default: true
        }
    }
}
