// Formatters of Apple's Foundation that Linux lacks, in English.

import Foundation

/// Says how long something takes: `1:05`, `1 hr, 5 min`.
public final class DateComponentsFormatter {
    public enum UnitsStyle: Sendable { case positional, abbreviated, short, full, spellOut, brief }
    public struct ZeroFormattingBehavior: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let `default` = Self(rawValue: 1), dropLeading = Self(rawValue: 2), dropMiddle = Self(rawValue: 4)
        public static let dropTrailing = Self(rawValue: 8), dropAll = Self(rawValue: 14), pad = Self(rawValue: 1 << 16)
    }

    public var allowedUnits: NSCalendar.Unit = [.day, .hour, .minute, .second]
    public var unitsStyle = UnitsStyle.positional
    public var zeroFormattingBehavior = ZeroFormattingBehavior.default
    /// The most units that are said; 0 for all.
    public var maximumUnitCount = 0
    public init() {}

    private static let units: [(unit: NSCalendar.Unit, seconds: Int, letter: String, short: String, name: String)] = [
        (.weekOfMonth, 604_800, "w", "wk", "week"), (.day, 86_400, "d", "day", "day"), (.hour, 3_600, "h", "hr", "hour"),
        (.minute, 60, "m", "min", "minute"), (.second, 1, "s", "sec", "second"),
    ]

    public func string(from interval: TimeInterval) -> String? {
        guard interval.isFinite, abs(interval) < 1e12 else { return nil }
        var rest = Int(abs(interval))
        var parts = Self.units.filter { allowedUnits.contains($0.unit) }.map { unit in
            defer { rest %= unit.seconds }
            return (count: rest / unit.seconds, unit: unit)
        }
        guard let last = parts.last else { return nil }
        if zeroFormattingBehavior != .pad {
            parts = unitsStyle == .positional ? Array(parts.drop { $0.count == 0 }) : parts.filter { $0.count != 0 }
        }
        if parts.isEmpty { parts = [last] }
        if maximumUnitCount > 0 { parts = Array(parts.prefix(maximumUnitCount)) }
        let isPadded = zeroFormattingBehavior == .pad
        let words = parts.enumerated().map { index, part in
            let (count, unit, plural) = (part.count, part.unit, part.count == 1 ? "" : "s")
            return switch unitsStyle {
            case .positional: (index > 0 || isPadded) && count < 10 ? "0\(count)" : "\(count)"
            case .abbreviated: "\(count)\(unit.letter)"
            case .brief: "\(count)\(unit.short)"
            case .short: "\(count) \(unit.short)" + (unit.short == "day" || unit.short == "wk" ? plural : "")
            case .full: "\(count) \(unit.name)\(plural)"
            case .spellOut: "\(Self.spelled(count)) \(unit.name)\(plural)"
            }
        }
        let between = unitsStyle == .positional ? ":" : unitsStyle == .abbreviated || unitsStyle == .brief ? " " : ", "
        return (interval < 0 ? "-" : "") + words.joined(separator: between)
    }
    public func string(from start: Date, to end: Date) -> String? { string(from: end.timeIntervalSince(start)) }
    public func string(from components: DateComponents) -> String? {
        let parts = [components.weekOfMonth, components.day, components.hour, components.minute, components.second]
        return string(from: zip(parts, Self.units).reduce(0) { $0 + Double(($1.0 ?? 0) * $1.1.seconds) })
    }

    private static func spelled(_ count: Int) -> String {
        let formatter = NumberFormatter()
        formatter.numberStyle = .spellOut
        return formatter.string(from: NSNumber(value: count)) ?? "\(count)"
    }
}

/// Says a measured number with its unit.
public final class MeasurementFormatter {
    public typealias UnitStyle = Formatter.UnitStyle
    public struct UnitOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let providedUnit = Self(rawValue: 1), naturalScale = Self(rawValue: 2)
        public static let temperatureWithoutUnit = Self(rawValue: 4)
    }
    public var unitStyle = UnitStyle.medium
    public var unitOptions: UnitOptions = []
    public var locale: Locale?
    public var numberFormatter: NumberFormatter = {
        let formatter = NumberFormatter()
        formatter.numberStyle = .decimal
        return formatter
    }()
    public init() {}
    /// Its symbol, whatever the style.
    public func string(from unit: Unit) -> String { unit.symbol }
    public func string<U: Unit>(from measurement: Measurement<U>) -> String {
        let number = numberFormatter.string(from: NSNumber(value: measurement.value)) ?? "\(measurement.value)"
        let isDegree = measurement.unit.symbol.hasPrefix("°")
        return unitOptions.contains(.temperatureWithoutUnit) && isDegree
            ? number + "°" : number + (isDegree ? "" : " ") + measurement.unit.symbol
    }
}

extension Measurement {
    public func formatted() -> String { MeasurementFormatter().string(from: self) }
    /// With its symbol, whatever the style.
    public func formatted(_ style: MeasurementFormatStyle) -> String { formatted() }
}
public struct MeasurementFormatStyle: Sendable {
    public enum UnitWidth: Sendable { case wide, abbreviated, narrow }
    public enum Usage: Sendable { case general, asProvided, person, road, weather, food, personWeight, personHeight }
    public static func measurement(width: UnitWidth = .abbreviated, usage: Usage = .general) -> Self { Self() }
}

/// A measured number with its symbol.
public struct MeasurementSymbolStyle<U: Unit>: FormatStyle {
    public func format(_ value: Measurement<U>) -> String { value.formatted() }
}
extension FormatStyle {
    public static func measurement<U>(
        width: MeasurementFormatStyle.UnitWidth, usage: MeasurementFormatStyle.Usage = .general
    ) -> Self where Self == MeasurementSymbolStyle<U> { Self() }
}

/// A size in the unit that suits it.
public struct MeasurementByteCountStyle: FormatStyle {
    var style: ByteCountFormatStyle.Style
    public func format(_ value: Measurement<UnitInformationStorage>) -> String {
        Int64(value.converted(to: .bytes).value).formatted(.byteCount(style: style))
    }
}
extension FormatStyle where Self == MeasurementByteCountStyle {
    public static func byteCount(style: ByteCountFormatStyle.Style) -> Self { Self(style: style) }
}
