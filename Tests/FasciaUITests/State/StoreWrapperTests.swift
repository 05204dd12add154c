import FasciaTesting
import FasciaUI
import Testing

/// Named values like `UserDefaults`, with change notifications.
private final class Defaults: ObservableObject {
    private var values: [String: Int] = [:]

    func integer(forKey key: String) -> Int { values[key] ?? 0 }

    func set(_ value: Int, forKey key: String) {
        objectWillChange.send()
        values[key] = value
    }
}

/// A custom property wrapper over such a store.
@propertyWrapper
private struct Stored: DynamicProperty {
    @ObservedObject private var store: Defaults
    private let key: String

    init(_ key: String, store: Defaults) {
        self.key = key
        self.store = store
    }

    var wrappedValue: Int {
        get { store.integer(forKey: key) }
        nonmutating set { store.set(newValue, forKey: key) }
    }

    var projectedValue: Binding<Int> {
        Binding(get: { wrappedValue }, set: { wrappedValue = $0 })
    }
}

@MainActor @Suite struct StoreWrapperTests {
    private struct Child: View {
        @Binding var value: Int
        var body: some View { Button("child \(value)") { value += 10 } }
    }

    private struct Sample: View {
        @Stored private var count: Int

        init(_ store: Defaults) { _count = Stored("count", store: store) }

        var body: some View {
            VStack {
                Button("count \(count)") { count += 1 }
                Child(value: $count)
            }
        }
    }

    @Test func customPropertyWrapperOverAStore_readsWritesAndFollows() throws {
        let store = Defaults()
        let snapshot = Snapshot(Sample(store))
        try snapshot.tap("count 0")
        #expect(store.integer(forKey: "count") == 1)
        try snapshot.tap("child 1")
        #expect(snapshot.labels == ["count 11", "child 11"])
        store.set(5, forKey: "count")
        #expect(snapshot.labels == ["count 5", "child 5"])
    }

    @Test func fontsCornersAndShadows() throws {
        struct Styled: View {
            @available(*, deprecated)  // Avoids the warnings for names without effect.
            var body: some View { Text("a").font(.custom("Futura", size: 40)).cornerRadius(8).shadow(radius: 4) }
        }
        #expect(Snapshot(Styled()).text.contains("a"))
        #expect(Snapshot(Text("a").font(.title)).node.modifiers == [.bold(true)])
        #expect(Snapshot(Text("a").font(.caption.italic())).node.modifiers == [.dim(true), .italic(true)])
        #expect(Snapshot(Text("a").font(.system(size: 12, weight: .heavy))).node.modifiers == [.bold(true)])
        let box = Text("a").padding(.horizontal).overlay(RoundedRectangle(cornerRadius: 8).stroke(.primary))
        let round = Snapshot(box.padding(), columns: 12, rows: 8)
        #expect(round.text.contains("a"))
    }
}
