import FasciaTesting
import FasciaUI
import Testing

@MainActor @Suite struct StateTests {
    @Test func oneViewUsedTwice_hasTwoStates() throws {
        struct Row: View {
            @State private var count = 0
            var body: some View { Button("\(count)") { count += 1 } }
        }
        let row = Row()
        let snapshot = Snapshot(
            VStack {
                row; row
            })
        try snapshot.tap(snapshot.ids[1])
        #expect(snapshot.labels == ["0", "1"])
        try snapshot.tap(snapshot.ids[0])
        try snapshot.tap(snapshot.ids[0])
        #expect(snapshot.labels == ["2", "1"])
    }

    @Test func bindings_getAndSet_constant_members_optionals() {
        var value = 3
        let binding = Binding(get: { value }, set: { value = $0 })
        binding.wrappedValue += 1
        #expect(value == 4)
        let constant = Binding.constant(7)
        constant.wrappedValue = 9
        #expect(constant.wrappedValue == 7)
        var point = (Point(), 0)
        let whole = Binding(get: { point.0 }, set: { point.0 = $0 })
        whole.x.wrappedValue = 5
        #expect(point.0.x == 5)
        var name: String? = "Ada"
        let optional = Binding(get: { name }, set: { name = $0 })
        let unwrapped = Binding(optional)
        unwrapped?.wrappedValue = "Bob"
        #expect(name == "Bob")
        name = nil
        let none: Binding<String>? = Binding(optional)
        #expect(none == nil ? true : false)
    }

    struct Point { var x = 0, y = 0 }

    @Test func settingANonOptionalSelectionToNil_isIgnored() {
        var value = 3
        let selection: Binding<Int?> = Binding(
            Binding(get: { value }, set: { value = $0 }))
        selection.wrappedValue = nil
        #expect(value == 3)
        selection.wrappedValue = 5
        #expect(value == 5)
    }

    @Test func stateBeforeTheViewIsShown_isTheInitialValue() {
        struct Sample: View {
            @State var count = 1
            var body: some View { Text("\(count)") }
        }
        let sample = Sample()
        sample.count = 5
        #expect(sample.count == 1)
        #expect(Snapshot(sample).texts == ["1"])
    }

    @Test func bodyLocalsAreThrownAwayAtEachEvaluation() throws {
        struct Sample: View {
            @State private var count = 0
            var body: some View {
                let local = Log()
                let _ = local.add("x")
                Button("\(count) \(local.entries.count)") { count += 1 }
            }
        }
        let snapshot = Snapshot(Sample())
        try snapshot.tap("0 1")
        #expect(snapshot.labels == ["1 1"])
    }

    @Test func customPropertyWrapperWithState() throws {
        let snapshot = Snapshot(Doubled())
        try snapshot.tap("2")
        #expect(snapshot.labels == ["4"])
    }
}

@propertyWrapper
private struct Twice: DynamicProperty {
    @State private var half: Int
    init(wrappedValue: Int) { _half = State(wrappedValue: wrappedValue / 2) }
    var wrappedValue: Int {
        get { half * 2 }
        nonmutating set { half = newValue / 2 }
    }
}

private struct Doubled: View {
    @Twice private var value = 2
    var body: some View { Button("\(value)") { value += 2 } }
}
