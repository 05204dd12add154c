// Everything above the tests also compiles with SwiftUI; only the import differs.
import FasciaTesting
import FasciaUI
import Testing

struct Recipe: Identifiable, Hashable {
    let id: Int
    var name: String
    var ingredients: [String]
    var isFavourite = false
}

enum Route: Hashable {
    case settings
    case ingredients(Recipe)
}

final class Cookbook: ObservableObject {
    @Published var recipes = [
        Recipe(id: 1, name: "Bread", ingredients: ["Flour", "Water", "Salt"]),
        Recipe(id: 2, name: "Soup", ingredients: ["Leek", "Potato"]),
    ]
    @Published var path = NavigationPath()
}

struct CookbookView: View {
    @StateObject private var book = Cookbook()
    @State private var isAdding = false
    @State private var editing: Recipe?
    @AppStorage("showsFavourites") private var showsFavourites = false

    private var visible: [Recipe] { showsFavourites ? book.recipes.filter(\.isFavourite) : book.recipes }

    @available(*, deprecated)  // Avoids the warnings for names without effect.
    var body: some View {
        NavigationStack(path: $book.path) {
            List {
                Section {
                    ForEach(visible) { recipe in
                        NavigationLink(value: recipe) {
                            HStack {
                                Text(recipe.name)
                                Spacer()
                                if recipe.isFavourite {
                                    Image(systemName: "heart.fill").foregroundStyle(.red)
                                }
                            }
                        }
                    }
                    .onDelete { offsets in
                        book.recipes.remove(atOffsets: offsets)
                    }
                    .onMove { source, destination in
                        book.recipes.move(fromOffsets: source, toOffset: destination)
                    }
                } header: {
                    Text("Recipes")
                } footer: {
                    Text("\(visible.count) recipes")
                }
            }
            .listStyle(.insetGrouped)
            .navigationTitle("Cookbook")
            .navigationBarTitleDisplayMode(.inline)
            .navigationDestination(for: Recipe.self) { recipe in
                RecipeView(recipe: binding(recipe))
            }
            .navigationDestination(for: Route.self) { route in
                switch route {
                case .settings:
                    Form { Toggle("Favourites only", isOn: $showsFavourites) }
                case .ingredients(let recipe):
                    List(recipe.ingredients, id: \.self) { Text($0) }
                }
            }
            .toolbar {
                ToolbarItem(placement: .topBarLeading) {
                    EditButton()
                }
                ToolbarItem(placement: .primaryAction) {
                    Button("Add", systemImage: "plus") { isAdding = true }
                }
                ToolbarItemGroup(placement: .bottomBar) {
                    NavigationLink("Settings", value: Route.settings)
                    Spacer()
                    Button("Edit first") { editing = book.recipes.first }
                }
            }
            .sheet(isPresented: $isAdding, onDismiss: { editing = nil }) {
                AddView { name in book.recipes.append(Recipe(id: name.count + 10, name: name, ingredients: [])) }
                    .presentationDetents([.medium, .large])
            }
            .sheet(item: $editing) { recipe in
                Text("Editing \(recipe.name)")
            }
        }
        .environmentObject(book)
    }

    private func binding(_ recipe: Recipe) -> Binding<Recipe> {
        Binding(
            get: { book.recipes.first { $0.id == recipe.id } ?? recipe },
            set: { new in if let index = book.recipes.firstIndex(where: { $0.id == recipe.id }) { book.recipes[index] = new } })
    }
}

struct RecipeView: View {
    @Binding var recipe: Recipe
    @EnvironmentObject private var book: Cookbook
    @State private var isConfirming = false
    @State private var isWarned = false

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            Text("**\(recipe.name)**").font(.largeTitle)
            Toggle(isOn: $recipe.isFavourite) {
                Label("Favourite", systemImage: recipe.isFavourite ? "heart.fill" : "heart")
            }
            .toggleStyle(.switch)
            NavigationLink("Ingredients", value: Route.ingredients(recipe))
            Button("Delete", role: .destructive) { isConfirming = true }
                .confirmationDialog("Really?", isPresented: $isConfirming, titleVisibility: .visible) {
                    Button("Delete for ever", role: .destructive) {
                        book.recipes.removeAll { $0.id == recipe.id }
                        book.path.removeLast()
                    }
                } message: {
                    Text("\(recipe.name) will be gone.")
                }
            Button("Warn") { isWarned = true }
                .alert("Careful", isPresented: $isWarned) {
                    Button("Understood", role: .cancel) {}
                } message: {
                    Text("It is hot.")
                }
        }
        .padding()
        .navigationTitle(recipe.name)
    }
}

struct AddView: View {
    let onAdd: (String) -> Void
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        NavigationStack {
            Text("A new recipe")
                .toolbar {
                    ToolbarItem(placement: .cancellationAction) {
                        Button("Cancel", role: .cancel) { dismiss() }
                    }
                    ToolbarItem(placement: .confirmationAction) {
                        Button("Save") {
                            onAdd("Cake")
                            dismiss()
                        }
                    }
                }
        }
    }
}

@MainActor @Suite struct NavigationContractTests {
    @Test func theCookbookWorks() throws {
        let snapshot = Snapshot(CookbookView(), columns: 60, rows: 24)
        try snapshot.tap("Bread")
        #expect(snapshot.text.contains("Delete"))
        try snapshot.tap("Favourite")
        try snapshot.tap("Ingredients")
        #expect(snapshot.text.contains("Flour"))
        try snapshot.press("escape")
        try snapshot.tap("Delete")
        #expect(snapshot.text.contains("Bread will be gone."))
        try snapshot.tap("Delete for ever")
        #expect(snapshot.text.contains("Soup"))
        #expect(!snapshot.text.contains("Bread"))
        try snapshot.tap("Add")
        #expect(snapshot.text.contains("A new recipe"))
        try snapshot.tap("Save")
        #expect(snapshot.text.contains("Cake"))
        try snapshot.tap("Edit first")
        #expect(snapshot.text.contains("Editing Soup"))
        try snapshot.press("escape")
        try snapshot.tap("Settings")
        try snapshot.tap("Favourites only")
        try snapshot.press("escape")
        #expect(!snapshot.text.contains("Soup"))
        #expect(snapshot.issues == [])
    }
}
