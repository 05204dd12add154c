import FasciaTesting
import Testing
@testable import FasciaUI

@MainActor @Suite struct AppStorageTests {
    enum Crust: String { case thin, thick }
    enum Size: Int { case small, large }

    struct Counter: View {
        @AppStorage("count") private var count = 3
        @AppStorage("name") private var name: String?
        @AppStorage("crust") private var crust = Crust.thin
        @AppStorage("size") private var size: Size?

        var body: some View {
            VStack {
                Text("count \(count), name \(name ?? "–"), \(crust.rawValue), \(size.map { "\($0)" } ?? "any")")
                Button("More") { count += 1 }
                Button("Set all") { (name, crust, size) = ("Ada", .thick, .large) }
                Button("No name") { name = nil }
                Child(count: $count)
            }
        }
    }

    struct Child: View {
        @Binding var count: Int
        var body: some View { Button("Child \(count)") { count = 10 } }
    }

    struct Bystander: View {
        @AppStorage("other") private var other = false
        var body: some View { Toggle("Other", isOn: $other) }
    }

    @Test func appStorage_isStored_andSharedByAllReaders() throws {
        let storage = MemoryStorage()
        let first = Snapshot(Counter(), columns: 70, storage: storage)
        #expect(first.texts[0] == "count 3, name –, thin, any")
        #expect(storage.value("count") == nil)
        try first.tap("More")
        try first.tap("Set all")
        #expect(first.texts[0] == "count 4, name Ada, thick, large")
        #expect(storage.value("crust") == "thick")
        #expect(storage.value("size") == 1)
        try first.tap("Child 4")
        #expect(first.texts[0] == "count 10, name Ada, thick, large")
        // The app after a restart.
        let second = Snapshot(Counter(), columns: 70, storage: storage)
        #expect(second.texts[0] == "count 10, name Ada, thick, large")
        try second.tap("No name")
        #expect(storage.value("name") == nil)
        #expect(second.texts[0] == "count 10, name –, thick, large")
    }

    @Test func valueOfAnotherTypeIsIgnored() {
        let storage = MemoryStorage(["count": "many", "name": 7, "crust": "soft", "size": 9])
        #expect(Snapshot(Counter(), storage: storage).texts[0] == "count 3, name –, thin, any")
    }

    @Test func externalChangeInvalidatesOnlyItsReaders() {
        let storage = MemoryStorage()
        let snapshot = Snapshot(
            VStack {
                Counter(); Bystander()
            }, columns: 70, storage: storage)
        snapshot.resetCounts()
        storage.set("count", 42)
        snapshot.host.storedValues.changed("count")
        #expect(snapshot.texts[0] == "count 42, name –, thin, any")
        #expect(snapshot.evaluations["Counter"] == 1)
        #expect(snapshot.evaluations["Bystander"] == nil)
    }

    @Test func appStorage_everyTypeIsRestored() {
        struct Sample: View {
            @AppStorage("b") var b = false
            @AppStorage("d") var d = 0.5
            @AppStorage("u") var u = URL(filePath: "/a")
            @AppStorage("x") var x = Data()
            @AppStorage("i") var i: Int?
            @AppStorage("z") var z = Size.small
            var body: some View {
                VStack {
                    Text("\(b), \(d), \(u.absoluteString), \(x.count), \(i ?? -1), \(z.rawValue)")
                    Button("Set") {
                        (b, d, x, i, z) = (true, 2, Data([1, 2, 3]), 5, .large)
                        if let new = URL(string: "https://example.org/") { u = new }
                    }
                }
            }
        }
        let storage = MemoryStorage()
        let snapshot = Snapshot(Sample(), storage: storage)
        try? snapshot.tap("Set")
        #expect(Snapshot(Sample(), storage: storage).texts[0] == "true, 2.0, https://example.org/, 3, 5, 1")
    }
}
