import FasciaTesting
import FasciaUI
import Testing

private struct DepthKey: EnvironmentKey { static let defaultValue = 0 }

extension EnvironmentValues {
    fileprivate var nesting: Int {
        get { self[DepthKey.self] }
        set { self[DepthKey.self] = newValue }
    }
}

@MainActor @Suite struct EnvironmentTests {
    struct Reader: View {
        @Environment(\.nesting) private var nesting
        var body: some View { Text("nesting \(nesting)") }
    }

    struct Stranger: View {
        var body: some View { Text("stranger") }
    }

    @Test func innerValuesWin_andTheDefaultHoldsOutside() {
        let view = VStack {
            Reader()
            VStack {
                Reader()
                Reader().environment(\.nesting, 2)
                Reader().transformEnvironment(\.nesting) { $0 += 5 }
            }
            .environment(\.nesting, 1)
        }
        #expect(Snapshot(view).texts == ["nesting 0", "nesting 1", "nesting 2", "nesting 6"])
    }

    @Test func onlyReadersOfAChangedValueAreEvaluatedAgain() throws {
        struct Sample: View {
            @State private var nesting = 1
            var body: some View {
                VStack {
                    Button("More") { nesting += 1 }
                    VStack {
                        Reader(); Stranger()
                    }.environment(\.nesting, nesting)
                }
            }
        }
        let snapshot = Snapshot(Sample())
        snapshot.resetCounts()
        try snapshot.tap("More")
        #expect(snapshot.texts == ["nesting 2", "stranger"])
        #expect(snapshot.evaluations["Reader"] == 1)
        #expect(snapshot.evaluations["Stranger"] == nil)
    }

    @Test func disabledIsInherited_andAnInnerFalseDoesNotUndoIt() {
        struct State: View {
            @Environment(\.isEnabled) private var isEnabled
            var body: some View { Text("\(isEnabled)") }
        }
        let view = VStack {
            State()
            VStack {
                State(); State().disabled(false)
            }.disabled(true)
        }
        #expect(Snapshot(view).texts == ["true", "false", "false"])
        let button = Button("No") {}.disabled(false).disabled(true)
        #expect(throws: (any Error).self) { try Snapshot(button).tap("No") }
    }
}
