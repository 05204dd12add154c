import FasciaModel
import FasciaTesting
import FasciaUI
import Testing

@MainActor @Suite struct PickerTests {
    enum Size: String, CaseIterable, Identifiable {
        case small, medium, large
        var id: Self { self }
    }

    struct Sample<Style: FasciaUI.PickerStyle>: View {
        let style: Style
        @State private var size = Size.small
        var body: some View {
            Form {
                Picker("Size", selection: $size) { ForEach(Size.allCases) { Text($0.rawValue.capitalized) } }
                    .pickerStyle(style)
                Text(size.rawValue)
            }
        }
    }

    private func snapshot(_ style: some FasciaUI.PickerStyle) -> Snapshot { Snapshot(Sample(style: style), columns: 32, rows: 9) }

    @Test func inline_allOptionsBelowEachOther() throws {
        for snapshot in [snapshot(.inline), snapshot(.radioGroup)] {
            #expect(Array(snapshot.lines[2...5]) == [" Size", "›(•) Small", " ( ) Medium", " ( ) Large"])
            try snapshot.press("down")
            #expect(snapshot.texts == ["small"])
            try snapshot.press("space")
            #expect(snapshot.texts == ["medium"])
            #expect(snapshot.lines[4] == "›(•) Medium")
            try snapshot.tap("Large")
            #expect(snapshot.texts == ["large"])
            try snapshot.tap("v.0:small")
            #expect(snapshot.texts == ["small"])
        }
    }

    @Test func segmented_leftAndRightChoose() throws {
        for snapshot in [snapshot(.segmented), snapshot(.palette)] {
            #expect(snapshot.lines[2] == "›Size [Small]  Medium │ Large")
            try snapshot.press("right")
            #expect(snapshot.texts == ["medium"])
            try snapshot.press("right")
            try snapshot.press("right")
            #expect(snapshot.lines[2] == "›Size  Small │ Medium  [Large]")
            try snapshot.press("left")
            #expect(snapshot.texts == ["medium"])
            try snapshot.click(column: 8, row: 2)
            #expect(snapshot.texts == ["small"])
            try snapshot.tap("Large")
            #expect(snapshot.texts == ["large"])
        }
    }

