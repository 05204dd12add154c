import FasciaDocument
import FasciaModel
import FasciaScene
import Testing

/// How values are written for people.
struct FormatTests {
    private typealias Case = (ValueFormat, JSON, String)

    @Test func numbers() {
        check([
            (.number(2), 3, "3.00"), (.number(0), 2.5, "3"), (.number(1), -0.04, "0.0"), (.number(nil), 1_234_567, "1,234,567"),
            (.number(nil), -1234.5, "-1,234.5"), (.number(nil), 999, "999"), (.number(2), 0.005, "0.01"),
            (.number(9), 1e18, "1,000,000,000,000,000,000"),
        ])
    }

    @Test func percent_ofAnIntegerAndOfAFraction() {
        check([
            (ValueFormat(.percent), 42, "42 %"), (ValueFormat(.percent), 0.426, "43 %"),
            (ValueFormat(.percent, digits: 1), 0.426, "42.6 %"), (ValueFormat(.percent), .double(1), "100 %"),
        ])
        #expect(ValueFormat(.percent).text(.double(1e308)) == nil, "it is no finite number of percent")
    }

    @Test func bytes() {
        check([
            (ValueFormat(.bytes), 0, "0 B"), (ValueFormat(.bytes), 1023, "1023 B"), (ValueFormat(.bytes), 1536, "1.5 KiB"),
            (ValueFormat(.bytes), 1_048_575, "1.0 MiB"), (ValueFormat(.bytes), 52_428_800, "50 MiB"),
            (ValueFormat(.bytes, digits: 2), 3_650_722_201, "3.40 GiB"), (ValueFormat(.bytes), -2048, "-2.0 KiB"),
        ])
    }

    @Test func durations_inTwoUnits() {
        check([
            (ValueFormat(.duration), 0, "0 s"), (ValueFormat(.duration), 42, "42 s"), (ValueFormat(.duration), 3600, "1 h"),
            (ValueFormat(.duration), 3725, "1 h 2 min"), (ValueFormat(.duration), 200_000, "2 d 7 h"),
            (ValueFormat(.duration), -75, "-1 min 15 s"), (ValueFormat(.duration, digits: 2), 0.256, "0.26 s"),
            (ValueFormat(.duration), -0.3, "0 s"), (ValueFormat(.duration, digits: 1), -0.3, "-0.3 s"),
        ])
    }

    @Test func dates() throws {
        let text = try #require(ValueFormat(.date).text(1_700_000_000))
        // The day and the hour depend on the time zone.
        #expect(text.hasPrefix("2023-11-1") && text.count == 16, "\(text)")
        #expect(ValueFormat(.date).text(1e300) == nil)
    }

    @Test func onlyNumbersAreFormatted() {
        for kind in ValueFormat.Kind.allCases {
            for value: JSON in ["words", true, .null, [1], .double(.infinity)] { #expect(ValueFormat(kind).text(value) == nil) }
        }
    }

    @Test func boundTextFollowsItsValue() throws {
        var panel = Panel()
        let body: [Node] = [
            Node(.text(TextContent(.bind("free", ValueFormat(.bytes))))),
            Node(.text(TextContent(.bind("words", ValueFormat(.bytes))))),
            Node(.text(TextContent(.bind("none", nil)))), Node(.text(TextContent(.number(0.5, ValueFormat(.percent))))),
            Node(.value(ValueContent(bind: "free", label: "Free", format: ValueFormat(.bytes)))),
        ]
        _ = try panel.apply(.setValue(key: "free", 2048))
        _ = try panel.apply(.setValue(key: "words", "many"))
        _ = try panel.apply(.putScreen(Screen(id: "a", body: Node(.form(FormContent(children: body))))))
        _ = try panel.apply(.push(stack: "main", route: Route("a"), handles: []))
        func shown() -> [Element.Content] { panel.scene(stack: "main")?.layers.last?.root.children.map(\.content) ?? [] }
        #expect(
            shown() == [
                .text("2.0 KiB"), .text("many"), .missing("no value \"none\""), .text("50 %"),
                .labeledValue(label: "Free", value: "2.0 KiB"),
            ])
        _ = try panel.apply(.setValue(key: "free", 512))
        #expect(shown().first == .text("512 B"))
    }

