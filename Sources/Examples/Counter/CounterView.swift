import FasciaUI

struct CounterView: View {
    @State private var taps = 0
    @AppStorage("counter/total") private var total = 0

    var body: some View {
        Form {
            Text("Counts in the view, and in the daemon, where it stays.")
            Section("This time") {
                Text("Taps: \(taps)")
                CountButtons(count: $taps)
            }
            Section("Ever") {
                Text("Total: \(total)")
            }
        }
        .onChange(of: taps) { old, new in total += max(0, new - old) }
    }
}

/// Changes a count that its parent view owns.
struct CountButtons: View {
    @Binding var count: Int

    var body: some View {
        HStack {
            Button("More") { count += 1 }
            Button("Less") { count -= 1 }.disabled(count == 0)
        }
    }
}
