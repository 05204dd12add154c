import FasciaDocument
import FasciaTesting
import FasciaUI
import Foundation
import Testing

@MainActor @Suite struct TableTests {
    private struct File: Identifiable {
        let id: String
        var size: Int
        var isShared = false
    }

    private static let files = [
        File(id: "notes", size: 30), File(id: "music", size: 4_000, isShared: true), File(id: "code", size: 7),
    ]

    private struct Files: View {
        @State private var order = [KeyPathComparator(\File.id)]
        @State private var selected: String?

        var body: some View {
            VStack {
                Table(TableTests.files.sorted(using: order), selection: $selected, sortOrder: $order) {
                    TableColumn("Name", value: \.id).width(200)
                    TableColumn("Size", value: \.size) { Text("\($0.size)") }.alignment(.numeric)
                    TableColumn("Shared") { file in if file.isShared { Text("yes") } }
                }
                Text("selected \(selected ?? "none")")
            }
        }
    }

    private func names(_ snapshot: Snapshot) -> [String] {
        snapshot.texts.filter { ["notes", "music", "code"].contains($0) }
    }

    @Test func rowsOneByOne_andAMenuInTheLastCell() async throws {
        var opened: Set<String> = []
        let table = Table(of: File.self) {
            TableColumn("Name", value: \.id)
            TableColumn("Size") { Text("\($0.size)") }
        } rows: {
            TableRow(Self.files[2])
            ForEach(Self.files.prefix(2)) { TableRow($0) }
        }
        .contextMenu(forSelectionType: String.self) { rows in Button("Open") { opened = rows } }
        let snapshot = Snapshot(table, columns: 40, rows: 10)
        #expect(names(snapshot) == ["code", "notes", "music"])
        let pilot = Pilot(snapshot)
        #expect(try await pilot.node("Actions for 30")?.role == "menu")
        let items = try await pilot.nodes.filter { $0.label == "Open" }
        try #require(items.count == 3)
        try await pilot.tap(items[1].id)
        #expect(opened == ["notes"])
    }

    @Test func columnsAndRows() {
        let snapshot = Snapshot(Files(), columns: 40, rows: 10)
        #expect(names(snapshot) == ["code", "music", "notes"])
        let header = snapshot.lines.first { $0.contains("Name ▲") } ?? ""
        #expect(header.contains("Size") && header.contains("Shared"))
        // An empty cell does not move the next ones.
        let music = snapshot.lines.first { $0.contains("music") } ?? ""
        #expect(music.contains("4,000") && music.column(of: "yes") == header.column(of: "Shared"))
    }

    @Test func aTapOnTheHeaderSorts() throws {
        let snapshot = Snapshot(Files(), columns: 40, rows: 10)
        try snapshot.tap("Size")
        #expect(names(snapshot) == ["code", "notes", "music"])
        #expect(snapshot.lines.contains { $0.contains("Size ▲") && !$0.contains("Name ▲") })
        try snapshot.tap("Size")
        #expect(names(snapshot) == ["music", "notes", "code"])
        #expect(snapshot.refusal { try $0.tap("Shared") } != nil)
    }

    @Test func aTapSelectsARow() throws {
        let snapshot = Snapshot(Files(), columns: 40, rows: 10)
        try snapshot.tap("music")
        #expect(snapshot.texts.contains("selected music"))
    }

    @Test func aLongTableEvaluatesOnlyVisibleRows() {
        let files = (0..<100_000).map { File(id: "file \($0)", size: $0) }
        let snapshot = Snapshot(Table(files) { TableColumn("Name", value: \.id) }, columns: 40, rows: 10)
        #expect(snapshot.lines.contains { $0.contains("file 2") })
        #expect(snapshot.node.count < 1_000)
    }
}
