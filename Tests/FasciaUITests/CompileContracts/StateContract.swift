// Everything above the tests also compiles with SwiftUI; only the import differs.
import FasciaTesting
import FasciaUI
import Testing

struct Player: Identifiable, Equatable {
    let id: Int
    var name = "nobody"
    var value = 0
}

struct PointsKey: EnvironmentKey { static let defaultValue = 1 }

extension EnvironmentValues {
    var points: Int {
        get { self[PointsKey.self] }
        set { self[PointsKey.self] = newValue }
    }
}

final class Club: ObservableObject {
    @Published var members = 0
}

@Observable @MainActor final class Board {
    var title = "board"
}

/// A custom property wrapper over `UserDefaults`.
@propertyWrapper struct Setting: DynamicProperty {
    @State private var value: Int
    private let key: String
    private let store: UserDefaults

    init(_ key: String, store: UserDefaults) {
        self.key = key
        self.store = store
        _value = State(initialValue: store.integer(forKey: key))
    }

    var wrappedValue: Int {
        get { value }
        nonmutating set {
            value = newValue
            store.set(newValue, forKey: key)
        }
    }
}

struct PlayerRow: View {
    @Binding private var player: Player
    @Binding private var count: Int

    init(player: Binding<Player>, count: Binding<Int>) {
        _player = player
        _count = count
    }

    var body: some View {
        Button("\(player.name) \(_player.value.wrappedValue)") {
            _player.wrappedValue.value += 1
            $player.name.wrappedValue = "Ada"
            count += 1
        }
    }
}

struct Scores: View {
    @State private var items = [Player(id: 1), Player(id: 2)]
    @State private var count = 0
    @StateObject private var club = Club()
    @Setting private var setting: Int
    @AppStorage("kept") private var kept = 5

    init(store: UserDefaults) { _setting = Setting("setting", store: store) }

    var body: some View {
        VStack {
            PlayerRow(player: $items[1], count: $count)
            Stepper("Second", value: $items[1].value)
            Toggle("Always", isOn: .constant(true))
            Toggle("Is many", isOn: Binding(get: { count > 5 }, set: { count = $0 ? 10 : 0 }))
            Button("Setting \(setting)") { setting += 1 }
            Button("Kept \(kept)") { kept += 1 }
            ClubView(club: club)
            Members().environmentObject(club).environment(\.points, 7)
            Text("\(items[1].value) \(count)")
        }
    }
}

struct ClubView: View {
    @ObservedObject var club: Club
    @State private var board = Board()
    var body: some View {
        Button("Join \(club.members)") { club.members += 1 }
        BoardView(board: board)
    }
}

struct BoardView: View {
    @Bindable var board: Board
    var body: some View { TextField("Board", text: $board.title) }
}

struct Members: View {
    @EnvironmentObject private var club: Club
    @Environment(\.points) private var points
    var body: some View { Text("members \(club.members) times \(points)") }
}

@MainActor @Suite struct StateContractTests {
    @Test func everyWrapperReadsAndWrites() throws {
        let name = "fascia-\(UUID().uuidString)"
        let store = try #require(UserDefaults(suiteName: name))
        defer { store.removePersistentDomain(forName: name) }
        store.set(3, forKey: "setting")
        let snapshot = Snapshot(Scores(store: store), columns: 50, rows: 24)
        try snapshot.tap("nobody 0")
        #expect(snapshot.labels.contains("Ada 1"))
        #expect(snapshot.texts.last == "1 1")
        try snapshot.set("Second", to: 9)
        #expect(snapshot.texts.last == "9 1")
        try snapshot.tap("Always")
        #expect(snapshot.toggles.map(\.state) == [.on, .off])
        try snapshot.tap("Is many")
        #expect(snapshot.toggles.map(\.state) == [.on, .on])
        #expect(snapshot.texts.last == "9 10")
        try snapshot.tap("Setting 3")
        #expect(store.integer(forKey: "setting") == 4)
        try snapshot.tap("Kept 5")
        try snapshot.tap("Join 0")
        #expect(snapshot.labels.contains("Kept 6"))
        #expect(snapshot.text.contains("members 1 times 7"))
        try snapshot.set("Board", to: "chess")
        #expect(snapshot.element("Board")?.value == "chess")
        #expect(snapshot.issues == [])
    }
}
