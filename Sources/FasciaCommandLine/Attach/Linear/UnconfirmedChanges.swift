import FasciaDocument
import FasciaModel

/// The changes that go back unless somebody confirms them, as far as events have told.
struct UnconfirmedChanges {
    private var ids: [String] = []

    /// What the command `keep` confirms.
    var latest: String? { ids.last }

    /// - Parameter change: a change of an event.
    /// - Returns: what to announce; `nil` if it makes no change unconfirmed.
    mutating func receive(_ change: JSON) -> String? {
        guard let kind = change["kind"]?.stringValue, let id = change["id"]?.stringValue,
            ["unconfirmed", "confirmed", "reverted", "released"].contains(kind)
        else { return nil }
        ids.removeAll { $0 == id }
        guard kind == "unconfirmed" else { return nil }
        ids.append(id)
        let back =
            switch change["back"] {
            case .bool(let isOn): " to \(isOn ? "on" : "off")"
            case let value?: " to " + value.displayText
            case nil: ""
            }
        let seconds = Int((change["within"]?.doubleValue ?? 0).rounded())
        return Printable.text("\(id) goes back\(back) in \(seconds) s: type keep to keep it.")
    }
}
