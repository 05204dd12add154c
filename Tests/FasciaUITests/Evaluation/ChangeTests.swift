import FasciaTesting
import FasciaUI
import Testing

@MainActor @Suite struct ChangeTests {
    @Test func onChange_runsAfterTheUpdate_oncePerPass_withOldAndNew() throws {
        struct Sample: View {
            let log: Log
            @State private var count = 0
            @State private var double = 0
            var body: some View {
                VStack {
                    Button("Add") {
                        count += 1; count += 1
                    }
                    Text("\(count) \(double)")
                }
                .onChange(of: count) { old, new in
                    log.add("count \(old) \(new)")
                    double = new * 2
                }
                .onChange(of: double) { old, new in log.add("double \(old) \(new)") }
                .onChange(of: count, initial: true) { log.add("initial \(count)") }
            }
        }
        let log = Log()
        let snapshot = Snapshot(Sample(log: log))
        #expect(log.entries == ["initial 0"])
        try snapshot.tap("Add")
        #expect(log.entries == ["initial 0", "count 0 2", "initial 2", "double 0 4"])
        #expect(snapshot.texts == ["2 4"])
    }

    @Test func aLoopOfOnChange_stopsAfter32Passes_andNamesTheViews() throws {
        struct Loop: View {
            let log: Log
            @State private var count = 0
            var body: some View {
                Button("Go \(count)") { count += 1 }
                    .onChange(of: count) {
                        log.add("pass"); count += 1
                    }
            }
        }
        let log = Log()
        let snapshot = Snapshot(Loop(log: log))
        try snapshot.tap("Go 0")
        #expect(
            snapshot.issues == [
                "onChange loop in Loop: values still change after 32 passes. Further changes are ignored; make sure that "
                    + "the actions settle"
            ])
        #expect(log.entries.count == 32)
        // It continues from there at the next change.
        #expect(snapshot.labels == ["Go 33"])
    }

    @Test func appearAndDisappear() throws {
        struct Sample: View {
            let log: Log
            @State private var isShown = false
            @State private var count = 0
            var body: some View {
                VStack {
                    Toggle("Shown", isOn: $isShown)
                    Button("Count \(count)") { count += 1 }
                    if isShown {
                        Text("here \(count)")
                            .onAppear { log.add("appear") }
                            .onDisappear { log.add("disappear \(count)") }
                    }
                }
            }
        }
        let log = Log()
        let snapshot = Snapshot(Sample(log: log))
        #expect(log.entries == [])
        try snapshot.tap("Shown")
        try snapshot.tap("Count 0")
        #expect(log.entries == ["appear"])
        try snapshot.tap("Shown")
        #expect(log.entries == ["appear", "disappear 1"])
    }

    @Test func aTaskRunsWhileItsViewIsThere() async throws {
        struct Sample: View {
            let ended: AsyncStream<String>.Continuation
            @State private var isShown = true
            var body: some View {
                VStack {
                    Toggle("Shown", isOn: $isShown)
                    if isShown {
                        Text("here").task {
                            ended.yield("began")
                            let never = AsyncStream<Never> { _ in }
                            for await _ in never {}
                            ended.yield("cancelled \(Task.isCancelled)")
                        }
                    }
                }
            }
        }
        let (stream, continuation) = AsyncStream<String>.makeStream()
        var events = stream.makeAsyncIterator()
        let snapshot = Snapshot(Sample(ended: continuation))
        #expect(await events.next() == "began")
        try snapshot.tap("Shown")
        #expect(await events.next() == "cancelled true")
    }
}
