/// A date to choose, within its range, in the parts that are shown.
struct PickedDate {
    let selection: Binding<Date>
    let range: (Date?, Date?)
    var components: DatePickerComponents
    let calendar: Calendar

    func only(_ components: DatePickerComponents) -> PickedDate {
        var date = self
        date.components = components
        return date
    }

    /// How the date is written, as a pattern: fields of ISO 8601, which everybody can type.
    var format: String {
        [components.contains(.date) ? "YYYY-MM-DD" : nil, components.contains(.hourAndMinute) ? "HH:MM" : nil]
            .compactMap { $0 }.joined(separator: " ")
    }

    var text: String {
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: selection.wrappedValue)
        func digits(_ number: Int?, _ count: Int) -> String {
            let text = String(number ?? 0)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let date = "\(digits(parts.year, 4))-\(digits(parts.month, 2))-\(digits(parts.day, 2))"
        let time = "\(digits(parts.hour, 2)):\(digits(parts.minute, 2))"
        return [components.contains(.date) ? date : nil, components.contains(.hourAndMinute) ? time : nil].compactMap { $0 }
            .joined(separator: " ")
    }

    /// Sets what a text says. A text that says no date changes nothing.
    func set(_ text: String) {
        let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
        let isDate = components.contains(.date)
        guard numbers.count == (isDate ? 3 : 0) + (components.contains(.hourAndMinute) ? 2 : 0) else { return }
        var parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: selection.wrappedValue)
        if isDate { (parts.year, parts.month, parts.day) = (numbers[0], numbers[1], numbers[2]) }
        if components.contains(.hourAndMinute) {
            (parts.hour, parts.minute) = (numbers[numbers.count - 2], numbers[numbers.count - 1])
        }
        // A 31st of February is none.
        if parts.isValidDate(in: calendar), let date = calendar.date(from: parts) { choose(date) }
    }

    /// Sets the day, and keeps the time.
    func choose(day: Date) {
        let time = calendar.dateComponents([.hour, .minute, .second], from: selection.wrappedValue)
        var parts = calendar.dateComponents([.year, .month, .day], from: day)
        (parts.hour, parts.minute, parts.second) = (time.hour, time.minute, time.second)
        if let date = calendar.date(from: parts) { choose(date) }
    }

    private func choose(_ date: Date) { selection.wrappedValue = min(max(date, range.0 ?? date), range.1 ?? .distantFuture) }

    /// Whether some time of the day is in the range.
    func allows(_ day: Date) -> Bool {
        let start = calendar.startOfDay(for: day)
        let end = calendar.date(byAdding: .day, value: 1, to: start) ?? start
        return range.0.map { $0 < end } ?? true && range.1.map { $0 >= start } ?? true
    }
}

extension Calendar {
    func `in`(_ timeZone: TimeZone) -> Calendar {
        var calendar = self
        calendar.timeZone = timeZone
        return calendar
    }
}

/// The days of a month, to choose one.
struct MonthView: View {
    let date: PickedDate
    /// Months after that of the date.
    @State private var offset = 0

    private var calendar: Calendar { date.calendar }
    private var month: Date {
        let start = calendar.dateInterval(of: .month, for: date.selection.wrappedValue)?.start ?? date.selection.wrappedValue
        return calendar.date(byAdding: .month, value: offset, to: start) ?? start
    }

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            HStack {
                Button("‹") { offset -= 1 }.accessibilityLabel("Previous month")
                Text(verbatim: title)
                Button("›") { offset += 1 }.accessibilityLabel("Next month")
            }
            Grid(horizontalSpacing: 8, verticalSpacing: 0) {
                GridRow { ForEach(0..<7, id: \.self) { Text(verbatim: weekday($0)).foregroundStyle(.secondary) } }
                ForEach(weeks.indices, id: \.self) { week in
                    GridRow { ForEach(0..<7, id: \.self) { day(weeks[week][$0]) } }
                }
            }
        }
    }

    private var title: String {
        let names = calendar.standaloneMonthSymbols
        let parts = calendar.dateComponents([.year, .month], from: month)
        return "\(names[((parts.month ?? 1) - 1) % names.count]) \(parts.year.map(String.init) ?? "")"
    }

    private func weekday(_ column: Int) -> String {
        String(calendar.shortStandaloneWeekdaySymbols[(column + calendar.firstWeekday - 1) % 7].prefix(2))
    }

    /// The days in rows of seven; `nil` before the first and after the last.
    private var weeks: [[Date?]] {
        let count = calendar.range(of: .day, in: .month, for: month)?.count ?? 0
        let before = (calendar.component(.weekday, from: month) - calendar.firstWeekday + 7) % 7
        var days: [Date?] = Array(repeating: nil, count: before)
        days += (0..<count).map { calendar.date(byAdding: .day, value: $0, to: month) }
        days += Array(repeating: nil, count: (7 - days.count % 7) % 7)
        return stride(from: 0, to: days.count, by: 7).map { Array(days[$0..<$0 + 7]) }
    }

    @ViewBuilder private func day(_ day: Date?) -> some View {
        if let day {
            let isChosen = calendar.isDate(day, inSameDayAs: date.selection.wrappedValue)
            let number = calendar.component(.day, from: day)
            Button {
                date.choose(day: day)
                offset = 0
            } label: {
                Text(verbatim: isChosen ? "[\(number)]" : " \(number) ").bold(isChosen)
            }
            .buttonStyle(.plain)
            .accessibilityLabel("\(number)")
            .disabled(!date.allows(day))
        } else {
            Text(verbatim: " ")
        }
    }
}

/// The calendar by itself.
struct CalendarSheet: View {
    let date: PickedDate
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        VStack(alignment: .leading) {
            MonthView(date: date)
            Button("Done") { dismiss() }
        }
        .navigationTitle("Date")
    }
}
