import FasciaRender
import FasciaTesting
import FasciaUI
import Testing

/// The label of a button or a link is laid out and drawn as any other view.
@MainActor @Suite struct LabelLayoutTests {
    private func shown<Label: View>(columns: Int = 40, @ViewBuilder _ label: () -> Label) -> Snapshot {
        Snapshot(Button(action: {}, label: label), columns: columns, rows: 8)
    }

    /// The attributes of the cell where a text begins.
    private func attributes(of text: String, in snapshot: Snapshot) -> CellStyle.Attributes? {
        for (row, line) in snapshot.lines.enumerated() {
            if let column = line.column(of: text) { return snapshot.picture[column: column, row: row].style.attributes }
        }
        return nil
    }

    @Test func plainWordsStandInBrackets() {
        let snapshot = shown {
            HStack {
                Text("not")
                Text("done")
            }
        }
        #expect(snapshot.text.contains("[ not done ]"))
    }

    @Test func hiddenPartsKeepTheirRoom_andAreNotShown() {
        let snapshot = shown {
            HStack {
                Image(systemName: "checkmark").hidden()
                Text("not done")
            }
        }
        #expect(!snapshot.text.contains("✓"))
        #expect(snapshot.text.contains("  not done ]"))
        #expect(snapshot.labels == ["not done"])
    }

    @Test func transparentPartsAreNotShown() {
        let snapshot = shown {
            HStack {
                Text("gone").opacity(0)
                Text("here")
            }
        }
        #expect(!snapshot.text.contains("gone"))
        #expect(snapshot.text.contains("here"))
    }

    @Test func anOverlayIsShown_andNamesTheButton() throws {
        let snapshot = shown { Circle().frame(width: 40, height: 40).overlay { Text("A") } }
        #expect(snapshot.text.contains("A"))
        #expect(snapshot.labels == ["A"])
        try snapshot.tap("A")
    }

    @Test(arguments: [(14, "[ Delete ]"), (9, "[Delete]"), (7, "Delete")])
    func itsBracketsAreLostBeforeItsWords(_ columns: Int, _ shown: String) {
        let snapshot = self.shown(columns: columns) { Text("Delete").underline() }
        #expect(snapshot.lines.contains { $0.drop { $0 == " " } == "›" + shown })
    }

    @Test func symbolsAreNotInItsName() {
        let snapshot = shown {
            HStack {
                Image(systemName: "star").foregroundStyle(.red)
                Text("Set")
                Image(systemName: "plus").accessibilityLabel("more")
                Spacer()
                Text("5")
            }
        }
        #expect(snapshot.text.contains("★ Set +") || snapshot.text.contains("☆ Set +"))
        #expect(snapshot.labels == ["Set more"])
    }

    @Test func aBackgroundIsShown() {
        let snapshot = shown {
            Text("words").frame(width: .cells(20), alignment: .trailing).background(alignment: .leading) { Text("behind") }
        }
        #expect(snapshot.text.contains("behind         words"))
    }

    @Test func whatIsAfterASpacerStandsAtTheEnd() {
        let snapshot = shown {
            HStack {
                Text("Total")
                Spacer()
                Text("€ 5")
            }
        }
        #expect(snapshot.text.contains("[ Total"))
        #expect(snapshot.text.contains("€ 5 ]"))
        #expect(snapshot.labels == ["Total"])
        #expect(snapshot.element("Total")?.value == "€ 5")
    }

    @Test func strikethroughAndUnderlineAreDrawn() {
        #expect(attributes(of: "done", in: shown { Text("done").strikethrough() })?.contains(.strikethrough) == true)
        #expect(attributes(of: "done", in: shown { Text("done").underline() })?.contains(.underline) == true)
        let runs = shown { Text("not ") + Text("done").strikethrough() }
        #expect(attributes(of: "done", in: runs)?.contains(.strikethrough) == true)
        #expect(attributes(of: "not", in: runs)?.contains(.strikethrough) == false)
    }

