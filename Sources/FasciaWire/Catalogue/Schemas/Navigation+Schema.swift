import FasciaDocument
import FasciaModel

extension EntryID {
    public static let schema = Schema<String>.name.map {
        EntryID($0)
    } back: {
        $0.rawValue
    }
}

extension PathStep {
    /// `{"screen": "colors", "args": {"color": "red"}, "modal": "sheet"}`
    static let schema = Schema.record(
        PathStep(Route("")),
        [
            .required("screen", \.route.screen, .name, "The screen to show."),
            .defaulted("args", \.route.args, .any, default: .null, "The screen's arguments."),
            .optional("modal", \.modal, .oneOf, "Opens a new layer with this style."),
        ])

    static let pathSchema = Schema<[PathStep]>.array(of: schema)
}

extension Target {
    static let schema = Schema.record(
        Target(name: "", path: []),
        [
            .required("name", \.name, .name, "The name for nav.next."),
            .required("path", \.path, PathStep.pathSchema, "The path that it leads to."),
            .defaulted("mode", \.mode, .oneOf, default: .popToOrPush, "What happens to the current path."),
        ])
}
