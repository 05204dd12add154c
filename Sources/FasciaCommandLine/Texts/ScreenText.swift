import FasciaDocument

enum ScreenText {
    /// For example `pizza  Pizza (orphaned)`.
    static func list(_ result: JSON) -> String {
        let screens = result["screens"]?.arrayValue ?? []
        return Columns.aligned(
            screens.map { screen in
                let orphaned = screen["orphaned"]?.boolValue == true ? " (orphaned)" : ""
                return [screen["id"]?.stringValue ?? "?", (screen["title"]?.stringValue ?? "") + orphaned]
            })
    }
}

enum PluginText {
    /// One line for each plugin: id, version, what it provides, whether it is loaded, and its error. A line for each other file of that name
    /// follows.
    static func list(_ result: JSON) -> String {
        let plugins = result["plugins"]?.arrayValue ?? []
        return Columns.aligned(
            plugins.flatMap { plugin in
                let others = (plugin["others"]?.arrayValue ?? []).map { copy in
                    ["", copy["version"]?.plain ?? "", "", "also at \(copy["path"]?.plain ?? "?")"]
                }
                return [
                    [
                        plugin["id"]?.plain ?? "?", plugin["version"]?.plain ?? "", contents(plugin), state(plugin),
                        plugin["error"]?.plain ?? "",
                    ]
                ] + others
            })
    }

    private static func contents(_ plugin: JSON) -> String {
        let hasStyles = plugin["styles"]?.arrayValue?.isEmpty == false
        return [hasStyles ? "styles" : nil, plugin["renderer"] == true ? "renderer" : nil].compactMap { $0 }
            .joined(separator: ", ")
    }

    private static func state(_ plugin: JSON) -> String {
        guard plugin["loaded"]?.boolValue == true else { return "" }
        // Its process is not started again.
        if plugin["error"] != nil { return "stopped" }
        return plugin["isolation"]?.stringValue == "none" ? "loaded, NOT CONFINED" : "loaded"
    }

    /// That a plugin is loaded, and how its first style and its renderer are used.
    static func loaded(_ plugin: JSON) -> String {
        let (name, version) = (plugin["id"]?.plain ?? "?", plugin["version"]?.plain ?? "")
        var hints: [String] = []
        if let kind = plugin["styles"]?[0]?["kind"]?.plain, let style = plugin["styles"]?[0]?["name"]?.plain {
            hints.append("The panel uses it after: fascia environment \(kind)Style=\(style)")
        }
        if plugin["renderer"] == true { hints.append("It renders the panel with: fascia render --renderer \(name)") }
        return "\(name) \(version) is loaded. " + hints.joined(separator: "\n")
    }
}

enum TreeText {
    /// One line for each node: id, role, label, value with its condition, and whether it is disabled.
    static func tree(_ result: JSON) -> String {
        let nodes = result["nodes"]?.arrayValue ?? []
        return Columns.aligned(
            nodes.map { node in
                let disabled = node["enabled"]?.boolValue == false ? " (disabled)" : ""
                return [node["id"]?.stringValue ?? "?", node["role"]?.stringValue ?? "", words(node) + disabled]
            })
    }

    /// For example `Ham = on`, `Ham = on (stale: it ended)`, `Ham = unknown`.
    private static func words(_ node: JSON) -> String {
        func texts(_ member: String) -> [String] { (node[member]?.arrayValue ?? []).compactMap(\.stringValue) }
        let label = node["label"]?.stringValue ?? ""
        // Without a selection, the value is that of the option shown as a placeholder.
        let isUnselected = node["options"] != nil && node["selection"].map { $0 == JSON.null } ?? false
        let value = isUnselected ? "nothing selected" : node["value"]?.plain
        let told = ConditionWords.told(value ?? "", texts("conditions"), notes: texts("notes"))
        if value == nil, told.isEmpty { return label }
        // A text has no value but itself.
        return label + (value == nil && told.hasPrefix("(") ? " " : " = ") + told
    }

    /// Ids from the screen's author; generated ids consist of digits and dots and are not completed: the labels of
    /// those nodes are, unless several nodes have the same.
    @Sendable
    static func ids(_ result: JSON) -> [String] {
        let nodes = result["nodes"]?.arrayValue ?? []
        let names = nodes.compactMap { node -> String? in
            guard let id = node["id"]?.stringValue, id.allSatisfy({ $0.isNumber || $0 == "." }) else {
                return node["id"]?.stringValue
            }
            return node["label"]?.stringValue
        }
        return names.filter { name in !name.isEmpty && names.count { $0 == name } == 1 }
    }
}

/// Rows of cells, each column as wide as its widest cell.
enum Columns {
    static func aligned(_ rows: [[String]]) -> String {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.compactMap { column < $0.count ? $0[column].count : nil }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            for (cell, width) in zip(row, widths) {
                line += cell + String(repeating: " ", count: width - cell.count + 2)
            }
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }
}
