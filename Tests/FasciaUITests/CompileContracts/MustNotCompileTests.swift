import Testing

/// Code that the compiler must refuse, with error messages that help its author.
@Suite struct MustNotCompileTests {
    struct Snippet: CustomTestStringConvertible, Sendable {
        var name: String
        /// The body of the view.
        var body: String
        /// The properties of the view.
        var properties = ""
        /// Declarations next to the view.
        var beside = ""
        var error: String
        var testDescription: String { name }

        var source: String {
            """
            import FasciaUI
            \(beside)
            struct Sample: View {
                \(properties)
                var body: some View { \(body) }
            }
            """
        }
    }

    @Test func correctSnippetCompilesWithoutDiagnostics() throws {
        let snippet = Snippet(
            name: "", body: "Toggle(\"On\", isOn: $isOn)", properties: "@State var isOn = true", error: "")
        #expect(try TypeChecker.errors(in: snippet.source) == "")
    }

    static let snippets: [Snippet] =
        [
            Snippet(
                name: "a toggle needs a binding", body: "Toggle(\"On\", isOn: true)",
                error: "cannot convert value of type 'Bool' to expected argument type 'Binding<Bool>'"),
            Snippet(
                name: "a toggle is bound to a Bool", body: "Toggle(\"On\", isOn: $count)",
                properties: "@State var count = 0",
                error: "cannot convert value of type 'Binding<Int>' to expected argument type 'Binding<Bool>'"),
            Snippet(
                name: "state needs a value", body: "Text(\"a\")", properties: "@State var x",
                error: "type annotation missing"),
            Snippet(
                name: "a view needs a body", body: "Other()", beside: "struct Other: View {}",
                error: "does not conform to protocol 'View'"),
            Snippet(
                name: "a body is made of views", body: "5", error: "requires that 'Int' conform to 'View'"),
            Snippet(
                name: "state is not set from outside a mutating place", body: "Text(name)",
                properties: "let name = \"a\"; func change() { name = \"b\" }", error: "cannot assign to property: 'name'"),
            Snippet(
                name: "a ForEach needs ids", body: "ForEach(things) { Text($0.name) }",
                properties: "let things: [Thing]", beside: "struct Thing { var name: String }",
                error: "conform to 'Identifiable'"),
            Snippet(
                name: "a sheet's item is identifiable", body: "Text(\"a\").sheet(item: $thing) { Text($0.name) }",
                properties: "@State var thing: Thing?", beside: "struct Thing { var name: String }",
                error: "conform to 'Identifiable'"),
            Snippet(
                name: "a path holds hashable values", body: "NavigationStack(path: $path) { Text(\"a\") }",
                properties: "@State var path: [Thing] = []", beside: "struct Thing {}", error: "conform to 'Hashable'"),
            Snippet(
                name: "a link's value is hashable", body: "NavigationLink(\"Go\", value: Thing())",
                beside: "struct Thing {}", error: "conform to 'Hashable'"),
            Snippet(
                name: "a style has its place",
                body: "Toggle(\"On\", isOn: .constant(true)).toggleStyle(PlainButtonStyle())",
                error: "requires that 'PlainButtonStyle' conform to 'ToggleStyle'"),
            Snippet(
                name: "an object in the environment is observable", body: "Text(\"a\").environmentObject(Model())",
                beside: "final class Model {}", error: "conform to 'ObservableObject'"),
            Snippet(
                name: "published properties are of classes", body: "Text(\"a\")",
                beside: "struct Model { @Published var x = 1; func f() -> Int { x } }",
                error: "@Published is only for properties of classes"),
            Snippet(
                name: "onChange needs a value that can be compared", body: "Text(\"a\").onChange(of: Thing()) {}",
                beside: "struct Thing {}", error: "conform to 'Equatable'"),
            Snippet(
                name: "app storage keeps what it can write", body: "Text(\"a\")",
                properties: "@AppStorage(\"x\") var x = Thing()", beside: "struct Thing {}",
                error: "no exact matches in call to initializer"),
            Snippet(
                name: "environment values have paths", body: "Text(\"a\")",
                properties: "@Environment(\\.nothing) var nothing: Int", error: "cannot infer key path type from context"),
            Snippet(
                name: "a frame's length is a number", body: "Text(\"a\").frame(width: \"wide\")",
                error: "cannot convert value of type 'String'"),
            Snippet(
                name: "a modifier needs a body", body: "Text(\"a\").modifier(Nothing())",
                beside: "struct Nothing: ViewModifier {}", error: "does not conform to protocol 'ViewModifier'"),
        ]
        + bodiless.map { name, protocols in
            Snippet(
                name: "\(name) needs a body", body: "Text(\"a\")", beside: "struct Other: \(protocols) {}",
                error: "does not conform to protocol '\(protocols)'")
        }

    /// Protocols for which a conforming type must declare its body or appearance.
    private static let bodiless = [
        ("a scene", "Scene"), ("an app", "App"), ("what stands in a bar", "ToolbarContent"), ("a shape", "Shape"),
        ("a style of switches", "ToggleStyle"), ("a style of buttons", "ButtonStyle"),
        ("a style of buttons that says when", "PrimitiveButtonStyle"), ("a style of labels", "LabelStyle"),
        ("a style of progress", "ProgressViewStyle"), ("a style of boxes", "GroupBoxStyle"),
        ("a style of pickers", "PickerStyle"), ("a style of columns", "PickerViewStyle"),
        ("a style of shapes", "ShapeStyle"),
    ]

    @Test(arguments: snippets) func itDoesNotCompile(_ snippet: Snippet) throws {
        let said = try TypeChecker.errors(in: snippet.source)
        #expect(said.contains("error: "))
        #expect(said.contains(snippet.error), "it says: \(said)")
    }
}
