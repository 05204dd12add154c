import FasciaDocument
import FasciaModel

extension EntryID {
    public static let schema = Schema<String>.string.map {
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
            .required("screen", \.route.screen, .string, "The screen to show."),
            .defaulted("args", \.route.args, .any, default: .null, "What the screen is given."),
            .optional("modal", \.modal, .oneOf, "Begins a new layer that looks like this."),
        ])

    static let pathSchema = Schema<[PathStep]>.array(of: schema)
}

extension Target {
    static let schema = Schema.record(
        Target(name: "", path: []),
        [
            .required("name", \.name, .string, "What nav.next takes."),
            .required("path", \.path, PathStep.pathSchema, "Where it leads."),
            .defaulted("mode", \.mode, .oneOf, default: .popToOrPush, "What happens to what is there."),
        ])
}
