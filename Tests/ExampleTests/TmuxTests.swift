import FasciaUI
import TestSupport
import Testing

/// Each example with a real daemon, in a tmux pane. The first line of each screen states what the example shows; the
/// test operates it with keys.
@Suite(.mustEnd) struct TmuxTests {
    private func open(
        _ example: String, rows: Int = 24
    ) throws -> (app: RunningProcess, pane: TmuxPane) {
        let panel = try TestPanel()
        let app = try panel.start(example, shows: example.lowercased())
        return (app, try TmuxPane(panel, rows: rows))
    }

    @Test func counter() throws {
        let (app, pane) = try open("Counter")
        try pane.expect(
            """
                                                Counter

              ╭──────────────────────────────────────────────────────────────────────────╮
              │  Counts in the view, and in the daemon, where it stays.                  │
              ╰──────────────────────────────────────────────────────────────────────────╯
              ╭─ This time ──────────────────────────────────────────────────────────────╮
              │  Taps: 0                                                                 │
              │ ›[ More ]  ( Less )                                                      │
              ╰──────────────────────────────────────────────────────────────────────────╯
              ╭─ Ever ───────────────────────────────────────────────────────────────────╮
              │  Total: 0                                                                │
              ╰──────────────────────────────────────────────────────────────────────────╯
            """)
        try pane.press("Enter")
        try pane.wait(for: "Taps: 1")
        try pane.press("Tab", "Enter")
        try pane.expect(
            """
                                                Counter

              ╭──────────────────────────────────────────────────────────────────────────╮
              │  Counts in the view, and in the daemon, where it stays.                  │
              ╰──────────────────────────────────────────────────────────────────────────╯
              ╭─ This time ──────────────────────────────────────────────────────────────╮
              │  Taps: 0                                                                 │
              │  [ More ] ›( Less )                                                      │
              ╰──────────────────────────────────────────────────────────────────────────╯
              ╭─ Ever ───────────────────────────────────────────────────────────────────╮
              │  Total: 1                                                                │
              ╰──────────────────────────────────────────────────────────────────────────╯
            """)
        #expect(!app.process.hasEnded)
    }

    @Test func pizza() throws {
        let (app, pane) = try open("Pizza")
        try pane.expect(
            """
                                                 Pizza

              ╭──────────────────────────────────────────────────────────────────────────╮
              │  A master switch with its options: by hand, and as one view.             │
              ╰──────────────────────────────────────────────────────────────────────────╯
              ╭─ Toppings ───────────────────────────────────────────────────────────────╮
              │› All toppings                                                       ○━━  │
              │  Cheese                                                             ○━━  │
              │  Ham                                                                ○━━  │
              │  Olives                                                             ○━━  │
              ╰──────────────────────────────────────────────────────────────────────────╯
              ╭─ Extras ─────────────────────────────────────────────────────────────────╮
              │  All extras                                                         ━◐━  │
              │    Basil                                                            ━━●  │
              │    Chili                                                            ○━━  │
              │    Garlic                                                           ○━━  │
              ╰──────────────────────────────────────────────────────────────────────────╯
                 With Basil
            """)
        try pane.press("Space")
        try pane.wait(forRow: "Olives", "━━●")
        try pane.press("Down", "Space")
        try pane.wait(forRow: "› Cheese", "○━━")
        try pane.press("Down", "Down", "Down", "Space")
        try pane.expect(
            """
                                                 Pizza

              ╭──────────────────────────────────────────────────────────────────────────╮
              │  A master switch with its options: by hand, and as one view.             │
              ╰──────────────────────────────────────────────────────────────────────────╯
              ╭─ Toppings ───────────────────────────────────────────────────────────────╮
              │  All toppings                                                       ○━━  │
              │  Cheese                                                             ○━━  │
              │  Ham                                                                ━━●  │
              │  Olives                                                             ━━●  │
              ╰──────────────────────────────────────────────────────────────────────────╯
              ╭─ Extras ─────────────────────────────────────────────────────────────────╮
              │› All extras                                                         ━━●  │
              │    Basil                                                            ━━●  │
              │    Chili                                                            ━━●  │
              │    Garlic                                                           ━━●  │
              ╰──────────────────────────────────────────────────────────────────────────╯
                 With Basil, Chili, Garlic
            """)
        #expect(!app.process.hasEnded)
    }

    @Test func rainbow() throws {
        let (app, pane) = try open("Rainbow", rows: 12)
        try pane.expect(
            """
                                                  Red



                           Seven screens, one upon the other.

                            1 of 7

                            ( Back ) ›[ Next ]  [ Root ]  [ End ]  [ Modal ]
            """)
        #expect(try pane.colours.contains("\u{1B}[48;2;255;59;48m"), "it is red")
        try pane.press("Enter")
        try pane.expect(
            """
             ‹ Red                               Orange



                           Seven screens, one upon the other.

                            2 of 7

                           ›[ Back ]  [ Next ]  [ Root ]  [ End ]  [ Modal ]
            """)
        try pane.press("Escape")
        try pane.wait(for: "1 of 7")
        try pane.press("Right", "Right", "Enter")
        try pane.wait(for: "›[ Back ]  ( Next )")
        try pane.press("Right", "Right", "Right", "Enter")
        try pane.wait(for: "Over purple")
        try pane.press("Escape")
        try pane.wait(for: "7 of 7")
        try pane.press("Left", "Left", "Enter")
        try pane.expect(
            """
                                                  Red



                           Seven screens, one upon the other.

                            1 of 7

                            ( Back )  [ Next ]  [ Root ] ›[ End ]  [ Modal ]
            """)
        #expect(!app.process.hasEnded)
    }

