import FasciaDocument
import FasciaTesting
import Testing
@testable import FasciaUI

@MainActor @Suite struct GestureTests {
    private struct Pressed: View {
        let log: Log
        @GestureState private var offset = CGSize.zero
        @State private var isEnabled = true

        var body: some View {
            VStack(alignment: .leading, spacing: 0) {
                Text("Hold me").onLongPressGesture {
                    log.add("held")
                } onPressingChanged: {
                    log.add("pressing \($0)")
                }
                Button("Both") { log.add("button") }
                    .gesture(LongPressGesture(minimumDuration: 2).onEnded { _ in log.add("long") })
                Text("Drag me")
                    .gesture(
                        DragGesture()
                            .updating($offset) { value, state, _ in state = value.translation }
                            .onChanged { log.add("to \($0.translation.width) \($0.translation.height)") }
                            .onEnded { log.add("from \($0.startLocation.x) \($0.startLocation.y)") }
                    )
                    .gesture(TapGesture().onEnded { log.add("tapped") })
                Text("moved \(Int(offset.width))")
                Toggle("On", isOn: $isEnabled)
                Text("Perhaps").onLongPressGesture { log.add("perhaps") }.disabled(!isEnabled)
            }
            .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
        }
    }

    @Test func aDoubleTapNeedsTwoTaps() throws {
        struct Tapped: View {
            let log: Log
            @State private var taps = 0
            var body: some View {
                Text("Twice \(taps)").onTapGesture(count: 2) { log.add("twice") }.onTapGesture { taps += 1 }
                Text("Thrice").gesture(TapGesture(count: 3).onEnded { log.add("thrice") })
                Button("Button") { log.add("button") }.onTapGesture(count: 2) { log.add("button twice") }
            }
        }
        let log = Log()
        let now = ContinuousClock.now
        let snapshot = Snapshot(Tapped(log: log).environment(\.tapClock) { now })
        for taps in [0, 1, 1, 2] { try snapshot.tap("Twice \(taps)") }
        #expect(log.entries == ["twice", "twice"], "the second tap and the fourth")
        log.entries = []
        for _ in 1...3 { try snapshot.tap("Thrice") }
        #expect(log.entries == ["thrice"])
        log.entries = []
        for _ in 1...2 { try snapshot.tap("Button") }
        #expect(log.entries == ["button", "button twice", "button"])
    }

    @Test func tapsThatAreFarApartAreNoDoubleTap() throws {
        final class Clock { var now = ContinuousClock.now }
        let (log, clock) = (Log(), Clock())
        let snapshot = Snapshot(
            Text("Twice").onTapGesture(count: 2) { log.add("twice") }.environment(\.tapClock) { clock.now })
        try snapshot.tap("Twice")
        clock.now += .milliseconds(501)
        try snapshot.tap("Twice")
        #expect(log.entries.isEmpty)
        clock.now += .milliseconds(500)
        try snapshot.tap("Twice")
        #expect(log.entries == ["twice"])
    }

    @Test func gesturesPutTogether_areAllHeard_andSayWhich() throws {
        struct Together: View {
            let log: Log
            @GestureState private var isDragged = false

            var body: some View {
                VStack(alignment: .leading, spacing: 0) {
                    Text("Both").gesture(
                        TapGesture().onEnded { log.add("tap") }
                            .simultaneously(with: DragGesture(minimumDistance: 1))
                            .onEnded { log.add($0.first == nil ? "dragged \($0.second?.translation.width ?? 0)" : "first") })
                    Text("Either").gesture(
                        LongPressGesture().exclusively(before: TapGesture())
                            .onEnded { value in
                                switch value {
                                case .first: log.add("long")
                                case .second: log.add("short")
                                }
                            })
                    Text("Sequence").gesture(
                        LongPressGesture().sequenced(before: DragGesture(minimumDistance: 1))
                            .updating($isDragged) { value, state, _ in if case .second = value { state = true } }
                            .onEnded { value in if case .second(true, let drag?) = value { log.add("to \(drag.location.x > 8)") }
                            })
                    Text("dragged \(isDragged)")
                    Text("Zoom").gesture(AbsentGesture<CGFloat>().onChanged { log.add("\($0)") })
                        .gesture(AbsentGesture<Angle>(minimumAngleDelta: .zero).onEnded { log.add("\($0.degrees)") })
                    Text("Spot").gesture(SpatialTapGesture().onEnded { _ in log.add("spot") })
                }
                .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
            }
        }
        let log = Log()
        let snapshot = Snapshot(Together(log: log), columns: 40, rows: 12)
        try snapshot.tap("Both")
        #expect(log.entries == ["tap", "first"])
        log.entries = []
        try snapshot.tap("Either")
        #expect(log.entries == ["short"])
        log.entries = []
        try snapshot.tap("Spot")
        #expect(log.entries == ["spot"])
        #expect(snapshot.texts.contains("Zoom") && !snapshot.labels.contains("Zoom"))
    }

