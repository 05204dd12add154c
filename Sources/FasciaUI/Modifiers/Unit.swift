import FasciaDocument

extension View {
    /// The unit of the numbers that the gauges, sliders, sparklines and charts in this view show.
    ///
    ///     Slider(value: $target, in: 15...25) { Text("Target") }.unit("°C")
    public func unit(_ unit: String?) -> some View { environment(\.unit, unit) }
}

extension EnvironmentValues {
    @Entry var unit: String?

    /// How numbers are written; `nil` for their usual form.
    var unitFormat: ValueFormat? { unit.map { ValueFormat(.number, unit: $0) } }
}
