import FasciaUI

/// What a master switch takes in plain SwiftUI: a state for it and one for each option, and taps that keep them in
/// step.
/// A tap's handler runs before the switch takes its new value, so it counts what will be, not what is.
struct HandmadeToppings: View {
    @State private var all = false
    @State private var cheese = false
    @State private var ham = false
    @State private var olives = false

    var body: some View {
        Form {
            Section("Toppings") {
                Toggle("All toppings", isOn: $all)
                    .onTapGesture {
                        let on = !all
                        cheese = on
                        ham = on
                        olives = on
                    }
                Toggle("Cheese", isOn: $cheese).onTapGesture { all = !cheese && ham && olives }
                Toggle("Ham", isOn: $ham).onTapGesture { all = cheese && !ham && olives }
                Toggle("Olives", isOn: $olives).onTapGesture { all = cheese && ham && !olives }
            }
        }
    }
}
