import FasciaTesting
import FasciaUI
import Testing

/// What is covered as a whole takes neither the focus nor clicks; its shortcut works.
@MainActor @Suite struct CoveredFocusTests {
    private func focused<Content: View>(_ view: Content, tabs: Int = 4) async throws -> Set<String> {
        let snapshot = Snapshot(view, columns: 40, rows: 8)
        let pilot = Pilot(snapshot)
        var labels: Set<String> = []
        for _ in 0..<tabs {
            if let label = try await pilot.focused?.label { labels.insert(label) }
            try await pilot.press("tab")
        }
        return labels
    }

    @Test func controlsBelowAnOpaqueLayerDoNotTakeTheFocus() async throws {
        let view = ZStack {
            VStack {
                Button("A") {}
                Button("B") {}
            }
            Button("×") {}.frame(maxWidth: .infinity, maxHeight: .infinity).background(Color.black)
        }
        #expect(try await focused(view) == ["×"])
    }

    @Test func controlsBelowAnOverlayOfAShapeDoNotTakeTheFocus() async throws {
        let view = VStack { Button("A") {} }.frame(maxWidth: .infinity, maxHeight: .infinity)
            .overlay { RoundedRectangle(cornerRadius: 8).fill(.white).overlay { Button("×") {} } }
        #expect(try await focused(view) == ["×"])
    }

    @Test func whatIsPartlyCoveredOrShinesThroughTakesTheFocus() async throws {
        let view = ZStack {
            VStack {
                Button("A long one that is wider than its cover") {}
                Button("B") {}
            }
            Color.black.frame(width: .cells(3), height: .cells(2))
            Color.blue.opacity(0.3)
            Color.white.opacity(0)
            Color.black.hidden()
        }
        #expect(try await focused(view).count == 2)
    }

    @Test func theOwnBackgroundOfAControlDoesNotCoverIt() async throws {
        let view = ZStack {
            Color.black
            Button("A") {}.background(Color.black).padding().background(Color.white)
            Text("tap").padding().background(Color.black).onTapGesture {}
        }
        #expect(try await focused(view).contains("tap"))
    }

    @Test func theFrontIsDecidedByZIndex() async throws {
        let view = ZStack {
            Color.black.zIndex(-1)
            Button("A") {}
        }
        #expect(try await focused(view) == ["A"])
    }

    @Test func aCoveredListIsLeftOut() async throws {
        let view = ZStack {
            List { ForEach(0..<50, id: \.self) { index in Button("row \(index)") {} } }
            Color.black
            Button("×") {}
        }
        #expect(try await focused(view) == ["×"])
    }

    @Test func theShortcutOfACoveredControlWorks() throws {
        let log = Log()
        let view = ZStack {
            Button("A") { log.add("A") }.keyboardShortcut("x", modifiers: [])
            Color.black
        }
        try Snapshot(view, columns: 40, rows: 8).press("x")
        #expect(log.entries == ["A"])
    }
}
