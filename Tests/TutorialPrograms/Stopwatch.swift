import SwiftUI

struct Lap: Identifiable {
    let id = UUID()
    let number: Int
    let time: TimeInterval
}

struct StopwatchView: View {
    @State private var elapsed: TimeInterval = 0
    @State private var isRunning = false
    @State private var laps: [Lap] = []
    private let timer = Timer.publish(every: 0.01, on: .main, in: .common).autoconnect()

    var body: some View {
        VStack(spacing: 24) {
            Text(format(elapsed))
                .font(.system(size: 64, weight: .thin, design: .monospaced))
                .contentTransition(.numericText())
                .onReceive(timer) { _ in
                    guard isRunning else { return }
                    elapsed += 0.01
                }
            HStack {
                Button(isRunning ? "Lap" : "Reset") {
                    if isRunning {
                        laps.insert(Lap(number: laps.count + 1, time: elapsed), at: 0)
                    } else {
                        elapsed = 0
                        laps.removeAll()
                    }
                }
                .buttonStyle(CircleButtonStyle(color: .gray))
                Spacer()
                Button(isRunning ? "Stop" : "Start") {
                    withAnimation(.easeInOut) { isRunning.toggle() }
                }
                .buttonStyle(CircleButtonStyle(color: isRunning ? .red : .green))
            }
            List(laps) { lap in
                HStack {
                    Text("Lap \(lap.number)")
                    Spacer()
                    Text(format(lap.time)).monospacedDigit()
                }
            }
            .listStyle(.plain)
        }
        .padding()
    }

    private func format(_ time: TimeInterval) -> String {
        String(format: "%02d:%02d.%02d", Int(time) / 60, Int(time) % 60, Int(time * 100) % 100)
    }
}

struct CircleButtonStyle: ButtonStyle {
    let color: Color

    func makeBody(configuration: Configuration) -> some View {
        configuration.label
            .frame(width: 80, height: 80)
            .background(color.opacity(configuration.isPressed ? 0.5 : 0.3), in: Circle())
            .foregroundStyle(color)
            .scaleEffect(configuration.isPressed ? 0.95 : 1)
            .animation(.spring(response: 0.3, dampingFraction: 0.6), value: configuration.isPressed)
    }
}

struct CountdownView: View {
    let end: Date
    @State private var now = Date()

    var body: some View {
        VStack {
            TimelineView(.periodic(from: .now, by: 1)) { context in
                let rest = max(0, end.timeIntervalSince(context.date))
                Text("\(Int(rest)) seconds left")
                    .font(.title)
            }
            Text(end, style: .timer)
            Text(timerInterval: Date()...end, countsDown: true)
            ProgressView(timerInterval: Date()...end, countsDown: true) { Text("Time") }
        }
    }
}

struct ClockTabs: View {
    @State private var selection = Tab.stopwatch
    enum Tab: Hashable { case stopwatch, countdown }

    var body: some View {
        TabView(selection: $selection) {
            StopwatchView()
                .tabItem { Label("Stopwatch", systemImage: "stopwatch") }
                .tag(Tab.stopwatch)
            CountdownView(end: Date().addingTimeInterval(60))
                .tabItem {
                    Image(systemName: "timer")
                    Text("Countdown")
                }
                .tag(Tab.countdown)
        }
        .accentColor(.orange)
    }
}

struct ClockTabs_Previews: PreviewProvider {
    static var previews: some View {
        ForEach(["iPhone SE", "iPad Pro"], id: \.self) { name in
            ClockTabs()
                .previewDevice(PreviewDevice(rawValue: name))
                .previewDisplayName(name)
        }
    }
}
