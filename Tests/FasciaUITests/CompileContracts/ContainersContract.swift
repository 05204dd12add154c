// Everything above the tests also compiles with SwiftUI; only the import differs.
import FasciaTesting
import FasciaUI
import Testing

struct Folder: Identifiable, Hashable {
    var id: String { name }
    var name: String
    var inside: [Folder]?
}

struct Containers: View {
    @State private var flags = [Folder(name: "etc"), Folder(name: "tmp")]
    @State private var isOpen = false
    private let tree = [Folder(name: "root", inside: [Folder(name: "leaf")])]

    var body: some View {
        Form {
            Section("Stacks") {
                HStack(alignment: .top, spacing: 16) {
                    VStack(alignment: .trailing, spacing: 0) {
                        Text("a")
                        Text("long")
                    }
                    ZStack(alignment: .topLeading) {
                        Text("under")
                        Text("o")
                    }
                }
            }
            Section {
                ForEach(0..<2) { Text("range \($0)") }
                ForEach(flags) { Text("identifiable \($0.name)") }
                ForEach(["x"], id: \.self) { Text("id \($0)") }
                ForEach($flags) { $folder in Button("binding \(folder.name)") { folder.name += "!" } }
            } header: {
                Text("Each")
            } footer: {
                Text("End of each")
            }
            DisclosureGroup("Closed", isExpanded: $isOpen) { Text("opened") }
            OutlineGroup(tree, children: \.inside) { Text($0.name) }
            GroupBox("Box") { Text("boxed") }
        }
    }
}

struct Scrolling: View {
    var body: some View {
        TabView {
            ScrollView(.vertical) {
                LazyVStack(alignment: .leading) { ForEach(0..<3) { Text("v\($0)") } }
                LazyHStack(spacing: 8) { ForEach(0..<3) { Text("h\($0)") } }
                Grid {
                    GridRow {
                        Text("g1"); Text("g2")
                    }
                }
                GeometryReader { proxy in Text(proxy.size.width > 0 ? "measured" : "empty") }.frame(height: 16)
            }
            .tabItem { Text("Scroll") }
            List { Text("in the list") }.tabItem { Text("List") }
        }
    }
}

@MainActor @Suite struct ContainersContractTests {
    @Test func stacksAlignAndSpace() throws {
        let lines = Snapshot(Containers(), columns: 40, rows: 40).lines
        let first = try #require(lines.firstIndex { $0.contains("onder") })
        // Trailing alignment: the short word ends where the long one does. The stacks are two columns apart. The layers
        // of a `ZStack` share a corner.
        let a = try #require(lines[first].column(of: "a"))
        let long = try #require(lines[first + 1].column(of: "long"))
        #expect(a == long + 3)
        #expect(lines[first].column(of: "onder") == long + 6)
    }

    @Test func everyContainerShowsItsContent_andOperates() throws {
        let snapshot = Snapshot(Containers(), columns: 40, rows: 40)
        let words = [
            "Stacks", "Each", "range 1", "identifiable tmp", "id x", "End of each", "Closed", "root", "boxed",
        ]
        for word in words { #expect(snapshot.text.contains(word), "\(word) in:\n\(snapshot.text)") }
        try snapshot.tap("binding etc")
        #expect(snapshot.text.contains("identifiable etc!"))
        #expect(!snapshot.text.contains("opened") && !snapshot.text.contains("leaf"))
        try snapshot.tap("▸ Closed")
        try snapshot.tap("▸ root")
        #expect(snapshot.text.contains("opened") && snapshot.text.contains("leaf"))
        #expect(snapshot.issues == [])
    }

    @Test func lazyContainersAndTabs() throws {
        let snapshot = Snapshot(Scrolling(), columns: 40, rows: 16)
        for word in ["v0", "v2", "h0", "g1", "measured"] {
            #expect(snapshot.text.contains(word), "\(word) in:\n\(snapshot.text)")
        }
        #expect(snapshot.lines.contains { $0.contains("h0") && $0.contains("h2") })
        #expect(!snapshot.lines.contains { $0.contains("v0") && $0.contains("v1") })
        try snapshot.tap("List")
        #expect(snapshot.text.contains("in the list"))
    }
}
