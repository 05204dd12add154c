extension Text {
    /// The format of a date.
    public struct DateStyle: Hashable, Sendable {
        fileprivate enum Kind { case date, time, relative, offset, timer }
        fileprivate var isClock: Bool { kind != .date && kind != .time }
        fileprivate let kind: Kind

        public static let date = DateStyle(kind: .date), time = DateStyle(kind: .time)
        /// The time until or since the date: `2 min`.
        public static let relative = DateStyle(kind: .relative)
        /// The same with a sign: `+2 min`.
        public static let offset = DateStyle(kind: .offset)
        /// The same as a clock: `2:30`.
        public static let timer = DateStyle(kind: .timer)

        func text(_ date: Date, now: Date = Date()) -> String {
            let seconds = date.timeIntervalSince(now)
            return switch kind {
            case .date: date.formatted(date: .long, time: .omitted)
            case .time: date.formatted(date: .omitted, time: .shortened)
            case .relative: Self.words(abs(seconds))
            case .offset: (seconds < 0 ? "-" : "+") + Self.words(abs(seconds))
            case .timer: Self.clock(abs(seconds))
            }
        }

        /// In the largest unit of which there is at least one.
        private static func words(_ seconds: Double) -> String {
            let units: [(Double, String)] = [(86_400, "d"), (3_600, "hr"), (60, "min"), (1, "sec")]
            let unit = units.first { seconds >= $0.0 } ?? (1, "sec")
            return "\(whole(seconds / unit.0)) \(unit.1)"
        }

        private static func clock(_ seconds: Double) -> String {
            let all = whole(seconds)
            func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
            let (hours, minutes, rest) = (all / 3_600, all / 60 % 60, all % 60)
            return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
        }

        private static func whole(_ value: Double) -> Int { value < 1e15 ? Int(value) : 1_000_000_000_000_000 }
    }

    /// A date. One that is told relative to now is told anew every second, while the text is in sight.
    public init(_ date: Date, style: DateStyle) {
        self.init(verbatim: style.text(date))
        if style.isClock { runs[0].clock = Clock(date: date, style: style) }
    }

    /// A clock that runs while the time is in the interval, up or down.
    ///
    /// - Parameters:
    ///   - pauseTime: when it has stopped; `nil` if it runs.
    ///   - showsHours: ignored: hours are shown when there are some.
    public init(
        timerInterval interval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true, showsHours: Bool = true
    ) {
        let clock = Clock(
            date: countsDown ? interval.upperBound : interval.lowerBound, style: .timer, interval: interval, stop: pauseTime)
        self.init(verbatim: clock.text)
        runs[0].clock = clock
    }
    public init(_ interval: DateInterval) { self.init(interval.start...interval.end) }
    public init(_ dates: ClosedRange<Date>) {
        self.init(verbatim: "\(DateStyle.date.text(dates.lowerBound)) – \(DateStyle.date.text(dates.upperBound))")
    }

    /// - Parameters:
    ///   - tableName: ignored, like `bundle` and `comment`: texts are not translated.
    @_disfavoredOverload
    public init(
        _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
    ) { self.init(key) }
}

extension LocalizedStringKey.StringInterpolation {
    public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) {
        appendInterpolation(Text(date, style: style))
    }
    public mutating func appendInterpolation(_ dates: ClosedRange<Date>) { appendInterpolation(Text(dates)) }
}
