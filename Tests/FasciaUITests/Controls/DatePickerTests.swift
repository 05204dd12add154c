import FasciaDocument
import FasciaTesting
import FasciaUI
import Testing

@MainActor @Suite struct DatePickerTests {
    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        calendar.locale = Locale(identifier: "en_US")
        return calendar
    }()
    private static func date(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) -> Date {
        calendar.date(from: DateComponents(year: year, month: month, day: day, hour: hour, minute: minute)) ?? Date()
    }

    @Observable @MainActor final class Chosen {
        var date = DatePickerTests.date(2026, 2, 3, 10, 30)
        var binding: Binding<Date> { Binding(get: { self.date }, set: { self.date = $0 }) }
    }

    private func snapshot(_ view: some View, columns: Int = 60, rows: Int = 16) -> Snapshot {
        Snapshot(view.environment(\.calendar, Self.calendar).environment(\.timeZone, .gmt), columns: columns, rows: rows)
    }

    private func value(_ label: String, _ snapshot: Snapshot) -> JSON? {
        snapshot.scene.layers.flatMap(\.root.all).first { $0.label == label && $0.role == "textField" }?.value
    }

    @Test func theFieldShowsTheWantedParts_andKeepsTheOthers() throws {
        let chosen = Chosen()
        let view = VStack {
            DatePicker("Both", selection: chosen.binding)
            DatePicker("Day", selection: chosen.binding, displayedComponents: .date)
            DatePicker("Time", selection: chosen.binding, displayedComponents: .hourAndMinute)
        }
        let snapshot = snapshot(view)
        #expect(["Both", "Day", "Time"].map { value($0, snapshot) } == ["2026-02-03 10:30", "2026-02-03", "10:30"])
        try snapshot.set("Day", to: "2027-12-24")
        #expect(chosen.date == Self.date(2027, 12, 24, 10, 30))
        try snapshot.set("Time", to: "7:05")
        #expect(chosen.date == Self.date(2027, 12, 24, 7, 5))
        try snapshot.set("Both", to: "2028-01-02 03:04")
        #expect(chosen.date == Self.date(2028, 1, 2, 3, 4))
    }

    @Test(arguments: ["2026-02-30", "soon", "", "2026-13-01", "2026-02"]) func whatIsNoDate_changesNothing(_ text: String) throws
    {
        let chosen = Chosen()
        let snapshot = snapshot(DatePicker("Day", selection: chosen.binding, displayedComponents: .date))
        try snapshot.set("Day", to: .string(text))
        #expect(chosen.date == Self.date(2026, 2, 3, 10, 30))
    }

    @Test func datesOutsideTheRange_becomeItsEnds() throws {
        let chosen = Chosen()
        let range = Self.date(2026, 2, 2)...Self.date(2026, 2, 5, 12)
        let snapshot = snapshot(DatePicker("Day", selection: chosen.binding, in: range, displayedComponents: .date))
        try snapshot.set("Day", to: "2030-01-01")
        #expect(chosen.date == range.upperBound)
        try snapshot.set("Day", to: "2000-01-01")
        #expect(chosen.date == range.lowerBound)
        try snapshot.tap("Calendar")
        #expect(snapshot.element("5")?.isEnabled == true && snapshot.element("6")?.isEnabled == false)
    }

    @Test func theCalendarChoosesADay_andKeepsTheTime() throws {
        let chosen = Chosen()
        let snapshot = snapshot(DatePicker("Day", selection: chosen.binding, displayedComponents: .date))
        try snapshot.tap("Calendar")
        #expect(snapshot.text.contains("February 2026") && snapshot.lines.contains { $0.contains("Su") && $0.contains("Sa") })
        #expect(snapshot.text.contains("[3]"))
        try snapshot.tap("Next month")
        #expect(snapshot.text.contains("March 2026"))
        try snapshot.tap("31")
        #expect(chosen.date == Self.date(2026, 3, 31, 10, 30))
        try snapshot.tap("Done")
        #expect(value("Day", snapshot) == "2026-03-31")
    }

    @Test func graphical_showsTheCalendarItself() throws {
        let chosen = Chosen()
        let snapshot = snapshot(DatePicker("When", selection: chosen.binding).datePickerStyle(.graphical))
        try snapshot.tap("Previous month")
        try snapshot.tap("15")
        #expect(chosen.date == Self.date(2026, 1, 15, 10, 30))
        try snapshot.set("Time", to: "23:59")
        #expect(chosen.date == Self.date(2026, 1, 15, 23, 59))
    }
}
