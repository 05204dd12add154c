import FasciaTesting
import FasciaUI
import TestSupport
import Testing

@testable import Gallery
@testable import Pizza
@testable import Rainbow
@testable import Standups

/// The examples in small terminals: text has priority over decoration, and at least one control is always visible.
@Suite(.mustEnd) struct SmallTerminalTests {
    @MainActor private func expect(
        _ view: some View, _ title: String, _ columns: Int, _ rows: Int, _ picture: String,
        _ sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let snapshot = Snapshot(view, columns: columns, rows: rows, title: title)
        #expect(snapshot.text.trimmingEnd == picture, sourceLocation: sourceLocation)
    }

    @MainActor @Test func gallery() {
        expect(
            GalleryView(), "Gallery", 8, 3,
            """
            Gallery
             s     ▲
            ›L… ○━━▼
            """)
        expect(
            GalleryView(), "Gallery", 20, 6,
            """
                  Gallery
             has been set to.  ▲
             Switches and
             choices
            ›Light         ○━━
             · Light, as a bu… ▼
            """)
        expect(
            GalleryView(), "Gallery", 40, 12,
            """
                            Gallery

             ╭────────────────────────────────────╮
             │ Controls, styles and containers,   │
             │ each with what it has been set to. │
             ╰────────────────────────────────────╯
             ╭ Switches and choices ──────────────╮
             │›Light                          ○━━ │
             │ [ · Light, as a button ]           │
             │ Size                               │
             │ (•) Small                          │
             │ ( ) Large                          ▼
            """)
    }

    @MainActor @Test func standups() {
        expect(
            StandupsView(model: StandupsModel()), "Standups", 8, 3,
            """
            Standups
             .     ▲
            ›Des… ↵▼
            """)
        expect(
            StandupsView(model: StandupsModel()), "Standups", 20, 6,
            """
                  Standups
             A list, and a
             sheet that tells
             it what the user
             wants.
            ›Design   30 min ↵ ▼
            """)
        expect(
            StandupsView(model: StandupsModel()), "Standups", 40, 12,
            """
                            Standups

             ╭────────────────────────────────────╮
             │ A list, and a sheet that tells it  │
             │ what the user wants.               │
             │›Design                    30 min ↵ │
             │ Engineering        15 min, daily ↵ │
             ╰────────────────────────────────────╯
            """)
    }

    @MainActor @Test func standupsWithASheet() {
        expect(
            StandupsView(model: StandupsModel(editing: Standup.samples.first)), "Standups", 8, 3,
            """
             × Close
             n     ▲
            ›30… −+▼
            """)
        expect(
            StandupsView(model: StandupsModel(editing: Standup.samples.first)), "Standups", 20, 6,
            """
             × Close  Edit
             Design
            ›30 minutes  [−|+]
             Daily         ○━━
             [ Save ]
             [ Duplicate ]     ▼
            """)
        expect(
            StandupsView(model: StandupsModel(editing: Standup.samples.first)), "Standups", 40, 12,
            """
                            Standups
                ╭──────────────────────────────╮
             ╭──│  × Close    Edit             │──╮
             │ A│                              │  │
             │ w│ ╭──────────────────────────╮ │  │
             │ D│ │ Design                   │ │↵ │
             │ E│ │›30 minutes         [−|+] │ │↵ │
             ╰──│ │ Daily                ○━━ │ │──╯
                │ │ [ Save ]  [ Duplicate ]  │ │
                │ │ [ Delete ]               ▼ │
                ╰──────────────────────────────╯
            """)
    }

    @MainActor @Test func rainbow() {
        expect(
            RainbowView(), "Rainbow", 8, 3,
            """
              Red
             (Back)▲
            ›[Next]▼
            """)
        expect(
            RainbowView(), "Rainbow", 20, 6,
            """
                    Red
            Seven screens, one…
             1 of 7
             ( Back ) ›[ Next ]
             [ Root ]  [ End ]
             [ Modal ]
            """)
        expect(
            RainbowView(), "Rainbow", 40, 12,
            """
                              Red



            Seven screens, one upon the other.

             1 of 7

             (Back) ›[Next]  [Root]  [End]  [Modal]
            """)
    }

    @MainActor @Test func pizza() {
        expect(
            PizzaView(), "Pizza", 8, 3,
            """
             Pizza
             gs    ▲
            ›A… ○━━▼
            """)
        expect(
            PizzaView(), "Pizza", 20, 6,
            """
                   Pizza
             by hand, and as   ▲
             one view.
             Toppings
            ›All toppings  ○━━
             Cheese        ○━━ ▼
            """)
        expect(
            PizzaView(), "Pizza", 40, 12,
            """
                             Pizza

             ╭────────────────────────────────────╮
             │ A master switch with its options:  │
             │ by hand, and as one view.          │
             ╰────────────────────────────────────╯
             ╭ Toppings ──────────────────────────╮
             │›All toppings                   ○━━ │
             │ Cheese                         ○━━ │
             │ Ham                            ○━━ │
             │ Olives                         ○━━ │
             ╰────────────────────────────────────▼
            """)
    }

    /// A panel whose screens have rows of buttons.
    @Test func rowsOfButtons() throws {
        let panel = try TestPanel()
        #expect(try panel.fascia("batch", "Sources/Examples/Scripts/panel.jsonl").status == .exited(0))
        func expect(
            _ columns: Int, _ rows: Int, _ picture: String, _ sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            let text = try panel.text(columns: columns, rows: rows).trimmingEnd
            #expect(text == picture, sourceLocation: sourceLocation)
        }
        try expect(
            8, 3,
            """
            The box
             Manage▲
            ›Ser… ›▼
            """)
        try expect(
            20, 6,
            """
                  The box
             Load      ▁▁ 0.42 ▲
             Up        3 d 4 h
             Manage
            ›Services        ›
             Settings        › ▼
            """)
        try expect(
            40, 12,
            """
                            The box

             ╭ Machine ───────────────────────────╮
             │ Memory       ━━━━━━────────   41 % │
             │ Disk         ━━━━━━━━━─────   63 % │
             │ Load                     ▁▁   0.42 │
             │ Up                         3 d 4 h │
             ╰────────────────────────────────────╯
             ╭ Manage ────────────────────────────╮
             │›Services               2 of 5 on › │
             │ Settings                         › │
             │ Log                              › ▼
            """)
        try panel.script.call("nav.push", ["screen": "red"])
        try expect(
            8, 3,
            """
             ‹  Red
             1 of 7▲
            ›[Back]▼
            """)
        try expect(
            20, 6,
            """
             ‹      Red
                    Red
                   1 of 7
            ›[ Back ]   [ Next ]
               [ To the root ]
               [ To the end ]  ▼
            """)
        try expect(
            40, 12,
            """
             ‹ The box        Red


                              Red

                             1 of 7

                      ›[ Back ]   [ Next ]

              [To the root]   [To the end]   [Note]
            """)
    }

    /// At any size, a part of the focused control or of its label is visible.
    @Test(arguments: [(1, 1, "○"), (2, 2, "G…\n ○"), (4, 4, "Gal…\nchoi\nces\n›○━━"), (5, 3, "Gall…\nes\n› ○━━")])
    @MainActor func tinyTerminals(_ columns: Int, _ rows: Int, _ picture: String) {
        expect(GalleryView(), "Gallery", columns, rows, picture)
    }
}

extension String {
    /// Without trailing empty lines.
    fileprivate var trimmingEnd: String {
        var lines = split(separator: "\n", omittingEmptySubsequences: false)[...]
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n")
    }
}
