import FasciaTesting
import FasciaUI
import Testing

private struct Row: View {
    let title: String
    var body: some View { Text(title) }
}

private struct Row_Previews: PreviewProvider {
    static var previews: some View {
        Row(title: "plain")
        Group {
            Row(title: "named").previewDisplayName("A name")
            ForEach(["x", "y"], id: \.self) { Row(title: $0) }
        }
        .previewLayout(.fixed(width: 160, height: 48))
        Row(title: "bold").bold()
    }
}

#Preview("Declared", traits: .fixedLayout(width: 80, height: 16)) {
    @Previewable @State var count = 1
    let title = "count \(count) }"
    Row(title: title)
    Button("More") { count += 1 }
}

@MainActor @Suite struct PreviewTests {
    @Test func everyPreviewOfAProvider_hasAPictureOfItsOwn() {
        let all = Snapshot.previews(of: Row_Previews.self)
        #expect(all.map(\.name) == [nil, "A name", nil, nil, nil])
        #expect(all.flatMap(\.snapshot.texts) == ["plain", "named", "x", "y", "bold"])
        #expect(all.map(\.snapshot.columns) == [80, 20, 20, 20, 80])
        #expect(all.map(\.snapshot.rows) == [24, 4, 4, 4, 24])
    }

    @Test func aPreviewWithoutAProvider_keepsItsNameAndItsLayout() {
        let preview = Preview("Two", traits: .fixedLayout(width: 80, height: 32)) {
            Row(title: "a")
            Row(title: "b")
        }
        let all = Snapshot.previews(of: preview)
        #expect(all.map(\.name) == ["Two", "Two"])
        #expect(all.map(\.snapshot.columns) == [10, 10])
        #expect(all.flatMap(\.snapshot.texts) == ["a", "b"])
    }

    /// Each of these expands to declarations that compile, under the module's own name and under another.
    @Test(arguments: [
        "#Preview { Text(\"a\") }",
        "#Preview(\"A \\\")\\\" b\", traits: .sizeThatFitsLayout, .landscapeLeft) { Text(\"a\") }",
        "#Preview {\n    let x = \"}\"\n    return Text(x)\n}",
        "#Preview {\n    @Previewable @State var on = false\n    @Previewable @State var words = [\"}\", \"{\"]\n    Toggle(words[0], isOn: $on)\n}",
        "@available(iOS 17.0, *)\n#Preview(traits: .sizeThatFitsLayout) { Text(\"a\") }",
        "#Preview { @Previewable @State var a = 1; Text(\"\\(a)\") }",
        "extension Int { enum Inner {} }\n#Preview { Text(\"a\") }\n#Preview { Text(\"b\") }",
    ])
    func previewsCompile(_ source: String) throws {
        #expect(try TypeChecker.errors(in: "import FasciaUI\n" + source) == "")
        let other = try TypeChecker.errors(in: "import SwiftUI\n" + source, ["-module-alias", "SwiftUI=FasciaUI"])
        #expect(other == "")
    }

    @Test func whatIsNoView_isRefused() throws {
        let said = try TypeChecker.errors(in: "import FasciaUI\n#Preview { 5 }")
        #expect(said.contains("error: ") && said.contains("View"), "\(said)")
    }
}
