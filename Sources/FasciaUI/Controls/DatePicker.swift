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
    @Environment(\.datePickerStyles) private var styles

    private init(
        _ selection: Binding<Date>, _ range: (any RangeExpression<Date>)?, _ components: Components, _ label: Label
    ) {
        let (all, from, to) = (range as? ClosedRange<Date>, range as? PartialRangeFrom<Date>, range as? PartialRangeThrough<Date>)
        self.range = (all?.lowerBound ?? from?.lowerBound, all?.upperBound ?? to?.upperBound)
        (self.selection, self.components, self.label) = (selection, components, label)
    }

    public var body: some View {
        let configuration = DatePickerStyleConfiguration(
            label: ControlLabel(view: label), selection: selection, minimumDate: range.0, maximumDate: range.1,
            displayedComponents: components)
        StyleBody(view: styles.current.view(configuration), styles: \.datePickerStyles)
    }
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
