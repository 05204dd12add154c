import FasciaTesting
import FasciaUI
import Testing

/// Each view below and right of the one before.
private struct Stairs: Layout {
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
        subviews.map { $0.sizeThatFits(.unspecified) }.reduce(.zero) {
            CGSize(width: $0.width + $1.width, height: $0.height + $1.height)
        }
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {
        var point = bounds.origin
        for subview in subviews {
            subview.place(at: point, proposal: .unspecified)
            let size = subview.sizeThatFits(.unspecified)
            point = CGPoint(x: point.x + size.width, y: point.y + size.height)
        }
    }
}

private struct Weight: LayoutValueKey { static let defaultValue = 1 }

/// Columns as wide as their weights.
private struct Weighted: Layout {
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
        CGSize(width: proposal.width ?? 80, height: 16)
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {
        let all = subviews.reduce(0) { $0 + $1[Weight.self] }
        var x = bounds.minX
        for subview in subviews {
            let width = bounds.width * CGFloat(subview[Weight.self]) / CGFloat(all)
            subview.place(at: CGPoint(x: x, y: 0), proposal: ProposedViewSize(width: width, height: 16))
            x += width
        }
    }
}

private struct Width: PreferenceKey {
    static let defaultValue = 0
    static func reduce(value: inout Int, nextValue: () -> Int) { value += nextValue() }
}

@MainActor @Suite struct CustomLayoutTests {
    @Test func placesAreWhereTheLayoutSays_andControlsOperateThere() throws {
        var taps = 0
        let view = VStack(alignment: .leading) {
            Stairs {
                Text("one")
                Text("two words")
                Button("three") { taps += 1 }
            }
            Text("below")
        }
        let snapshot = Snapshot(
            view.frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading), columns: 40, rows: 8)
        let lines = snapshot.lines
        let first = try #require(lines.firstIndex { $0.contains("one") })
        #expect(lines[first].column(of: "one") == 0)
        #expect(lines[first + 1].column(of: "two words") == 3)
        #expect(lines[first + 2].column(of: "[ three ]") == 13)
        #expect(lines[first + 3].column(of: "below") == 0)
        try snapshot.click(column: 15, row: first + 2)
        #expect(taps == 1)
    }

    @Test func layoutValuesReachTheLayout_andTheRoomIsThatOfTheTerminal() throws {
        let view = Weighted {
            Text("a").frame(maxWidth: .infinity, alignment: .leading)
            Text("b").frame(maxWidth: .infinity, alignment: .leading).layoutValue(key: Weight.self, value: 3)
        }
        let snapshot = Snapshot(view, columns: 40, rows: 4)
        func column() -> Int? { snapshot.lines.compactMap { $0.column(of: "b") }.first }
        #expect(column() == 10)
        snapshot.resize(columns: 20, rows: 4)
        #expect(column() == 5)
    }

    private struct Switching: View {
        @State private var isVertical = false
        var body: some View {
            let layout = isVertical ? AnyLayout(VStackLayout(alignment: .leading)) : AnyLayout(HStackLayout())
            layout {
                Counter()
                Button("Turn") { isVertical.toggle() }
            }
        }
    }

    private struct Counter: View {
        @State private var count = 0
        var body: some View { Button("count \(count)") { count += 1 } }
    }

    @Test func anyLayoutKeepsTheStateOfItsViews() throws {
        let snapshot = Snapshot(Switching(), columns: 40, rows: 6)
        try snapshot.tap("count 0")
        #expect(snapshot.lines.contains { $0.contains("count 1") && $0.contains("Turn") })
        try snapshot.tap("Turn")
        #expect(snapshot.lines.contains { $0.contains("count 1") && !$0.contains("Turn") })
    }

    @Test func viewThatFits_showsTheFirstThatFits_elseTheLast() {
        let view = ViewThatFits(in: .horizontal) {
            Text("a long text for a wide terminal")
            Text("a shorter text")
            Text("short")
        }
        let snapshot = Snapshot(view, columns: 40, rows: 4)
        #expect(snapshot.texts == ["a long text for a wide terminal"])
        snapshot.resize(columns: 20, rows: 4)
        #expect(snapshot.text.contains("a shorter text"))
        snapshot.resize(columns: 4, rows: 4)
        #expect(snapshot.texts == ["short"])
    }

    private struct Adding: View {
        @State private var sum = 0
        @State private var extra = 1
        var body: some View {
            VStack {
                Text("sum \(sum)")
                VStack {
                    Text("a").preference(key: Width.self, value: 10)
                    Text("b").preference(key: Width.self, value: extra)
                }
                .onPreferenceChange(Width.self) { sum = $0 }
                Button("More") { extra += 1 }
            }
        }
    }

    @Test func preferencesAreReduced_andChangesAreHeard() throws {
        let snapshot = Snapshot(Adding())
        #expect(snapshot.texts.contains("sum 11"))
        try snapshot.tap("More")
        #expect(snapshot.texts.contains("sum 12"))
    }

    @Test func anOuterPreferenceReplacesInnerOnes_andATransformChangesThem() {
        let inner = VStack {
            Text("a").preference(key: Width.self, value: 10)
            Text("b").preference(key: Width.self, value: 5)
        }
        func shown(_ view: some View) -> String {
            let snapshot = Snapshot(view.frame(width: 160, height: 48).overlayPreferenceValue(Width.self) { Text("is \($0)") })
            return snapshot.lines.first { $0.contains("is") }.map { $0.filter(\.isNumber) } ?? ""
        }
        #expect(shown(inner) == "15")
        #expect(shown(inner.preference(key: Width.self, value: 1)) == "1")
        #expect(shown(inner.transformPreference(Width.self) { $0 *= 2 }) == "30")
        #expect(shown(Text("none")) == "0")
    }
}
