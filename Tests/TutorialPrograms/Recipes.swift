import SwiftUI

struct Recipe: Identifiable, Hashable {
    var id: String { name }
    let name: String
    let minutes: Int
    let kind: Kind
    enum Kind: String, CaseIterable { case all, main, dessert }
}

struct RecipesView: View {
    @State private var searchText = ""
    @State private var scope = Recipe.Kind.all
    @State private var path = NavigationPath()
    @State private var isLoading = false
    @State private var recipes = [
        Recipe(name: "Soup", minutes: 30, kind: .main), Recipe(name: "Cake", minutes: 60, kind: .dessert),
        Recipe(name: "Salad", minutes: 10, kind: .main), Recipe(name: "Sorbet", minutes: 20, kind: .dessert),
    ]

    private var results: [Recipe] {
        recipes.filter { recipe in
            (scope == .all || recipe.kind == scope)
                && (searchText.isEmpty || recipe.name.lowercased().contains(searchText.lowercased()))
        }
    }

    var body: some View {
        NavigationStack(path: $path) {
            List(results) { recipe in
                NavigationLink(value: recipe) {
                    RecipeRow(recipe: recipe)
                }
                .listRowSeparator(.hidden)
                .listRowBackground(Color.clear)
            }
            .navigationTitle("Recipes")
            .navigationDestination(for: Recipe.self) { recipe in
                RecipeDetail(recipe: recipe)
            }
            .searchable(text: $searchText, placement: .navigationBarDrawer(displayMode: .always), prompt: Text("Find a recipe"))
            .searchScopes($scope) {
                ForEach(Recipe.Kind.allCases, id: \.self) { kind in
                    Text(kind.rawValue.capitalized).tag(kind)
                }
            }
            .searchSuggestions {
                ForEach(recipes.filter { !searchText.isEmpty && $0.name.hasPrefix(searchText) }) { recipe in
                    Text("Looking for \(recipe.name)?").searchCompletion(recipe.name)
                }
            }
            .onSubmit(of: .search) { isLoading = true }
            .refreshable { await reload() }
            .task { await reload() }
            .safeAreaInset(edge: .bottom) {
                Text("\(results.count) recipes")
                    .frame(maxWidth: .infinity)
                    .background(.bar)
            }
            .redacted(reason: isLoading ? .placeholder : [])
            .scrollBounceBehavior(.basedOnSize)
        }
    }

    private func reload() async {
        recipes.sort { $0.name < $1.name }
        isLoading = false
    }
}

struct RecipeRow: View {
    let recipe: Recipe
    @Environment(\.isSearching) private var isSearching
    @ScaledMetric(relativeTo: .body) private var iconSize: CGFloat = 24

    var body: some View {
        HStack {
            AsyncImage(url: URL(string: "https://example.com/\(recipe.name).png")) { image in
                image.resizable().aspectRatio(contentMode: .fit)
            } placeholder: {
                ProgressView()
            }
            .frame(width: iconSize, height: iconSize)
            VStack(alignment: .leading) {
                Text(recipe.name).font(.headline)
                Text("\(recipe.minutes) minutes").font(.caption).foregroundStyle(Color(.secondaryLabel))
            }
        }
        .padding(8)
        .background(Color(UIColor.systemBackground))
    }
}

struct RecipeDetail: View {
    let recipe: Recipe
    @State private var isInspecting = false
    @State private var rating = 3

    var body: some View {
        VStack {
            AsyncImage(url: nil) { phase in
                switch phase {
                case .empty: ProgressView()
                case .success(let image): image
                case .failure: Image(systemName: "photo")
                @unknown default: EmptyView()
                }
            }
            RatingView(rating: $rating)
            Text(recipe.name).font(.custom("Avenir", size: 32, relativeTo: .title)).textSelection(.enabled)
        }
        .navigationTitle(recipe.name)
        .toolbarBackground(.visible, for: .navigationBar)
        .inspector(isPresented: $isInspecting) {
            Text("Takes \(recipe.minutes) minutes")
        }
        .toolbar { Button("Info", systemImage: "info.circle") { isInspecting.toggle() } }
    }
}

struct RatingView: View {
    @Binding var rating: Int
    var maximum = 5

    var body: some View {
        HStack {
            ForEach(1...maximum, id: \.self) { number in
                Image(systemName: number > rating ? "star" : "star.fill")
                    .foregroundStyle(number > rating ? .gray : .yellow)
                    .onTapGesture { rating = number }
            }
        }
        .accessibilityElement(children: .ignore)
        .accessibilityLabel("Rating")
        .accessibilityValue(rating == 1 ? "1 star" : "\(rating) stars")
        .accessibilityAdjustableAction { direction in
            switch direction {
            case .increment: if rating < maximum { rating += 1 }
            case .decrement: if rating > 1 { rating -= 1 }
            default: break
            }
        }
    }
}

#Preview {
    RecipesView()
}
