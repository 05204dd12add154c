/// The appearance of date pickers.
@MainActor @preconcurrency public protocol DatePickerStyle {
    associatedtype Body: View
    typealias Configuration = DatePickerStyleConfiguration
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

public struct DatePickerStyleConfiguration {
    public typealias Label = ControlLabel
    public let label: Label
    @Binding public var selection: Date
    /// The first date that can be chosen.
    public let minimumDate: Date?
    /// The last date that can be chosen.
    public let maximumDate: Date?
    public let displayedComponents: DatePickerComponents

    fileprivate func dates(in calendar: Calendar) -> PickedDate {
        PickedDate(
            selection: $selection, range: (minimumDate, maximumDate), components: displayedComponents, calendar: calendar)
    }
}

/// A field, and a calendar behind `▾`.
public struct DefaultDatePickerStyle: DatePickerStyle {
    nonisolated public init() {}
    public func makeBody(configuration: Configuration) -> some View { FieldDatePicker(configuration: configuration) }
}

/// The calendar itself, with a field for the time below it.
public struct GraphicalDatePickerStyle: DatePickerStyle {
    nonisolated public init() {}
    public func makeBody(configuration: Configuration) -> some View { GraphicalDatePicker(configuration: configuration) }
}

public typealias CompactDatePickerStyle = DefaultDatePickerStyle
public typealias WheelDatePickerStyle = DefaultDatePickerStyle
public typealias FieldDatePickerStyle = DefaultDatePickerStyle
public typealias StepperFieldDatePickerStyle = DefaultDatePickerStyle

extension DatePickerStyle where Self == DefaultDatePickerStyle {
    public static var automatic: Self { Self() }
    public static var compact: Self { Self() }
    public static var wheel: Self { Self() }
    public static var field: Self { Self() }
    public static var stepperField: Self { Self() }
}

extension DatePickerStyle where Self == GraphicalDatePickerStyle { public static var graphical: Self { Self() } }

extension DatePickerStyle {
    func view(_ configuration: Configuration) -> any View {
        StyledView(style: self) { $0.makeBody(configuration: configuration) }
    }
}

extension EnvironmentValues {
    @Entry var datePickerStyles: StyleStack<any DatePickerStyle> = StyleStack(DefaultDatePickerStyle())
}

extension View {
    public func datePickerStyle<S: DatePickerStyle>(_ style: S) -> some View { pushing(style, on: \.datePickerStyles) }
}

// MARK: - The two that come with it

private struct FieldDatePicker: View {
    let configuration: DatePickerStyleConfiguration
    @Environment(\.calendar) private var calendar
    @Environment(\.timeZone) private var timeZone
    @Environment(\.labelsHidden) private var hidesLabel
    @State private var isChoosing = false

    var body: some View {
        let dates = configuration.dates(in: calendar.in(timeZone))
        HStack {
            if !hidesLabel {
                configuration.label.accessibilityHidden(true)
                Spacer()
            }
            DateField(dates: dates, label: configuration.label)
            if configuration.displayedComponents.contains(.date) {
                Button("▾") { isChoosing = true }
                    .accessibilityLabel("Calendar")
                    .sheet(isPresented: $isChoosing) { CalendarSheet(date: dates) }
            }
        }
    }
}

private struct GraphicalDatePicker: View {
    let configuration: DatePickerStyleConfiguration
    @Environment(\.calendar) private var calendar
    @Environment(\.timeZone) private var timeZone
    @Environment(\.labelsHidden) private var hidesLabel

    var body: some View {
        if configuration.displayedComponents.contains(.date) {
            let dates = configuration.dates(in: calendar.in(timeZone))
            VStack(alignment: .leading) {
                if !hidesLabel { configuration.label }
                MonthView(date: dates)
                if configuration.displayedComponents.contains(.hourAndMinute) {
                    DateField(dates: dates.only(.hourAndMinute), label: Text(verbatim: "Time"))
                }
            }
        } else {
            FieldDatePicker(configuration: configuration)
        }
    }
}

private struct DateField<Label: View>: View {
    let dates: PickedDate
    let label: Label

    var body: some View {
        PlainTextField(
            source: TextSource(get: { dates.text }, set: { dates.set($0) }), prompt: Text(verbatim: dates.format),
            isSecure: false, label: label
        )
        .frame(width: .cells(dates.format.count + 4))
    }
}
