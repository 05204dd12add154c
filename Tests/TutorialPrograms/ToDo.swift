import Combine
import Foundation
import SwiftUI

struct ToDoItem: Identifiable, Codable, Hashable {
    var id = UUID()
    var title: String
    var isDone = false
    var priority: Priority = .medium

    enum Priority: Int, Codable, CaseIterable, Comparable {
        case low, medium, high
        static func < (lhs: Priority, rhs: Priority) -> Bool { lhs.rawValue < rhs.rawValue }
        var title: String { String(describing: self).capitalized }
        var color: Color {
            switch self {
            case .low: return .green
            case .medium: return .orange
            case .high: return .red
            }
        }
    }
}

@MainActor
final class ToDoViewModel: ObservableObject {
    @Published private(set) var items: [ToDoItem] = []
    @Published var searchText = ""
    @Published var filtered: [ToDoItem] = []
    @Published var showOnlyOpen = false

    private var cancellables = Set<AnyCancellable>()

    init(items: [ToDoItem] = ToDoItem.samples) {
        self.items = items
        $searchText
            .removeDuplicates()
            .combineLatest($items, $showOnlyOpen)
            .map { text, items, onlyOpen in
                items.filter { item in
                    (text.isEmpty || item.title.localizedCaseInsensitiveContains(text)) && (!onlyOpen || !item.isDone)
                }
            }
            .assign(to: &$filtered)
        $items
            .dropFirst()
            .sink { [weak self] items in
                self?.save(items)
            }
            .store(in: &cancellables)
    }

    private(set) var saveCount = 0
    private func save(_ items: [ToDoItem]) {
        guard (try? JSONEncoder().encode(items)) != nil else { return }
        saveCount += 1
    }

    func add(_ title: String) {
        guard !title.trimmingCharacters(in: .whitespaces).isEmpty else { return }
        items.append(ToDoItem(title: title))
    }

    func toggle(_ item: ToDoItem) {
        guard let index = items.firstIndex(where: { $0.id == item.id }) else { return }
        items[index].isDone.toggle()
    }

    func delete(_ item: ToDoItem) { items.removeAll { $0.id == item.id } }
    func delete(at offsets: IndexSet) { items.remove(atOffsets: offsets) }
    func move(from source: IndexSet, to destination: Int) { items.move(fromOffsets: source, toOffset: destination) }

    func setPriority(_ priority: ToDoItem.Priority, for item: ToDoItem) {
        guard let index = items.firstIndex(where: { $0.id == item.id }) else { return }
        items[index].priority = priority
    }
}

extension ToDoItem {
    static let samples = [
        ToDoItem(title: "Buy milk"), ToDoItem(title: "Call Anna", priority: .high), ToDoItem(title: "Water plants", isDone: true),
    ]
}

struct ToDoRow: View {
    let item: ToDoItem
    let toggle: () -> Void

    var body: some View {
        HStack {
            Image(systemName: item.isDone ? "checkmark.circle.fill" : "circle")
                .resizable()
                .scaledToFit()
                .frame(width: 22, height: 22)
                .foregroundStyle(item.isDone ? Color.green : .secondary)
            Text(item.title)
                .strikethrough(item.isDone)
            Spacer()
            Circle()
                .fill(item.priority.color)
                .frame(width: 8, height: 8)
        }
        .contentShape(Rectangle())
        .onTapGesture(perform: toggle)
        .accessibilityElement(children: .combine)
        .accessibilityValue(item.isDone ? "done" : "open")
    }
}

struct ToDoScreen: View {
    @StateObject private var viewModel = ToDoViewModel()
    @State private var newTitle = ""
    @FocusState private var isFieldFocused: Bool

    var body: some View {
        NavigationView {
            List {
                Section {
                    HStack {
                        TextField("New item", text: $newTitle)
                            .focused($isFieldFocused)
                            .onSubmit(add)
                        Button(action: add) {
                            Image(systemName: "plus.circle.fill")
                        }
                        .disabled(newTitle.isEmpty)
                        .accessibilityLabel("Add")
                    }
                }
                Section(header: Text("Items")) {
                    ForEach(viewModel.filtered) { item in
                        ToDoRow(item: item) { viewModel.toggle(item) }
                            .contextMenu {
                                ForEach(ToDoItem.Priority.allCases, id: \.self) { priority in
                                    Button(priority.title) { viewModel.setPriority(priority, for: item) }
                                }
                                Divider()
                                Button(role: .destructive) {
                                    viewModel.delete(item)
                                } label: {
                                    Label("Delete", systemImage: "trash")
                                }
                            }
                            .swipeActions(edge: .leading) {
                                Button("Done") { viewModel.toggle(item) }.tint(.green)
                            }
                    }
                    .onDelete(perform: viewModel.delete)
                    .onMove(perform: viewModel.move)
                }
            }
            .listStyle(.insetGrouped)
            .searchable(text: $viewModel.searchText, prompt: "Search items")
            .overlay {
                if viewModel.filtered.isEmpty {
                    ContentUnavailableView.search(text: viewModel.searchText)
                }
            }
            .navigationTitle("To-dos")
            .toolbar {
                ToolbarItem(placement: .navigationBarLeading) { EditButton() }
                ToolbarItem(placement: .navigationBarTrailing) {
                    Toggle("Open only", isOn: $viewModel.showOnlyOpen)
                }
            }
        }
        .navigationViewStyle(.stack)
    }

    private func add() {
        viewModel.add(newTitle)
        newTitle = ""
        isFieldFocused = true
    }
}

#Preview {
    ToDoScreen()
}

#Preview("Row") {
    ToDoRow(item: ToDoItem(title: "Sample")) {}
}

#Preview("Done", traits: .sizeThatFitsLayout) {
    let item = ToDoItem(title: "Sample", isDone: true)
    return ToDoRow(item: item) {}
}