    @Test func aFrameCounts() throws {
        let snapshot = shown { Text("x").frame(width: .cells(12), alignment: .trailing) }
        let line = try #require(snapshot.lines.first { $0.contains("x") })
        #expect(line.contains("[ " + String(repeating: " ", count: 11) + "x ]"))
    }

    @Test func aLabelOfShapesIsDrawn() {
        let snapshot = shown { Rectangle().fill(.red).frame(width: .cells(6), height: .cells(2)) }
        let filled = (0..<8).flatMap { row in (0..<40).map { snapshot.picture[column: $0, row: row].style.background } }
        #expect(filled.count { $0 != nil && $0?.red ?? 0 > 128 } == 12)
    }

    @Test func severalLinesAreDrawn() {
        let snapshot = shown {
            VStack(alignment: .leading) {
                Text("Title").bold()
                Divider()
                Text("and what it means")
            }
        }
        let rows = ["Title", "and what it means"].map { words in snapshot.lines.firstIndex { $0.contains(words) } ?? -1 }
        #expect(rows[0] > 0)
        #expect(rows[1] == rows[0] + 2)
    }

    @Test func layersAreDrawnOverEachOther() {
        let snapshot = shown {
            ZStack {
                Text("wide words")
                Text("XX")
            }
        }
        #expect(snapshot.text.contains("wideXXords"))
        #expect(!snapshot.text.contains("wide words XX"))
    }

    @Test func itTakesTheFocusAndOperates() throws {
        let log = Log()
        let view = VStack {
            Button {
                log.add("first")
            } label: {
                Text("one").frame(width: .cells(10))
            }
            Button {
                log.add("second")
            } label: {
                VStack {
                    Text("two")
                    Divider()
                }
            }
            .disabled(true)
            Button("three") { log.add("third") }
        }
        let snapshot = Snapshot(view, columns: 40, rows: 10)
        try snapshot.press("enter")
        try snapshot.press("tab")
        try snapshot.press("enter")
        #expect(log.entries == ["first", "third"])
    }

    @Test func aLinkInAListShowsItsLabelAsARow() throws {
        let view = NavigationStack {
            List {
                NavigationLink {
                    Text("detail")
                } label: {
                    VStack(alignment: .leading) {
                        Text("Name")
                        Text("place").strikethrough()
                    }
                }
                NavigationLink("Plain") { Text("plain") }
            }
        }
        let snapshot = Snapshot(view, columns: 40, rows: 8)
        let name = try #require(snapshot.lines.first { $0.contains("Name") })
        let plain = try #require(snapshot.lines.first { $0.contains("Plain") })
        #expect(name.hasSuffix("›"))
        #expect(name.column(of: "Name") == plain.column(of: "Plain"))
        #expect(name.count == plain.count)
        #expect(!snapshot.text.contains("["))
        #expect(attributes(of: "place", in: snapshot)?.contains(.strikethrough) == true)
        try snapshot.press("enter")
        #expect(snapshot.text.contains("detail"))
    }

    @Test func hiddenWordsAreNotInTheLabelsOfOtherControls() {
        let view = VStack {
            Toggle(isOn: .constant(true)) {
                HStack {
                    Text("gone").hidden()
                    Text("Air")
                }
            }
            Menu {
                Button("Item") {}
            } label: {
                HStack {
                    Text("More")
                    Text("gone").opacity(0)
                }
            }
        }
        let snapshot = Snapshot(view, columns: 40, rows: 8)
        #expect(!snapshot.text.contains("gone"))
        #expect(snapshot.labels.contains("Air"))
    }

    @Test func aLongTitleGoesOnInTheNextLine() throws {
        let title = "Explores immediate neighbors before it explores neighbors of neighbors"
        var count = 0
        let snapshot = Snapshot(Button(title) { count += 1 }, columns: 40, rows: 8)
        let shown = snapshot.lines.joined(separator: " ")
        #expect(title.split(separator: " ").allSatisfy { shown.contains($0) }, "\(snapshot.text)")
        try snapshot.tap(title)
        #expect(count == 1)
    }
}
