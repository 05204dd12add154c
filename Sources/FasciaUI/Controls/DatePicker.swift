/// The parts of a date that a `DatePicker` changes.
public struct DatePickerComponents: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let hourAndMinute = DatePickerComponents(rawValue: 1), date = DatePickerComponents(rawValue: 2)
}

/// Chooses a date, a time or both: a field for `2026-11-27 10:30`, and a calendar. The parts that are not changed stay.
public struct DatePicker<Label: View>: View {
    public typealias Components = DatePickerComponents
    private let selection: Binding<Date>
    private let range: (Date?, Date?)
    private let components: Components
    private let label: Label
    @Environment(\.calendar) private var calendar
    @Environment(\.timeZone) private var timeZone
    @Environment(\.datePickerStyle) private var style
    @Environment(\.labelsHidden) private var hidesLabel
    @State private var isChoosing = false

    private init(
        _ selection: Binding<Date>, _ range: (any RangeExpression<Date>)?, _ components: Components, _ label: Label
    ) {
        let (all, from, to) = (range as? ClosedRange<Date>, range as? PartialRangeFrom<Date>, range as? PartialRangeThrough<Date>)
        self.range = (all?.lowerBound ?? from?.lowerBound, all?.upperBound ?? to?.upperBound)
        (self.selection, self.components, self.label) = (selection, components, label)
    }

    public var body: some View {
        let dates = PickedDate(
            selection: selection, range: range, components: components,
            calendar: calendar.in(timeZone))
        if style == .graphical, components.contains(.date) {
            VStack(alignment: .leading) {
                if !hidesLabel { label }
                MonthView(date: dates)
                if components.contains(.hourAndMinute) { field(dates.only(.hourAndMinute), "Time") }
            }
        } else {
            HStack {
                if !hidesLabel {
                    label.accessibilityHidden(true)
                    Spacer()
                }
                field(dates, label)
                if components.contains(.date) {
                    Button("▾") { isChoosing = true }
                        .accessibilityLabel("Calendar")
                        .sheet(isPresented: $isChoosing) { CalendarSheet(date: dates) }
                }
            }
        }
    }

    private func field(_ dates: PickedDate, _ label: some View) -> some View {
        PlainTextField(
            source: TextSource(get: { dates.text }, set: { dates.set($0) }), prompt: Text(verbatim: dates.format),
            isSecure: false,
            label: label
        )
        .frame(width: .cells(dates.format.count + 4))
    }

    private func field(_ dates: PickedDate, _ title: String) -> some View { field(dates, Text(verbatim: title)) }
}

extension DatePicker {
    /// - Parameter range: the dates that can be chosen: `from...to`, `from...` or `...to`.
    public init(
        selection: Binding<Date>, in range: (any RangeExpression<Date>)? = nil,
        displayedComponents: Components = [.hourAndMinute, .date], @ViewBuilder label: () -> Label
    ) { self.init(selection, range, displayedComponents, label()) }
}

extension DatePicker where Label == Text {
    @AnyTitle
    public init(
        _ title: LocalizedStringKey, selection: Binding<Date>, in range: (any RangeExpression<Date>)? = nil,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) { self.init(selection, range, displayedComponents, Text(title)) }
}

// MARK: - Styles

public protocol DatePickerStyle {
    var _kind: DatePickerStyleKind { get }
}

public enum DatePickerStyleKind: Hashable, Sendable { case field, graphical }

public struct DefaultDatePickerStyle: DatePickerStyle {
    public init() {}
    public var _kind: DatePickerStyleKind { .field }
}

/// The calendar itself, with a field for the time below it.
public struct GraphicalDatePickerStyle: DatePickerStyle {
    public init() {}
    public var _kind: DatePickerStyleKind { .graphical }
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

extension EnvironmentValues {
    @Entry var datePickerStyle: DatePickerStyleKind = .field
}

extension View {
    public func datePickerStyle<S: DatePickerStyle>(_ style: S) -> some View { environment(\.datePickerStyle, style._kind) }
}