    @Test func menu_opensAndChooses() throws {
        for snapshot in [snapshot(.automatic), snapshot(.menu), snapshot(.navigationLink)] {
            #expect(snapshot.lines[2] == "›Size                  Small ▾")
            try snapshot.press("enter")
            #expect(
                snapshot.lines[3...7].map { String($0.dropFirst(19)) } == [
                    "╭──────────╮", "│›✓ Small  │", "│   Medium │", "│   Large  │", "╰──────────╯",
                ])
            try snapshot.press("down")
            #expect(snapshot.texts == ["small"])
            try snapshot.press("enter")
            #expect(snapshot.lines[2] == "›Size                 Medium ▾")
            #expect(snapshot.texts == ["medium"])
            #expect(snapshot.lines[3] == " medium")
            // Scripts can select an option without opening the menu.
            try snapshot.tap("Large")
            #expect(snapshot.texts == ["large"])
        }
    }

    @Test func wheel_keysTurn_enterSelects() throws {
        let snapshot = snapshot(.wheel)
        #expect(snapshot.lines[2] == "›Size                ‹ Small ›")
        try snapshot.press("right")
        #expect(snapshot.lines[2] == "›Size              ‹ Medium? ›")
        #expect(snapshot.texts == ["small"])
        try snapshot.press("right")
        try snapshot.press("right")
        #expect(snapshot.lines[2] == "›Size               ‹ Large? ›")
        try snapshot.press("enter")
        #expect(snapshot.lines[2] == "›Size                ‹ Large ›")
        #expect(snapshot.texts == ["large"])
        // Without a turn, Enter opens the list at the selection.
        try snapshot.press("enter")
        #expect(snapshot.lines.contains { $0.contains("›✓ Large") })
        #expect(snapshot.texts == ["large"])
    }

    @Test func scriptSetsItByIdOrLabel_errorsListTheOptions() throws {
        let snapshot = snapshot(.segmented)
        try snapshot.set("Size", to: "large")
        #expect(snapshot.texts == ["large"])
        try snapshot.set("Size", to: "Medium")
        #expect(snapshot.texts == ["medium"])
        #expect(
            snapshot.refusal { try $0.set("Size", to: "huge") }
                == "node \"v.0\" (Size) has no option \"huge\": there are small, medium, large")
        #expect(
            snapshot.refusal { try $0.set("Size", to: .null) }
                == "node \"v.0\" (Size) is not optional, so an option must be selected: there are small, medium, large")
        #expect(
            snapshot.refusal { try $0.set("Size", to: 1) }
                == "node \"v.0\" (Size) takes the id or the label of an option, not 1")
    }

    @Test func aTagOfAnOptionalSelection() throws {
        struct Maybe: View {
            @State private var size: Size?
            var body: some View {
                Picker("Size", selection: $size) {
                    Text("None").tag(Size?.none)
                    Text("Small").tag(Optional(Size.small))
                    Text("Large").tag(Size.large)
                }
                .pickerStyle(.segmented)
            }
        }
        let snapshot = Snapshot(Maybe())
        #expect(snapshot.chosen == ["None"])
        try snapshot.tap("Large")
        #expect(snapshot.chosen == ["Large"])
        try snapshot.set("Size", to: "small")
        #expect(snapshot.chosen == ["Small"])
        try snapshot.set("Size", to: "nil")
        #expect(snapshot.chosen == ["None"])
    }

    @Test func oneChoiceForSeveralSources() throws {
        struct Rows: View {
            @State private var sizes = [Size.small, .large]
            var body: some View {
                Picker("All", sources: $sizes, selection: \.self) { ForEach(Size.allCases) { Text($0.rawValue) } }
                    .pickerStyle(.segmented)
                Text(sizes.map(\.rawValue).joined(separator: " "))
            }
        }
        let snapshot = Snapshot(Rows())
        #expect(snapshot.chosen == [""])
        try snapshot.tap("medium")
        #expect(snapshot.chosen == ["medium"])
        #expect(snapshot.texts == ["medium medium"])
    }

    @Test func aTapHandlerRunsBeforeTheChoice() throws {
        let log = Log()
        struct Logged: View {
            let log: Log
            @State private var size = Size.small
            var body: some View {
                Picker("Size", selection: $size) { ForEach(Size.allCases) { Text($0.rawValue) } }
                    .onTapGesture {
                        log.add("was \(size)")
                        size = .medium
                    }
                Text(size.rawValue)
            }
        }
        let snapshot = Snapshot(Logged(log: log))
        try snapshot.tap("large")
        // The target was determined when the tap began.
        #expect(snapshot.texts == ["large"])
        #expect(log.entries == ["was small"])
    }

    @Test func disabledPickersHaveNoBrackets_orOthers() {
        func lines(_ style: some FasciaUI.PickerStyle) -> [String] {
            Snapshot(Sample(style: style).disabled(true), columns: 32, rows: 9).lines.map { String($0.dropFirst()) }
        }
        #expect(lines(.segmented)[2] == "Size (Small)┆ Medium ┆ Large")
        #expect(lines(.menu)[2] == "Size                    Small")
        #expect(lines(.inline)[3] == " •  Small")
        #expect(lines(.wheel)[2] == "Size                    Small")
    }

    @Test func namedStyleIsPassedToTheRenderer() {
        let snapshot = snapshot(.named("neon", ["glow": 2]))
        #expect(snapshot.element("Size")?.environment["pickerStyle"] == "neon")
        #expect(snapshot.element("Size")?.environment["neon"] == ["glow": 2])
    }

    @Test func labelsHidden() throws {
        let snapshot = Snapshot(Sample(style: .segmented).labelsHidden(), columns: 32, rows: 9)
        #expect(snapshot.lines[2] == "›     [Small]  Medium │ Large")
        try snapshot.set("Size", to: "large")
        #expect(snapshot.texts == ["large"])
    }
}
