import FasciaModel
@testable import FasciaUI
import Testing

@MainActor @Suite struct GestureTests {
    @Test func gestures_aTapIsATap_othersNeverHappen() throws {
        struct Sample: View {
            let log: Log
            var body: some View {
                VStack {
                    Text("One").gesture(TapGesture().onEnded { log.add("one") }.onEnded { _ in log.add("again") })
                    Button("Two") { log.add("button") }
                        .simultaneousGesture(TapGesture().onEnded { log.add("two") })
                        .gesture(LongPressGesture().onEnded { _ in log.add("long") })
                        .gesture(DragGesture().onChanged { _ in log.add("drag") })
                        .onLongPressGesture { log.add("press") }
                    Text("Three").gesture(TapGesture().onEnded { log.add("three") }, including: .subviews)
                }
            }
        }
        let log = Log()
        let snapshot = Snapshot(Sample(log: log))
        try snapshot.tap("One")
        try snapshot.tap("Two")
        #expect(log.entries == ["one", "again", "two", "button"])
        #expect(throws: (any Error).self) { try snapshot.tap("Three") }
    }

    @Test func onReceive_hearsTheValueAndItsChanges_whileItIsThere() throws {
        final class Model: ObservableObject { @Published var count = 0 }
        struct Sample: View {
            let model: Model
            let log: Log
            @State private var isThere = true
            var body: some View {
                VStack {
                    Button("Hide") { isThere = false }
                    if isThere { Text("a").onReceive(model.$count) { log.add("\($0)") } }
                }
            }
        }
        let (model, log) = (Model(), Log())
        let snapshot = Snapshot(Sample(model: model, log: log))
        model.count = 5
        #expect(log.entries == ["0", "5"])
        try snapshot.tap("Hide")
        model.count = 6
        #expect(log.entries == ["0", "5"])
    }

    @Test func animations_areTaken_changesAreThereAtOnce() throws {
        struct Sample: View {
            @Namespace private var space
            @State private var isOn = false
            @State private var isDone = false
            var body: some View {
                VStack {
                    Text(isOn ? "on" : "off").matchedGeometryEffect(id: 1, in: space)
                        .transition(.opacity.combined(with: .move(edge: .top)))
                        .animation(.spring(duration: 1), value: isOn).contentTransition(.numericText())
                    Text("done \(isDone)")
                    Button("Go") {
                        withAnimation(.easeIn(duration: 1)) { isOn = true } completion: { isDone = true }
                    }
                }
            }
        }
        let snapshot = Snapshot(Sample())
        try snapshot.tap("Go")
        #expect(snapshot.texts.prefix(2) == ["on", "done true"])
    }
}
