import FasciaDocument

/// The path of a stack on one line: `home / red / orange  (sheet: confirm)`.
enum PathText {
    static func path(_ stack: JSON) -> String {
        let layers = stack["layers"]?.arrayValue ?? []
        return layers.map { layer in
            let entries = (layer["entries"]?.arrayValue ?? []).map(entry).joined(separator: " / ")
            guard let style = layer["modal"]?.stringValue else { return entries }
            return "(\(style): \(entries))"
        }.joined(separator: "  ")
    }

    /// For example `detail {"id":7}`.
    private static func entry(_ entry: JSON) -> String {
        let screen = entry["screen"]?.stringValue ?? "?"
        return switch entry["args"] {
        case nil, .null?, .object([:])?: screen
        case let args?: "\(screen) \(args.line)"
        }
    }

    @Sendable
    static func entries(_ stack: JSON) -> [String] {
        (stack["layers"]?.arrayValue ?? []).flatMap { $0["entries"]?.arrayValue ?? [] }
            .compactMap { $0["id"]?.stringValue }
    }
}
