import FasciaDocument
import FasciaPluginKit

/// A visible screen: the top one of a stack, or of a modal over it.
public struct ScreenLayer: Sendable {
    public let title: String
    public let entry: String
    /// `sheet`, `cover` or `alert`; `nil` for a screen of the stack.
    public let modal: String?
    /// The titles of the screens below it, from the bottom.
    public let path: [String]
    public let root: ScreenNode

    private init(_ json: JSON) {
        title = json["title"]?.stringValue ?? ""
        entry = json["entry"]?.stringValue ?? ""
        modal = json["modal"]?.stringValue
        path = (json["path"]?.arrayValue ?? []).compactMap(\.stringValue)
        root = ScreenNode(json["root"] ?? .null)
    }

    /// - Parameter screens: what a renderer gets.
    /// - Returns: the visible screens; only the last one can be operated.
    public static func all(in screens: String) throws(PluginFailure) -> [ScreenLayer] {
        (try JSON(screens: screens)["layers"]?.arrayValue ?? []).map(ScreenLayer.init)
    }
}
