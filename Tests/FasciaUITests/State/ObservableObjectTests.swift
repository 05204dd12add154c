import FasciaTesting
import FasciaUI
import Testing

final class Library: ObservableObject {
    @Published var books = 1
    @Published var isOpen = false
}

class Shelf: ObservableObject {}
final class LongShelf: Shelf {
    var length = 0 { willSet { objectWillChange.send() } }
}

@MainActor @Suite struct ObservableObjectTests {
    struct Desk: View {
        @ObservedObject var library: Library
        var body: some View {
            VStack {
                Text("books \(library.books)")
                Toggle("Open", isOn: $library.isOpen)
            }
        }
    }

    @Test func anObservedObjectsChangesAreSeen() throws {
        let library = Library()
        let snapshot = Snapshot(Desk(library: library))
        library.books += 1
        #expect(snapshot.texts == ["books 2"])
        try snapshot.tap("Open")
        #expect(library.isOpen)
        #expect(snapshot.toggles.map(\.state) == [.on])
    }

    @Test func anObjectWithoutPublishedProperties_canSayThatItChanges() {
        struct Sample: View {
            @ObservedObject var shelf: LongShelf
            var body: some View { Text("\(shelf.length)") }
        }
        let shelf = LongShelf()
        #expect(shelf.objectWillChange === shelf.objectWillChange)
        let snapshot = Snapshot(Sample(shelf: shelf))
        shelf.length = 3
        #expect(snapshot.texts == ["3"])
    }

    @Test func aStateObjectIsMadeOnce() throws {
        struct Parent: View {
            @State private var count = 0
            let log: Log
            var body: some View {
                VStack {
                    Button("Parent \(count)") { count += 1 }
                    Child(count: count, log: log)
                }
            }
        }
        struct Child: View {
            let count: Int
            @StateObject private var library: Library
            init(count: Int, log: Log) {
                self.count = count
                _library = StateObject(
                    wrappedValue: {
                        log.add("made"); return Library()
                    }())
            }
            var body: some View { Button("Books \(library.books)") { library.books += 1 } }
        }
        let log = Log()
        let snapshot = Snapshot(Parent(log: log))
        try snapshot.tap("Books 1")
        try snapshot.tap("Parent 0")
        #expect(snapshot.labels == ["Parent 1", "Books 2"])
        #expect(log.entries == ["made"])
    }

    struct Reader: View {
        @EnvironmentObject var library: Library
        var body: some View { Button("Books \(library.books)") { library.books += 1 } }
    }

    @Test func anEnvironmentObjectIsFoundByItsType() throws {
        let library = Library()
        let snapshot = Snapshot(VStack { Reader() }.environmentObject(library))
        try snapshot.tap("Books 1")
        #expect(snapshot.labels == ["Books 2"])
        #expect(library.books == 2)
    }

    @Test func missingEnvironmentObject_namesViewAndType() {
        let snapshot = Snapshot(
            VStack {
                Text("before"); Reader()
            }, columns: 100)
        let message =
            "Reader needs @EnvironmentObject Library: add .environmentObject(…) with a Library to a parent view"
        #expect(snapshot.issues == [message])
        #expect(snapshot.texts == ["before", "! " + message])
        #expect(snapshot.evaluations["Reader"] == nil)
    }

    @Test func publishedPropertiesNotifySubscribers() {
        let library = Library()
        let log = Log()
        let subscription = library.$books.sink { [log] in log.entries.append("\($0)") }
        library.books = 2
        subscription.cancel()
        library.books = 3
        #expect(log.entries == ["1", "2"])
    }
}