    @Test func aGaugeFormatsItsNumber_unlessItHasAText() throws {
        var panel = Panel()
        let percent = ValueFormat(.percent)
        let gauges = [
            GaugeContent(.bind("disk"), format: percent), GaugeContent(.literal(0.25), format: percent),
            GaugeContent(.bind("disk"), text: "a lot", format: percent), GaugeContent(.bind("disk")),
        ]
        _ = try panel.apply(.setValue(key: "disk", 63))
        _ = try panel.apply(
            .putScreen(Screen(id: "a", body: Node(.form(FormContent(children: gauges.map { Node(.gauge($0)) }))))))
        _ = try panel.apply(.push(stack: "main", route: Route("a"), handles: []))
        let root = try #require(panel.scene(stack: "main")?.layers.last?.root)
        func gauge(_ value: Double, _ text: String?) -> Element.Content {
            .gauge(label: nil, value: value, range: 0...1, text: text)
        }
        #expect(root.children.map(\.content) == [gauge(63, "63 %"), gauge(0.25, "25 %"), gauge(63, "a lot"), gauge(63, nil)])
    }

    @Test func aNumberHasAUnit() throws {
        #expect(ValueFormat(.number, digits: 1, unit: "°C").text(21.25) == "21.3 °C")
        var panel = Panel()
        let unit = ValueFormat(.number, unit: "°C")
        let body: [Node] = [
            Node(.slider(SliderContent(.bind("heat"), format: unit))),
            Node(.stepper(StepperContent(.bind("heat"), format: unit))),
            Node(.slider(SliderContent(.bind("heat"), format: ValueFormat(.percent)))),
        ]
        _ = try panel.apply(.declareValue(ValueDeclaration(key: "heat", kind: .int, initial: 7, range: 0...30)))
        _ = try panel.apply(.putScreen(Screen(id: "a", body: Node(.form(FormContent(children: body))))))
        _ = try panel.apply(.push(stack: "main", route: Route("a"), handles: []))
        let root = try #require(panel.scene(stack: "main")?.layers.last?.root)
        #expect(root.children.map { $0.control?.value } == [" 7 °C", "7 °C", " 7 %"])
        let json: JSON = ["unit": "°C"]
        #expect(try ValueFormat.schema.read(json) == unit && ValueFormat.schema.write(unit)["unit"] == "°C")
    }

    @Test func aSecretIsShownNowhere() throws {
        var panel = Panel()
        let body: [Node] = [
            Node(.text(TextContent(.bind("pin", nil)))), Node(.value(ValueContent(bind: "pin", format: ValueFormat(.bytes)))),
            Node(.plot(PlotContent(.sparkline, .bind("pin")))), Node(.gauge(GaugeContent(.bind("pin")))),
            Node(.slider(SliderContent(.bind("pin")))), Node(.stepper(StepperContent(.bind("pin")))),
            Node(.progress(ProgressContent(.bind("pin")))),
        ]
        _ = try panel.apply(.declareValue(ValueDeclaration(key: "pin", kind: .int, isSecret: true)))
        _ = try panel.apply(.setValue(key: "pin", 1234))
        _ = try panel.apply(.putScreen(Screen(id: "a", body: Node(.form(FormContent(children: body))))))
        _ = try panel.apply(.push(stack: "main", route: Route("a"), handles: []))
        var feeds = Feeds()
        feeds.samples["pin"] = [Sample(1234)]
        let root = try #require(panel.scene(stack: "main", feeds: feeds)?.layers.last?.root)
        #expect(root.children.count == 7 && !"\(root)".contains("1234"))
    }

    private func check(_ cases: [Case]) {
        for (format, value, text) in cases { #expect(format.text(value) == text, "\(format) of \(value)") }
    }
}

extension ValueFormat {
    fileprivate static func number(_ digits: Int?) -> ValueFormat { ValueFormat(.number, digits: digits) }
}
