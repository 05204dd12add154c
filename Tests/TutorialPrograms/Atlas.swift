import SwiftUI

struct Country: Identifiable, Hashable, Decodable {
    let id: String
    let name: String
    let capital: String
    let population: Int
    let continent: Continent
    let area: Double

    enum Continent: String, CaseIterable, Decodable, Identifiable {
        case africa, asia, europe
        case northAmerica = "north america"
        var id: Self { self }
        var name: String { rawValue.capitalized }
        var symbol: String {
            switch self {
            case .africa: "globe.europe.africa"
            case .asia: "globe.asia.australia"
            case .europe: "globe.europe.africa.fill"
            case .northAmerica: "globe.americas"
            }
        }
    }
}

extension Country {
    static let all: [Country] = [
        .init(id: "de", name: "Germany", capital: "Berlin", population: 83_200_000, continent: .europe, area: 357_588),
        .init(id: "fr", name: "France", capital: "Paris", population: 67_750_000, continent: .europe, area: 551_695),
        .init(id: "jp", name: "Japan", capital: "Tokyo", population: 125_700_000, continent: .asia, area: 377_975),
        .init(id: "ke", name: "Kenya", capital: "Nairobi", population: 53_010_000, continent: .africa, area: 580_367),
        .init(id: "ca", name: "Canada", capital: "Ottawa", population: 38_250_000, continent: .northAmerica, area: 9_984_670),
    ]
}

struct AtlasView: View {
    @State private var continent: Country.Continent? = .europe
    @State private var country: Country?
    @State private var columnVisibility = NavigationSplitViewVisibility.all
    @State private var preferredColumn = NavigationSplitViewColumn.content
    @State private var searchText = ""
    @State private var scope = SearchScope.name
    @State private var sortOrder = [KeyPathComparator(\Country.name)]
    @State private var tokens: [Country.Continent] = []

    enum SearchScope: String, CaseIterable {
        case name, capital
    }

    private var countries: [Country] {
        let inContinent = Country.all.filter { continent == nil || $0.continent == continent }
        let found =
            searchText.isEmpty
            ? inContinent
            : inContinent.filter {
                switch scope {
                case .name: $0.name.localizedCaseInsensitiveContains(searchText)
                case .capital: $0.capital.localizedStandardContains(searchText)
                }
            }
        return found.sorted(using: sortOrder)
    }

    var body: some View {
        NavigationSplitView(columnVisibility: $columnVisibility, preferredCompactColumn: $preferredColumn) {
            List(Country.Continent.allCases, selection: $continent) { continent in
                NavigationLink(value: continent) {
                    Label(continent.name, systemImage: continent.symbol)
                        .badge(Country.all.count { $0.continent == continent })
                }
            }
            .navigationTitle("Continents")
            .navigationSplitViewColumnWidth(min: 150, ideal: 180, max: 240)
            .listStyle(.sidebar)
        } content: {
            List(selection: $country) {
                Section {
                    ForEach(countries) { country in
                        CountryRow(country: country)
                            .tag(country)
                    }
                } header: {
                    if let continent {
                        Text(continent.name)
                    }
                }
            }
            .searchable(text: $searchText, placement: .sidebar, prompt: "Find a country")
            .searchScopes($scope) {
                ForEach(SearchScope.allCases, id: \.self) { scope in
                    Text(scope.rawValue.capitalized)
                }
            }
            .searchSuggestions {
                if searchText.count == 1 {
                    ForEach(Country.all.prefix(3)) { country in
                        Text(country.name).searchCompletion(country.name)
                    }
                }
            }
            .onSubmit(of: .search) { country = countries.first }
            .overlay {
                if countries.isEmpty {
                    ContentUnavailableView.search(text: searchText)
                }
            }
            .toolbar {
                Menu("Sort", systemImage: "arrow.up.arrow.down") {
                    Picker("Sort by", selection: $sortOrder) {
                        Text("Name").tag([KeyPathComparator(\Country.name)])
                        Text("Population").tag([KeyPathComparator(\Country.population, order: .reverse)])
                    }
                    .pickerStyle(.inline)
                }
            }
            .navigationTitle(continent?.name ?? "All")
        } detail: {
            if let country {
                CountryDetail(country: country)
                    .id(country.id)
            } else {
                ContentUnavailableView("Select a Country", systemImage: "map", description: Text("Pick one from the list."))
            }
        }
        .navigationSplitViewStyle(.balanced)
        .onChange(of: continent) { country = nil }
    }
}

struct CountryRow: View {
    let country: Country
    @Environment(\.isSearching) private var isSearching

    var body: some View {
        VStack(alignment: .leading) {
            Text(country.name)
                .font(.headline)
            Text(country.population, format: .number.notation(.compactName))
                .font(.subheadline)
                .foregroundStyle(.secondary)
        }
    }
}

struct CountryDetail: View {
    let country: Country
    @Namespace private var namespace
    @State private var isFavorite = false
    @State private var showInspector = false
    @Environment(\.horizontalSizeClass) private var horizontalSizeClass
    @Environment(\.dismissSearch) private var dismissSearch

    private var density: Double { Double(country.population) / country.area }

    var body: some View {
        ScrollView {
            Grid(alignment: .leadingFirstTextBaseline, horizontalSpacing: 16, verticalSpacing: 8) {
                GridRow {
                    Text("Capital").foregroundStyle(.secondary)
                    Text(country.capital)
                }
                GridRow {
                    Text("Population").foregroundStyle(.secondary)
                    Text(country.population.formatted())
                        .gridColumnAlignment(.trailing)
                }
                Divider()
                    .gridCellUnsizedAxes(.horizontal)
                GridRow {
                    Text("Area").foregroundStyle(.secondary)
                    Text("\(country.area, specifier: "%.0f") km²")
                }
                GridRow {
                    Text("Density").foregroundStyle(.secondary)
                    Text(density, format: .number.precision(.fractionLength(1)))
                }
                GridRow {
                    Color.clear.gridCellUnsizedAxes([.horizontal, .vertical])
                    Text("Figures of 2021").font(.caption2).italic()
                }
            }
            .padding()
            .frame(maxWidth: .infinity, alignment: .leading)
        }
        .navigationTitle(country.name)
        .navigationBarTitleDisplayMode(horizontalSizeClass == .compact ? .inline : .large)
        .toolbar {
            ToolbarItem(placement: .primaryAction) {
                Toggle(isOn: $isFavorite) {
                    Label("Favorite", systemImage: isFavorite ? "star.fill" : "star")
                }
                .toggleStyle(.button)
            }
            ToolbarItem(placement: .secondaryAction) {
                Button("Info", systemImage: "info.circle") { showInspector.toggle() }
            }
        }
        .inspector(isPresented: $showInspector) {
            Text("Id: \(country.id)")
                .inspectorColumnWidth(min: 100, ideal: 150, max: 200)
        }
    }
}

struct AtlasApp: App {
    var body: some Scene {
        WindowGroup {
            AtlasView()
        }
        .commands {
            SidebarCommands()
            CommandGroup(replacing: .newItem) {}
            CommandMenu("Atlas") {
                Button("Show Continents") {}
                    .keyboardShortcut("1", modifiers: [.command, .shift])
            }
        }
        .defaultSize(width: 900, height: 600)
    }
}

#Preview {
    AtlasView()
}

#Preview("Detail") {
    NavigationStack {
        CountryDetail(country: .all[0])
    }
}

private extension Country {
    static var preview: Country { all[0] }
}
