import FasciaUI

/// The list, with the editor in a sheet of the same process.
struct StandupsView: View {
    @ObservedObject var model: StandupsModel

    var body: some View {
        StandupsList(standups: model.standups) { model.edit($0) }
            .sheet(item: $model.editing) { EditView(model: $0) }
    }
}

/// The list, with the editor in another process.
struct RemoteStandupsView: View {
    @ObservedObject var model: StandupsModel
    @Environment(\.coordinator) private var coordinator

    var body: some View {
        StandupsList(standups: model.standups) { standup in
            coordinator?.modal(screen: "standups-editor/edit", arguments: standup)
        }
        .onAction("onSaveButtonTapped") { (standup: Standup) in
            model.save(standup)
            coordinator?.close()
        }
        .onAction("onDuplicateButtonTapped") { (standup: Standup) in
            model.duplicate(standup)
            coordinator?.close()
        }
        .onAction("onDeleteButtonTapped") { (id: Standup.ID) in
            model.delete(id)
            coordinator?.close()
        }
    }
}

struct StandupsList: View {
    let standups: [Standup]
    let onStandupTapped: (Standup) -> Void

    var body: some View {
        Form {
            Text("A list, and a sheet that tells it what the user wants.")
            ForEach(standups) { standup in
                Button {
                    onStandupTapped(standup)
                } label: {
                    LabeledContent(standup.title, value: "\(standup.minutes) min" + (standup.isDaily ? ", daily" : ""))
                }
            }
            if standups.isEmpty { Text("No standups") }
        }
    }
}
