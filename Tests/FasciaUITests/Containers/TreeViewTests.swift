import FasciaTesting
import FasciaUI
import Testing

@MainActor @Suite struct TreeViewTests {
    @Test func keysAreSorted_valuesKeepTheirOrder() throws {
        let data = ["fruit": ["pear", "apple", "pear"], "bread": [], "cheese": ["brie"]]
        let snapshot = Snapshot(
            TreeView(data) {
                Text($0).bold()
            } value: {
                Text($0)
            }, columns: 20, rows: 10)
        #expect(snapshot.texts == ["bread", "cheese", "brie", "fruit", "pear", "apple", "pear"])
        #expect(snapshot.issues == [])
        let column = { (word: String) in
            try #require(snapshot.lines.first { $0.contains(word) }?.prefix { $0 == " " }.count)
        }
        #expect(try column("brie") == column("cheese") + 2)
    }

    @Test func contentsOperate_andKeepStateByTheirKey() throws {
        struct Sample: View {
            @State private var data = [2: ["b"]]
            var body: some View {
                VStack {
                    TreeView(data) {
                        Row(name: "key \($0)")
                    } value: {
                        Text($0)
                    }
                    Button("More") { data[1] = ["a"] }
                }
            }
        }
        let snapshot = Snapshot(Sample())
        try snapshot.tap("key 2 0")
        try snapshot.tap("More")
        #expect(snapshot.labels == ["key 1 0", "key 2 1", "More"])
    }

    struct Row: View {
        let name: String
        @State private var taps = 0
        var body: some View { Button("\(name) \(taps)") { taps += 1 } }
    }
}
