import FasciaUI

struct EditView: View {
    @ObservedObject var model: EditModel

    var body: some View {
        Form {
            Text(model.standup.title).bold()
            Stepper("\(model.standup.minutes) minutes", value: $model.standup.minutes, in: 5...60, step: 5)
            Toggle("Daily", isOn: $model.standup.isDaily)
            HStack {
                Button("Save") { model.onSaveButtonTapped(model.standup) }
                Button("Duplicate") { model.onDuplicateButtonTapped(model.standup) }
                Button("Delete", role: .destructive) { model.onDeleteButtonTapped(model.standup.id) }
            }
        }
        .navigationTitle("Edit")
    }
}

/// The editor as a screen for another process: it sends the user's actions to the screen that opened it.
struct RemoteEditView: View {
    @StateObject private var model: EditModel
    @Environment(\.emit) private var emit

    init(standup: Standup) { _model = StateObject(wrappedValue: EditModel(standup: standup)) }

    var body: some View {
        EditView(model: model)
            .onAppear {
                model.onSaveButtonTapped = { emit("onSaveButtonTapped", $0) }
                model.onDuplicateButtonTapped = { emit("onDuplicateButtonTapped", $0) }
                model.onDeleteButtonTapped = { emit("onDeleteButtonTapped", $0) }
            }
    }
}
