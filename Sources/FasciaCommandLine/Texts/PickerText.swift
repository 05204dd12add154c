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

    /// The ids of the elements of a component, or of a picker's only component.
    static func elements(of id: String, in picker: JSON) -> [String] {
        let all = components(picker).filter { $0["role"] == nil }
        let component = all.first { $0["id"]?.stringValue == id } ?? (all.count == 1 ? all[0] : nil)
        return (component?["elements"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue }
    }

    /// The selection of a component or of a picker; an object for a picker with several components. `null` if nothing is selected
    /// or the selection is unknown.
    static func picked(_ id: String, in picker: JSON) -> JSON? {
        let selections = components(picker).filter { $0["role"] == nil }.map { component in
            let isUnknown = ConditionWords.isUnknown(component["condition"])
            return (id: component["id"]?.stringValue ?? "", selection: isUnknown ? .null : component["selection"] ?? .null)
        }
        if let component = selections.first(where: { $0.id == id }) { return component.selection }
        guard picker["id"]?.stringValue == id else { return nil }
        if selections.count == 1 { return selections[0].selection }
        return .object(.init(selections.map { (String($0.id.dropFirst(id.count + 1)), $0.selection) }))
    }

    /// Whether the selection of a component, or of a picker's only component, is unknown.
    static func isUnknown(_ id: String, in picker: JSON) -> Bool {
        let all = components(picker).filter { $0["role"] == nil }
        let component = all.first { $0["id"]?.stringValue == id } ?? (all.count == 1 ? all[0] : nil)
        return ConditionWords.isUnknown(component?["condition"])
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
        let selection = isSelected ? "‹ \(shown) ›" : "‹ (\(shown)) ›"
        return [
            ConditionWords.isUnknown(component["condition"]) ? "‹ ? ›" : selection,
            ids.prefix(maximumElements).joined(separator: " ") + more
                + ConditionWords.suffix(isSelected ? component["condition"] : notAssumed(component["condition"])),
        ]
    }

    /// Without a selection, nothing was set that could be assumed.
    private static func notAssumed(_ condition: JSON?) -> JSON? {
        guard var members = condition?.objectValue else { return nil }
        members["assumed"] = JSON?.none
        return .object(members)
    }
}
