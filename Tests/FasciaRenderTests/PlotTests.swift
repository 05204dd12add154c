import SceneTestSupport
import Testing

@testable import FasciaDocument
@testable import FasciaRender
@testable import FasciaScene

struct PlotTests {
    private func plot(
        _ form: PlotContent.Form, _ values: [Double], label: String = "", in range: ClosedRange<Double>? = nil,
        every milliseconds: Int? = nil
    ) -> Element {
        let samples = values.enumerated().map { index, value in Sample(value, at: milliseconds.map { $0 * index }) }
        return Element(id: "p", .plot(Plot(form, samples, label: label, range: range)))
    }

    @Test func aSparklineHasABarForEachNumber() {
        let element = plot(.sparkline, [0, 1, 2, 3, 4, 5, 6, 7, 8], label: "Load", in: 0...8)
        #expect(body(element, 16, 1) == ["Load ▁▁▂▃▄▅▆▇█ 8"])
        #expect(body(element, 16, 1, unicode: false) == ["Load ___.--==^ 8"])
    }

    /// The latest number stays at the right, and the curve stays in its place while the number grows.
    @Test func theLatestNumberIsAtTheRight() {
        #expect(body(plot(.sparkline, [100], in: 0...100), 10, 1) == ["     █ 100"])
        #expect(body(plot(.sparkline, [100, 5], in: 0...100), 10, 1) == ["    █▁   5"])
        #expect(body(plot(.sparkline, [], in: 0...100), 10, 1) == ["         –"])
        #expect(body(plot(.sparkline, [100], label: "Load", in: 0...100), 60, 1)[0].count == 60)
        // Many numbers do not become a wall.
        let many = body(plot(.sparkline, [Double](repeating: 1, count: 200), in: 0...1), 80, 1)
        #expect(many[0].filter { $0 == "█" }.count == 40)
    }

    /// Where there is no room for a curve, the number is left.
    @Test func oneIsAllOfAFraction_andOnePercentOfIntegers() {
        func latest(_ numbers: JSON...) -> String {
            Plot(.sparkline, numbers.compactMap { Sample($0) }, format: ValueFormat(.percent)).latest
        }
        #expect(latest(0.5, .double(1)) == "100 %")
        #expect(latest(.double(1)) == "100 %")
        #expect(latest(40, 1) == "1 %")
    }

    @Test func narrowSparkline() {
        #expect(body(plot(.sparkline, [1, 7], label: "Load"), 7, 1) == ["Load 7"])
        #expect(body(plot(.sparkline, [1, 7], label: "Load"), 1, 1) == ["7"])
    }

    @Test func aChartHasAnAreaWithNumbersAndTimes() {
        let element = plot(.chart(rows: 3), [0, 50, 100], label: "Load", in: 0...100, every: 60_000)
        let lines = body(element, 24, 6)
        #expect(lines[0] == "Load                 100")
        #expect(lines[1] == "100┤                   █")
        #expect(lines[2].last == "█" && lines[2].contains("▄"))
        #expect(lines[3].hasPrefix("  0┤▁") && lines[3].hasSuffix("█"))
        #expect(lines[4] == "   └" + String(repeating: "─", count: 20))
        // The minute depends on the time zone, the seconds do not.
        #expect(lines[5].wholeMatch(of: #/    \d\d:\d\d:00 +\d\d:\d\d:00/#) != nil, "\(lines[5])")
        #expect(body(element, 24, 6, unicode: false).allSatisfy { $0.allSatisfy(\.isASCII) })
        #expect(body(element, 24, 6, unicode: false)[1] == "100+                   #")
    }

    /// A chart that does not fit is a sparkline.
    @Test func smallChart() {
        #expect(body(plot(.chart(rows: 5), [0, 8], label: "Load", in: 0...8), 14, 1) == ["Load      ▁█ 8"])
    }

    @Test func theScaleBeginsAtZero_unlessNumbersAreClose() {
        #expect(Plot(.sparkline, [2, 10].map { Sample($0) }).bounds == 0...10)
        #expect(Plot(.sparkline, [98, 100].map { Sample($0) }).bounds == 98...100)
        #expect(Plot(.sparkline, [-3, 5].map { Sample($0) }).bounds == -3...5)
        #expect(Plot(.sparkline, []).bounds == 0...1)
    }

    /// Between two numbers the value stays the same; of several in one column the highest is shown.
    @Test func columnsShowTheTimeInBetween() {
        let times = [(1.0, 0), (5, 600), (9, 620), (2, 630), (3, 1_000)]
        let plot = Plot(.chart(rows: 3), times.map { Sample($0, at: $1) })
        #expect(plot.columns(6) == [1, 1, 1, 9, 9, 3])
        #expect(plot.summary == "3 (1 to 9)")
    }

    /// Where nothing was read there is a gap, not the number before it.
    @Test func gapsAreShown() {
        let samples = [Sample(4, at: 0), Sample(8, at: 1_000), .gap(at: 2_000), .gap(at: 3_000), Sample(8, at: 4_000)]
        let line = Plot(.sparkline, samples, range: 0...8)
        #expect(body(Element(id: "p", .plot(line)), 9, 1) == ["  ▄█  █ 8"])
        #expect(line.columns(5) == [4, 8, nil, nil, 8])
        #expect(line.columns(9) == [4, 4, 8, 8, nil, nil, nil, nil, 8], "the number before it holds until the gap")
        #expect(line.summary == "8 (4 to 8)")
        #expect(Plot(.sparkline, [.gap(at: 0)]).latest == "–")
        let chart = Plot(.chart(rows: 2), samples, range: 0...8)
        #expect(body(Element(id: "p", .plot(chart)), 12, 4)[0] == "│   ██     █")
    }

    /// A number that is not known to be the actual one any more is not shown as if it were.
    @Test func aStaleCurveSaysSo() {
        var element = plot(.sparkline, [1, 7], label: "Load")
        element.conditions = [ElementCondition(.stale, note: "the bus is gone")]
        #expect(body(element, 30, 1)[0].hasPrefix("Load (stale) "))
        #expect(body(form([element]), 40, 3).joined().contains("stale"))
        element.content = .plot(Plot(.chart(rows: 2), [Sample(1), Sample(7)], label: "Load"))
        #expect(body(element, 30, 6)[0].hasPrefix("Load (stale) "))
    }

    /// Numbers at the ends of what a double holds neither overflow nor divide by zero.
    @Test(
        arguments: [[0], [5, 5, 5], [-.greatestFiniteMagnitude, .greatestFiniteMagnitude], [.nan, 1, .infinity]] as [[Double]])
    func extremeNumbers(_ values: [Double]) {
        for form in [PlotContent.Form.sparkline, .chart(rows: 5)] {
            for columns in [1, 5, 30] { #expect(body(plot(form, values, label: "x", every: .max / 8), columns, 9).count == 9) }
        }
    }
}
