// Everything above the tests also compiles with SwiftUI; only the import differs.
import FasciaTesting
import FasciaUI
import Testing

struct Standup: Identifiable, Equatable {
    let id = UUID()
    var title: String
    var attendees: [String] = []
    var isDone = false
}

@Observable @MainActor
final class StandupsModel {
    var standups: [Standup] = [Standup(title: "Design", attendees: ["Ada"]), Standup(title: "Engineering")]
    var filter = ""

    func delete(_ standup: Standup) { standups.removeAll { $0.id == standup.id } }
}

struct StandupsList: View {
    @Bindable var model: StandupsModel

    var body: some View {
        List {
            ForEach($model.standups) { $standup in
                CardView(standup: $standup) { model.delete(standup) }
            }
            if model.standups.isEmpty {
                Text("No standups").foregroundStyle(.secondary)
            }
        }
    }
}

struct CardView: View {
    @Binding var standup: Standup
    var onDeleteButtonTapped: () -> Void

    var body: some View {
        VStack(alignment: .leading) {
            Text(standup.title).font(.headline)
            HStack {
                Label("\(standup.attendees.count)", systemImage: "person.3")
                Spacer()
                Toggle("Done with \(standup.title)", isOn: $standup.isDone)
                Button("Delete \(standup.title)", role: .destructive, action: onDeleteButtonTapped)
            }
            .font(.caption)
        }
        .padding()
    }
}

@MainActor @Suite struct StandupsTests {
    @Test func rowsAreEditedAndDeleted() throws {
        let model = StandupsModel()
        let snapshot = Snapshot(StandupsList(model: model), columns: 70, rows: 16)
        #expect(snapshot.text.contains("Engineering"))
        try snapshot.tap("Done with Engineering")
        #expect(model.standups.map(\.isDone) == [false, true])
        try snapshot.tap("Delete Design")
        #expect(model.standups.map(\.title) == ["Engineering"])
        #expect(!snapshot.text.contains("Design"))
        try snapshot.tap("Delete Engineering")
        #expect(snapshot.text.contains("No standups"))
        #expect(snapshot.issues == [])
    }

    @Test func aChangeOfTheModelIsSeen() {
        let model = StandupsModel()
        let snapshot = Snapshot(StandupsList(model: model), columns: 70, rows: 16)
        model.standups.append(Standup(title: "Product"))
        #expect(snapshot.text.contains("Product"))
    }
}
