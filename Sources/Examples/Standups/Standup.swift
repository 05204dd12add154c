import FasciaUI

struct Standup: Identifiable, Codable, Equatable {
    var id: String
    var title: String
    var minutes: Int
    var isDaily = false

    static let samples = [
        Standup(id: "design", title: "Design", minutes: 30),
        Standup(id: "engineering", title: "Engineering", minutes: 15, isDaily: true),
    ]
}

@MainActor final class StandupsModel: ObservableObject {
    @Published var standups: [Standup]
    /// The standup being edited in a sheet.
    @Published var editing: EditModel? { didSet { listen() } }

    init(standups: [Standup] = Standup.samples, editing: Standup? = nil) {
        self.standups = standups
        self.editing = editing.map(EditModel.init)
        listen()
    }

    /// Handles the user's actions. The editor only reports them.
    private func listen() {
        guard let editing else { return }
        editing.onSaveButtonTapped = { [weak self] in self?.save($0) }
        editing.onDuplicateButtonTapped = { [weak self] in self?.duplicate($0) }
        editing.onDeleteButtonTapped = { [weak self] in self?.delete($0) }
    }

    func edit(_ standup: Standup) { editing = EditModel(standup: standup) }

    func save(_ standup: Standup) {
        if let index = standups.firstIndex(where: { $0.id == standup.id }) { standups[index] = standup }
        editing = nil
    }

    func duplicate(_ standup: Standup) {
        var copy = standup
        copy.id = "\(standup.id)-copy-\(standups.count)"
        copy.title += " (copy)"
        standups.append(copy)
        editing = nil
    }

    func delete(_ id: Standup.ID) {
        standups.removeAll { $0.id == id }
        editing = nil
    }
}

/// The standup being edited, and closures for the user's actions.
@MainActor final class EditModel: ObservableObject, Identifiable {
    @Published var standup: Standup
    var onSaveButtonTapped: (Standup) -> Void = unimplemented("EditModel.onSaveButtonTapped")
    var onDuplicateButtonTapped: (Standup) -> Void = unimplemented("EditModel.onDuplicateButtonTapped")
    var onDeleteButtonTapped: (Standup.ID) -> Void = unimplemented("EditModel.onDeleteButtonTapped")

    nonisolated var id: ObjectIdentifier { ObjectIdentifier(self) }

    init(standup: Standup) { self.standup = standup }
}
