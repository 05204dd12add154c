import FasciaUI

enum Hue: String, CaseIterable {
    case red, orange, yellow, green, cyan, blue, purple

    var color: Color {
        switch self {
        case .red: .red
        case .orange: .orange
        case .yellow: .yellow
        case .green: .green
        case .cyan: .cyan
        case .blue: .blue
        case .purple: .purple
        }
    }

    var number: Int { (Hue.allCases.firstIndex(of: self) ?? 0) + 1 }
    var next: Hue? { Hue.allCases.dropFirst(number).first }
}

/// The first screen. It also declares the app's "end" state.
struct RainbowView: View {
    @Environment(\.coordinator) private var coordinator

    var body: some View {
        HueView(hue: .red)
            .onAppear { coordinator?.declare(state: "end") { HueView(hue: .purple) } }
    }
}

/// The screen of one colour, with its navigation buttons.
struct HueView: View {
    let hue: Hue
    @Environment(\.coordinator) private var coordinator

    var body: some View {
        VStack(alignment: .leading) {
            Text("Seven screens, one upon the other.")
            Text("\(hue.number) of 7").bold().padding().background(hue.color)
            HStack {
                Button("Back") { coordinator?.pop() }.disabled(hue == .red)
                Button("Next") { if let next = hue.next { coordinator?.push(view: HueView(hue: next)) } }
                    .disabled(hue.next == nil)
                Button("Root") { coordinator?.next(state: .root) }
                Button("End") { coordinator?.next(state: "end") }
                Button("Modal") { coordinator?.modal(view: Over(hue: hue)) }
            }
        }
        .navigationTitle(hue.rawValue.capitalized)
    }
}

struct Over: View {
    let hue: Hue
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        VStack {
            Text("Over \(hue.rawValue)")
            Button("Close") { dismiss() }
        }
        .navigationTitle("A modal")
    }
}
