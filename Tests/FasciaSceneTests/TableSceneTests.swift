import FasciaDocument
import FasciaModel
import Testing

@testable import FasciaScene

struct TableSceneTests {
    private static func row(_ cells: Node.Content..., id: String? = nil, modifiers: [Modifier] = []) -> Node {
        Node(.gridRow(GridRowContent(children: cells.map { Node($0) })), id: id, modifiers: modifiers)
    }

    private static func text(_ text: String) -> Node.Content { .text(TextContent(text)) }

    private static func size(_ bytes: Double) -> Node.Content { .text(TextContent(.number(bytes, ValueFormat(.bytes)))) }

    private let columns = [TableContent.Column("Name"), TableContent.Column("Size", id: "size", alignment: .trailing)]

    private let rows = [
        row(text("beta"), size(2048)), row(text("Alpha"), size(512)), row(text("gamma"), size(1_048_576)),
        row(text("alpha"), size(512)),
    ]

    private func table(
        _ sorting: TableContent.Sorting, _ rows: [Node]? = nil, _ commands: Command...
    ) throws -> Element {
        var panel = Panel()
        for command in commands { _ = try panel.apply(command) }
        let body = Node(.table(TableContent(columns, sorting: sorting, children: rows ?? self.rows)), id: "t")
        _ = try panel.apply(.putScreen(Screen(id: "a", body: body)))
        _ = try panel.apply(.push(stack: "main", route: Route("a"), handles: []))
        return try #require(panel.scene(stack: "main")?.layers.last?.root)
    }

    private func names(_ table: Element) -> [String] { table.children[1].children.map(\.label) }

    private func header(_ table: Element) -> [Element.Content] { table.children[0].children.map(\.content) }

    @Test func headerAndRowsHaveTheSameColumns() throws {
        let table = try table(.none)
        #expect(table.role == "table" && table.children.map(\.content) == [.tableRow(columns), .list])
        #expect(header(table) == [.text("Name"), .text("Size")])
        #expect(names(table) == ["beta", "Alpha", "gamma", "alpha"])
        #expect(table.children[1].children.allSatisfy { $0.content == .tableRow(columns) && $0.role == "row" })
        #expect(table.children[0].children.map(\.takesFocus) == [false, false])
    }

    @Test(arguments: [
        ("Name", ["Alpha", "alpha", "beta", "gamma"]), ("-Name", ["gamma", "beta", "Alpha", "alpha"]),
        // By the number, not by its text; equal rows keep their order.
        ("size", ["Alpha", "alpha", "beta", "gamma"]), ("-size", ["gamma", "beta", "Alpha", "alpha"]),
        ("unknown", ["beta", "Alpha", "gamma", "alpha"]),
    ])
    func theDaemonSorts(_ order: String, _ expected: [String]) throws {
        let table = try table(.bind("order"), nil, .setValue(key: "order", .string(order)))
        #expect(names(table) == expected)
    }

    @Test func theOrderTellsNothingOfSecrets() throws {
        let pins = ["one": 3, "two": 1, "three": 2].map { key, pin in
            [Command.declareValue(ValueDeclaration(key: key, kind: .int, isSecret: true)), .setValue(key: key, .int(pin))]
        }
        let sources: [(String) -> Node.Content] = [
            { .text(TextContent(.bind($0, nil))) }, { .value(ValueContent(bind: $0)) }, { .gauge(GaugeContent(.bind($0))) },
        ]
        for source in sources {
            let rows = ["one", "two", "three"].map { Self.row(Self.text($0), source($0), id: $0) }
            var panel = Panel()
            for command in pins.flatMap(\.self) + [.setValue(key: "order", "size")] { _ = try panel.apply(command) }
            let body = Node(.table(TableContent(columns, sorting: .bind("order"), children: rows)))
            _ = try panel.apply(.putScreen(Screen(id: "a", body: body)))
            _ = try panel.apply(.push(stack: "main", route: Route("a"), handles: []))
            let table = try #require(panel.scene(stack: "main")?.layers.last?.root)
            #expect(table.children[1].children.map(\.id) == ["one", "two", "three"])
        }
    }

    /// The id of a row does not depend on the order, so that the focus stays with it.
    @Test func rowsKeepTheirIDs() throws {
        let (plain, sorted) = (try table(.none), try table(.bind("order"), nil, .setValue(key: "order", "Name")))
        func ids(_ table: Element) -> [String: String] {
            Dictionary(table.children[1].children.map { ($0.label, $0.id) }) { $1 }
        }
        #expect(ids(plain) == ids(sorted))
    }

    @Test func aTapOnTheHeaderSorts_andASecondOneReverses() throws {
        let unsorted = try table(.bind("order"))
        #expect(
            unsorted.children[0].children.map(\.activation) == [.setValue(key: "order", "Name"), .setValue(key: "order", "size")])
        #expect(unsorted.children[0].children.allSatisfy { $0.takesFocus && $0.role == "button" })
        let up = try table(.bind("order"), nil, .setValue(key: "order", "size"))
        #expect(header(up) == [.text("Name"), .text("Size ▲")])
        #expect(up.children[0].children.map(\.label) == ["Name", "Size"])
        #expect(up.children[0].children[1].activation == .setValue(key: "order", "-size"))
        let down = try table(.bind("order"), nil, .setValue(key: "order", "-size"))
        #expect(header(down) == [.text("Name"), .text("Size ▼")])
        #expect(down.children[0].children[1].activation == .setValue(key: "order", "size"))
    }

    @Test func anAuthorSortsItself() throws {
        let emit = Action.emit(name: "onSort", payload: .null)
        let table = try table(.literal(TableContent.Order("-Name"), action: emit))
        #expect(names(table) == ["beta", "Alpha", "gamma", "alpha"])
        #expect(header(table)[0] == .text("Name ▼"))
        #expect(table.children[0].children[0].activation == .action(.emit(name: "onSort", payload: ["value": "Name"])))
    }

    /// Sections stay where they are, and boundvalues and states are sorted by, too.
    @Test func otherRows() throws {
        let rows = [
            Self.row(.value(ValueContent(bind: "ten"))), Self.row(.gauge(GaugeContent(.literal(3)))), Node(.divider),
            Self.row(Self.text("2 apples")), Self.row(Self.text("no number")), Self.row(), Self.row(.divider),
        ]
        let table = try table(
            .bind("order"), rows, .setValue(key: "order", "Name"), .setValue(key: "ten", 10))
        let shown = table.children[1].children.map { $0.children.first?.content ?? $0.content }
        #expect(shown[2] == .divider)
        #expect(shown[0] == .text("2 apples"))
        #expect(table.children[1].children[1].children[0].control?.kind == .gauge)
        #expect(shown[3] == .labeledValue(label: "ten", value: "10"))
        #expect(shown.last == .text("no number"))
    }

    @Test func aRowCanBeTapped() throws {
        let tap = Modifier.tap(.call(method: "nav.push", params: ["screen": "a"]))
        let table = try table(.none, [Self.row(Self.text("beta"), id: "b", modifiers: [tap])])
        let row = table.children[1].children[0]
        #expect(row.id == "b" && row.takesFocus && row.label == "beta" && !row.isLayoutOnly)
    }
}
