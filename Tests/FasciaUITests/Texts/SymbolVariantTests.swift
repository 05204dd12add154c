import FasciaTesting
import FasciaUI
import Testing

@MainActor @Suite struct SymbolVariantTests {
    @Test func symbolVariants() {
        let view = HStack {
            Image(systemName: "star")
            Image(systemName: "heart.fill")
            Image(systemName: "bell").symbolVariant(.slash)
            Image(systemName: "star").symbolVariant(.none)
            Label("L", systemImage: "circle")
        }
        let snapshot = Snapshot(view.symbolVariant(.fill), columns: 40, rows: 5)
        #expect(snapshot.texts.filter { $0 != "L" } == ["star.fill", "heart.fill", "bell.slash.fill", "star", "circle.fill"])
        #expect(snapshot.text.contains("★"))
        #expect(SymbolVariants.circle.fill.contains(.fill) && !SymbolVariants.circle.contains(.fill))
    }
}
