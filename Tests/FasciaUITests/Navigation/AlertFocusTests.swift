import FasciaTesting
import FasciaUI
import Testing

/// Enter in an alert that has just opened destroys nothing.
@MainActor @Suite struct AlertFocusTests {
    struct Sample<Actions: View>: View {
        var style: any PrimitiveButtonStyle = DefaultButtonStyle()
        @ViewBuilder let actions: () -> Actions
        @State private var isShown = false
        var body: some View {
            AnyView(content(style))
        }
        private func content<S: PrimitiveButtonStyle>(_ style: S) -> some View {
            NavigationStack { Button("Alert") { isShown = true } }
                .alert("Delete it?", isPresented: $isShown, actions: actions).buttonStyle(style)
        }
    }

    private func focus<Actions: View>(@ViewBuilder _ actions: @escaping () -> Actions) async throws -> String? {
        let snapshot = Snapshot(Sample(actions: actions))
        try snapshot.tap("Alert")
        return try await Pilot(snapshot).focused?.label
    }

    @Test func itBeginsAtCancel_ifTheFirstButtonIsDestructive() async throws {
        let focus = try await focus {
            Button("Delete", role: .destructive) {}
            Button("Archive") {}
            Button("Cancel", role: .cancel) {}
        }
        #expect(focus == "Cancel")
    }

    @Test func withoutCancel_itBeginsAtTheFirstThatIsNotDestructive() async throws {
        let focus = try await focus {
            Button("Delete", role: .destructive) {}
            Button("Erase", role: .destructive) {}
            Button("Archive") {}
        }
        #expect(focus == "Archive")
    }

    @Test func otherwiseItBeginsAtTheFirst() async throws {
        let focus = try await focus {
            Button("Archive") {}
            Button("Cancel", role: .cancel) {}
        }
        #expect(focus == "Archive")
    }

    @Test func aFieldInIt_keepsTheFocus() async throws {
        let focus = try await focus {
            TextField("Name", text: .constant(""))
            Button("Delete", role: .destructive) {}
            Button("Cancel", role: .cancel) {}
        }
        #expect(focus == "Name")
    }

    @Test func stylesAroundAnAlertAreNotThoseOfItsButtons() async throws {
        let snapshot = Snapshot(
            Sample(style: PlainButtonStyle()) {
                Button("Delete", role: .destructive) {}
                Button("Cancel", role: .cancel) {}
            }, columns: 70, rows: 10)
        try snapshot.tap("Alert")
        #expect(snapshot.text.contains("[ Delete ]"))
        #expect(snapshot.element("Delete")?.control?.role == .destructive)
        #expect(try await Pilot(snapshot).focused?.label == "Cancel")
    }

    @Test func stylesAroundAMenuAreNotThoseOfItsItems() throws {
        let log = Log()
        let menu = Menu("More") { Button("Erase", role: .destructive) { log.add("erase") } }.buttonStyle(.plain)
        let snapshot = Snapshot(menu)
        #expect(snapshot.element("Erase")?.control?.role == .destructive)
        try snapshot.tap("Erase")
        #expect(log.entries == ["erase"])
    }
}
