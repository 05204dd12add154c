import FasciaUI

/// A dictionary as a tree: sorted keys, each with its values below it.
@main struct TreeApp: App {
    var body: some Scene {
        WindowGroup("Tree") { MarketView() }
    }
}

struct MarketView: View {
    @State private var market = ["Fruit": ["Pear", "Apple"], "Cheese": ["Brie"]]

    var body: some View {
        Form {
            Text("A dictionary as a tree: keys sorted, values in their order.")
            Section("Market") {
                TreeView(market) { kind in
                    Text(kind).bold()
                } value: { name in
                    Text(name)
                }
            }
            Section {
                Button("Add bread") { market["Bread", default: []].append("Rye") }
                Button("Sell fruit") { market["Fruit"] = nil }
            }
        }
    }
}
