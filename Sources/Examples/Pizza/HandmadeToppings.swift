import FasciaUI

/// A master toggle written in plain SwiftUI: a state for it and for each option, and tap handlers that keep them
/// consistent.
///
/// A tap handler runs before the toggle takes its new value, so each handler computes with the value to come.
struct HandmadeToppings: View {
    @State private var all = false
    @State private var cheese = false
    @State private var ham = false
    @State private var olives = false

    var body: some View {
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
