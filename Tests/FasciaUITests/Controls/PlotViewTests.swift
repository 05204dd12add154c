import FasciaDocument
import FasciaTesting
import FasciaUI
import Foundation
import Testing

@MainActor @Suite struct PlotViewTests {
    @Test func sparkline() {
        let snapshot = Snapshot(
            Form {
                Sparkline("Load", values: [1, 2, 8] as [Float], in: 0...8)
                Sparkline("CPU", key: "cpu")
            }, columns: 20, rows: 5)
        #expect(snapshot.lines.contains { $0.contains("▁▂█ 8") })
        // The daemon has no such value.
        #expect(snapshot.lines.contains { $0.contains("no value \"cpu\"") })
    }

    @Test func logView() {
        #expect(Snapshot(LogView("web"), columns: 20, rows: 5).lines.contains { $0.contains("No lines yet.") })
    }

    private struct Reading: Identifiable {
        let id: Int
        var date: Date { Date(timeIntervalSince1970: Double(id) * 60) }
    }

    @Test func chart_overTime() throws {
        let snapshot = Snapshot(
            Chart([3, 1, 2].map(Reading.init)) { reading in
                LineMark(x: .value("Time", reading.date), y: .value("Load", reading.id))
            }
            .chartYScale(domain: 0...4), columns: 30, rows: 12)
        guard case .plot(let plot) = snapshot.node.flat.last?.content else { throw NotAChart() }
        // By time, whatever the order of the data.
        #expect(plot.source == .literal([1, 2, 3], times: [60, 120, 180]))
        #expect(plot.label == "Load" && plot.range == 0...4)
        #expect(snapshot.lines.contains { $0.contains("4┤") } && snapshot.lines.contains { $0.contains(":00") })
    }

    private struct NotAChart: Error {}

    @Test func chart_overNumbers() throws {
        let snapshot = Snapshot(
            Chart {
                for x in 0..<3 { BarMark(x: .value("x", x), y: .value("Double", Double(2 * x))) }
                if true { BarMark(x: .value("x", 1.5), y: .value("Double", Double.nan)) }
            }, columns: 30, rows: 12)
        guard case .plot(let plot) = snapshot.node.flat.last?.content else { throw NotAChart() }
        #expect(plot.source == .literal([0, 2, 4], times: []))
    }
}
