import FasciaUI

/// A master toggle with its options, twice: written by hand, and as a `MultiToggle`.
@main struct PizzaApp: App {
    var body: some Scene {
        WindowGroup("Pizza") { PizzaView() }
    }
}

struct PizzaView: View {
    @State private var extras: Set<String> = ["Basil"]

    var body: some View {
        VStack(alignment: .leading) {
            Text("A master switch with its options: by hand, and as one view.")
            HandmadeToppings()
            MultiToggle("All extras", options: ["Basil", "Chili", "Garlic"], selection: $extras)
            Text(extras.isEmpty ? "No extras" : "With \(extras.sorted().joined(separator: ", "))")
        }
    }
}
