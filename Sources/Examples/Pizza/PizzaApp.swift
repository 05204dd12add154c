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
        Form {
            Text("A master switch with its options: by hand, and as one view.")
            HandmadeToppings()
            Section {
                MultiToggle("All extras", options: ["Basil", "Chili", "Garlic"], selection: $extras)
            } header: {
                Text("Extras")
            } footer: {
                Text(extras.isEmpty ? "No extras" : "With \(extras.sorted().joined(separator: ", "))")
            }
        }
    }
}