    @Test func longPress_whenTheButtonWasDownLongEnough() throws {
        let log = Log()
        let snapshot = Snapshot(Pressed(log: log), columns: 40, rows: 12)
        try snapshot.hold(column: 2, row: 2)
        #expect(log.entries == ["pressing true", "held", "pressing false"])
        // One press is too short; during the other, the mouse moves away.
        log.entries = []
        try snapshot.click(column: 2, row: 2)
        try snapshot.drag(from: (2, 2), to: (20, 5))
        #expect(log.entries == ["pressing true", "pressing false", "pressing true", "pressing false"])
        try snapshot.hold(column: 20, row: 2)
        #expect(log.entries.count == 4, "beside it nothing happens")
    }

    @Test func longPress_onAControl_isNoTap_andATapIsNoLongPress() throws {
        let log = Log()
        let snapshot = Snapshot(Pressed(log: log), columns: 40, rows: 12)
        try snapshot.hold(column: 3, row: 3)
        #expect(log.entries == ["long"])
        try snapshot.click(column: 3, row: 3)
        #expect(log.entries == ["long", "button"])
        try snapshot.drag(from: (3, 3), to: (30, 3))
        #expect(log.entries == ["long", "button"], "released elsewhere it is no tap")
        try snapshot.tap("Both")
        #expect(log.entries == ["long", "button", "button"], "keys and scripts tap")
    }

    @Test func drag_reportsItsLocation_andResetsItsState() throws {
        let log = Log()
        let snapshot = Snapshot(Pressed(log: log), columns: 40, rows: 12)
        try snapshot.drag(from: (2, 4), to: (5, 6))
        #expect(log.entries == ["to 24.0 32.0", "from 20.0 8.0"])
        #expect(snapshot.texts.contains("moved 0"))
        try snapshot.click(column: 2, row: 4)
        #expect(log.entries.last == "tapped", "without moving it is a tap")
    }

    @Test func gestureState_existsDuringTheGesture() throws {
        let log = Log()
        let snapshot = Snapshot(Pressed(log: log), columns: 40, rows: 12)
        let node = try #require(snapshot.node.flat.first { $0.visibleText == "Drag me" })
        let drag = try #require(
            node.modifiers.lazy.compactMap { if case .drag(let gesture) = $0 { gesture } else { nil } }.first)
        let moved: JSON = ["phase": "changed", "start": [4, 8], "at": [20, 8]]
        #expect(snapshot.perform(drag.action.carrying(moved)))
        #expect(snapshot.texts.contains("moved 16"))
        #expect(snapshot.perform(drag.action.carrying(["phase": "ended", "start": [4, 8], "at": [20, 8]])))
        #expect(snapshot.texts.contains("moved 0"))
    }

    @Test func disabledViewsHaveNoGestures() throws {
        let log = Log()
        let snapshot = Snapshot(Pressed(log: log), columns: 40, rows: 12)
        try snapshot.hold(column: 2, row: 7)
        #expect(log.entries == ["perhaps"])
        try snapshot.tap("On")
        try snapshot.hold(column: 2, row: 7)
        #expect(log.entries == ["perhaps"])
    }

    @Test func gestures_keysAndScriptsMakeTapsOnly() throws {
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

    @Test func onReceive_getsCurrentAndLaterValues_whileVisible() throws {
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

    @Test func onReceive_getsEachValueOfAJust() throws {
        struct Digits: View {
            @State private var text = "1"
            var body: some View {
                Button("Type \(text)") { text += "a2" }
                    .onReceive(Just(text)) { new in text = new.filter(\.isNumber) }
            }
        }
        let snapshot = Snapshot(Digits())
        try snapshot.tap("Type 1")
        try snapshot.tap("Type 12")
        try snapshot.tap("Type 122")
    }

    @Test func onReceive_followsAnotherObject() throws {
        final class Model: ObservableObject { @Published var count = 0 }
        struct Sample: View {
            let models: [Model]
            let log: Log
            @State private var index = 0
            var body: some View {
                Button("Next") { index = 1 }.onReceive(models[index].$count) { log.add("\(index): \($0)") }
            }
        }
        let (models, log) = ([Model(), Model()], Log())
        let snapshot = Snapshot(Sample(models: models, log: log))
        try snapshot.tap("Next")
        models[0].count = 1
        models[1].count = 2
        #expect(log.entries == ["0: 0", "1: 0", "1: 2"])
    }
    @Test func animationsAreAccepted_changesAreImmediate() throws {
        struct Sample: View {
            @Namespace private var space
            @State private var isOn = false
            @State private var isDone = false
            @available(*, deprecated)  // Avoids the warnings for names without effect.
            var body: some View {
                VStack {
                    Text(isOn ? "on" : "off").matchedGeometryEffect(id: 1, in: space)
                        .transition(.opacity.combined(with: .move(edge: .top)))
                        .animation(.spring(duration: 1), value: isOn).contentTransition(.numericText())
                    Text("done \(isDone)")
                    Button("Go") {
                        withAnimation(.easeIn(duration: 1)) {
                            isOn = true
                        } completion: {
                            isDone = true
                        }
                    }
                }
            }
        }
        let snapshot = Snapshot(Sample())
        try snapshot.tap("Go")
        #expect(snapshot.texts.prefix(2) == ["on", "done true"])
    }
}