    @Test func standups() throws {
        let (app, pane) = try open("Standups", rows: 14)
        try pane.expect(
            """
                                                Standups

              ╭──────────────────────────────────────────────────────────────────────────╮
              │  A list, and a sheet that tells it what the user wants.                  │
              │› Design                                                        30 min ↵  │
              │  Engineering                                            15 min, daily ↵  │
              ╰──────────────────────────────────────────────────────────────────────────╯
            """)
        try pane.press("Enter")
        try pane.expect(
            """
                                                Standups
                    ╭──────────────────────────────────────────────────────────────╮
              ╭─────│  × Close                    Edit                             │─────╮
              │  A l│                                                              │     │
              │  Des│   ╭──────────────────────────────────────────────────────╮   │n ↵  │
              │  Eng│   │  Design                                              │   │y ↵  │
              ╰─────│   │› 30 minutes                                   [−|+]  │   │─────╯
                    │   │  Daily                                          ○━━  │   │
                    │   │  [ Save ]  [ Duplicate ]  [ Delete ]                 │   │
                    │   ╰──────────────────────────────────────────────────────╯   │
                    │                                                              │
                    ╰──────────────────────────────────────────────────────────────╯
            """)
        try pane.press("Right")
        try pane.wait(forRow: "› 35 minutes", "[−|+]")
        try pane.press("Down", "Space")
        try pane.wait(for: "› Daily ")
        try pane.press("Down", "Enter")
        try pane.wait(for: "35 min, daily")
        try pane.press("Down", "Enter")
        try pane.wait(for: "› 15 minutes")
        try pane.press("Down", "Down", "Right", "Right", "Enter")
        try pane.expect(
            """
                                                Standups

              ╭──────────────────────────────────────────────────────────────────────────╮
              │  A list, and a sheet that tells it what the user wants.                  │
              │› Design                                                 35 min, daily ↵  │
              ╰──────────────────────────────────────────────────────────────────────────╯
            """)
        #expect(!app.process.hasEnded)
    }

    @Test func height() throws {
        let (app, pane) = try open("Height", rows: 10)
        try pane.expect(
            """
                                                 Height



                          A height in one picker, each wheel of its own type.
                          Height ›‹ 1 ›  ,  ‹ (85) ›  ‹ m ›
                          Nothing chosen
            """)
        try pane.press("Right", "Enter")
        try pane.wait(for: "›‹ 2 ›")
        try pane.press("Tab", "Right", "Enter")
        try pane.wait(for: "Chosen: 2,86 m")
        try pane.press("Tab", "Right", "Enter")
        try pane.expect(
            """
                                                 Height



                          A height in one picker, each wheel of its own type.
                          Height  ‹ 2 ›  ,  ‹ 86 ›  ›‹ yd ›
                          Chosen: 2,86 yd
            """)
        #expect(!app.process.hasEnded)
    }

    @Test func tree() throws {
        let (app, pane) = try open("Tree", rows: 16)
        try pane.expect(
            """
                                                  Tree

              ╭──────────────────────────────────────────────────────────────────────────╮
              │  A dictionary as a tree: keys sorted, values in their order.             │
              ╰──────────────────────────────────────────────────────────────────────────╯
              ╭─ Market ─────────────────────────────────────────────────────────────────╮
              │  Cheese                                                                  │
              │    Brie                                                                  │
              │  Fruit                                                                   │
              │    Pear                                                                  │
              │    Apple                                                                 │
              ╰──────────────────────────────────────────────────────────────────────────╯
              ╭──────────────────────────────────────────────────────────────────────────╮
              │› Add bread                                                            ↵  │
              │  Sell fruit                                                           ↵  │
              ╰──────────────────────────────────────────────────────────────────────────╯
            """)
        try pane.press("Enter")
        try pane.wait(for: "Rye")
        try pane.press("Tab", "Enter")
        try pane.expect(
            """
                                                  Tree

              ╭──────────────────────────────────────────────────────────────────────────╮
              │  A dictionary as a tree: keys sorted, values in their order.             │
              ╰──────────────────────────────────────────────────────────────────────────╯
              ╭─ Market ─────────────────────────────────────────────────────────────────╮
              │  Bread                                                                   │
              │    Rye                                                                   │
              │  Cheese                                                                  │
              │    Brie                                                                  │
              ╰──────────────────────────────────────────────────────────────────────────╯
              ╭──────────────────────────────────────────────────────────────────────────╮
              │  Add bread                                                            ↵  │
              │› Sell fruit                                                           ↵  │
              ╰──────────────────────────────────────────────────────────────────────────╯
            """)
        #expect(!app.process.hasEnded)
    }

    /// `CaptureTests` compares whole pictures; this test operates the controls.
    @Test func gallery() throws {
        let (app, pane) = try open("Gallery", rows: 70)
        try pane.wait(for: "› Light")
        try pane.press("Space")
        try pane.wait(for: "[ ✓ Light, as a button ]")
        try pane.press("Down", "Down", "Down", "Space")
        try pane.wait(for: "Light on, Large, nothing")
        try pane.press("Down", "Down", "Right")
        try pane.wait(for: "Count 4, volume 0.5")
        try pane.press("Down", "Right")
        try pane.wait(for: "Count 4, volume 0.75")
        // Past the log.
        try pane.press("Down", "Down")
        try pane.type("Ada")
        try pane.press("Enter")
        try pane.wait(for: "Hello Ada, 0 letters")
        try pane.press("Down")
        try pane.type("abc")
        try pane.press("Enter")
        try pane.wait(for: "Hello Ada, 3 letters")
        #expect(!app.process.hasEnded)
    }
}
