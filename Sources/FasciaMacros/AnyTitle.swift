/// `@AnyTitle public init(_ title: LocalizedStringKey, …) { … }`: the same is declared for any string. A literal is a key.
enum AnyTitle {
    /// `nil` for a declaration without a key, or without a name and parameters.
    static func declaration(_ source: String) -> String? {
        var text = source.replacing("@AnyTitle", with: "", maxReplacements: 1)
        guard text.contains("LocalizedStringKey"), let name = text.firstMatch(of: /\b(?:init|func \w+)/) else { return nil }
        let end = name.range.upperBound
        switch text[end...].first {
        case "<": text.replaceSubrange(end...end, with: "<AnyTitle: StringProtocol, ")
        case "(": text.insert(contentsOf: "<AnyTitle: StringProtocol>", at: end)
        default: return nil
        }
        return "@_disfavoredOverload\n" + text.replacing("LocalizedStringKey", with: "AnyTitle", maxReplacements: 1)
    }
}
