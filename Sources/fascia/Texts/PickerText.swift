import FasciaDocument

/// Pickers with their components. An element in parentheses is shown but not selected:
///
///     height  Height
///         value  ‹ 1 ›   1 2 3
///         unit   ‹ (m) ›   m cm
enum PickerText {
    /// Maximum number of elements that are listed; the others are counted.
    private static let maximumElements = 12

    static func list(_ result: JSON) -> String {
        pickers(result).map(picker).joined(separator: "\n")
    }

    @Sendable
    static func ids(_ result: JSON) -> [String] { pickers(result).compactMap { $0["id"]?.stringValue } }

    @Sendable
    static func componentIDs(_ result: JSON) -> [String] {
        pickers(result).flatMap(components).filter { $0["role"] == nil }.compactMap { $0["id"]?.stringValue }
    }

    private static func pickers(_ result: JSON) -> [JSON] { result["pickers"]?.arrayValue ?? [result] }

    private static func components(_ picker: JSON) -> [JSON] { picker["components"]?.arrayValue ?? [] }

    private static func picker(_ picker: JSON) -> String {
        let id = picker["id"]?.plain ?? "?"
        let title = picker["title"]?.stringValue.flatMap { $0 == id ? nil : "  " + $0 } ?? ""
        let rows = components(picker).map { component in
            ["    " + (component["id"]?.plain.split(separator: "/").last.map(String.init) ?? "?")] + cells(component)
        }
        return ([id + title] + [Columns.aligned(rows)]).joined(separator: "\n")
    }

    private static func cells(_ component: JSON) -> [String] {
        let elements = component["elements"]?.arrayValue ?? []
        let ids = elements.compactMap { $0["id"]?.stringValue }
        let more = ids.count > maximumElements ? " … \(ids.count - maximumElements) more" : ""
        let shown = component["shown"]?.stringValue ?? ""
        if component["role"]?.stringValue == "label" {
            return [elements.first { $0["id"]?.stringValue == shown }?["label"]?.plain ?? "", ""]
        }
        let isSelected = component["selection"]?.stringValue != nil
        return [isSelected ? "‹ \(shown) ›" : "‹ (\(shown)) ›", ids.prefix(maximumElements).joined(separator: " ") + more]
    }
}
