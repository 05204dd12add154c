import FasciaTesting
import FasciaUI
import Testing

private struct Places: PreferenceKey {
    struct Place {
        let name: String
        let frame: Anchor<CGRect>
    }
    static let defaultValue: [Place] = []
    static func reduce(value: inout [Place], nextValue: () -> [Place]) { value += nextValue() }
}

private struct Centers: PreferenceKey {
    static let defaultValue: [Anchor<CGPoint>] = []
    static func reduce(value: inout [Anchor<CGPoint>], nextValue: () -> [Anchor<CGPoint>]) { value += nextValue() }
}

@MainActor @Suite struct AnchorTests {
    private final class Seen { var frames: [String: CGRect] = [:] }

    /// Cells are 8 points wide and 16 high.
    @Test func anAnchorIsWhereItsViewIs_inTheViewWithTheOverlay() {
        let seen = Seen()
        let view = VStack(alignment: .leading) {
            Text("above")
            HStack {
                ForEach(["one", "three"], id: \.self) { name in
                    Text(name).padding(.horizontal, 8)
                        .anchorPreference(key: Places.self, value: .bounds) { [Places.Place(name: name, frame: $0)] }
                }
            }
        }
        .padding(.leading, 80)
        .overlayPreferenceValue(Places.self) { places in
            GeometryReader { geometry in
                let frames = places.map { ($0.name, geometry[$0.frame]) }
                Color.clear.onChange(of: frames.map(\.1), initial: true) {
                    seen.frames = Dictionary(frames) { first, _ in first }
                }
            }
        }
        _ = Snapshot(view, columns: 60, rows: 8).text
        #expect(seen.frames["one"] == CGRect(x: 80, y: 16, width: 40, height: 16))
        #expect(seen.frames["three"] == CGRect(x: 128, y: 16, width: 56, height: 16))
    }

    @Test func aFrameIsDrawnAroundTheChosenView() throws {
        let snapshot = Snapshot(Choice(), columns: 40, rows: 6)
        #expect(snapshot.text.contains("> day  week"), "\(snapshot.text)")
        try snapshot.tap("week")
        #expect(snapshot.text.contains("  day> week"), "\(snapshot.text)")
    }

    /// A mark before the chosen button.
    private struct Choice: View {
        @State private var chosen = 0

        var body: some View {
            HStack(spacing: 0) {
                ForEach(0..<2) { index in
                    Button(["day", "week"][index]) { chosen = index }.buttonStyle(.plain).padding(.leading, 16)
                        .anchorPreference(key: Centers.self, value: .leading) { [$0] }
                }
            }
            .backgroundPreferenceValue(Centers.self) { centers in
                GeometryReader { geometry in
                    if centers.indices.contains(chosen) { Text(">").offset(x: geometry[centers[chosen]].x) }
                }
            }
        }
    }
}
