/// When a `TimelineView` is evaluated again.
public protocol TimelineSchedule {
    typealias Mode = TimelineScheduleMode
    associatedtype Entries: Sequence where Entries.Element == Date
    /// The times, from the last one before `startDate`.
    func entries(from startDate: Date, mode: Mode) -> Entries
}

public enum TimelineScheduleMode: Hashable, Sendable { case normal, lowFrequency }

public struct PeriodicTimelineSchedule: TimelineSchedule {
    private let start: Date
    private let interval: TimeInterval

    public init(from startDate: Date, by interval: TimeInterval) {
        start = startDate
        self.interval = max(interval, 0.1)
    }

    public func entries(from startDate: Date, mode: Mode) -> some Sequence<Date> {
        let first = (startDate.timeIntervalSince(start) / interval).rounded(.down)
        return sequence(first: first) { $0 + 1 }.lazy.map { start.addingTimeInterval($0 * interval) }
    }
}

public struct EveryMinuteTimelineSchedule: TimelineSchedule {
    public init() {}
    public func entries(from startDate: Date, mode: Mode) -> some Sequence<Date> {
        PeriodicTimelineSchedule(from: Date(timeIntervalSinceReferenceDate: 0), by: 60).entries(from: startDate, mode: mode)
    }
}

public struct ExplicitTimelineSchedule<Dates: Sequence>: TimelineSchedule where Dates.Element == Date {
    private let dates: Dates
    public init(_ dates: Dates) { self.dates = dates }
    public func entries(from startDate: Date, mode: Mode) -> Dates { dates }
}

/// Four times a second: a terminal is not redrawn as often as a display.
public struct AnimationTimelineSchedule: TimelineSchedule, Hashable {
    private let interval: TimeInterval
    private let isPaused: Bool

    public init(minimumInterval: TimeInterval? = nil, paused: Bool = false) {
        (interval, isPaused) = (max(minimumInterval ?? 0, 0.25), paused)
    }

    public func entries(from startDate: Date, mode: Mode) -> some Sequence<Date> {
        sequence(first: 0.0) { isPaused ? nil : $0 + 1 }.lazy.map { startDate.addingTimeInterval($0 * interval) }
    }
}

extension TimelineSchedule where Self == PeriodicTimelineSchedule {
    public static func periodic(from startDate: Date, by interval: TimeInterval) -> Self { Self(from: startDate, by: interval) }
}
extension TimelineSchedule where Self == EveryMinuteTimelineSchedule { public static var everyMinute: Self { Self() } }
extension TimelineSchedule where Self == AnimationTimelineSchedule {
    public static var animation: Self { Self() }
    public static func animation(minimumInterval: TimeInterval? = nil, paused: Bool = false) -> Self {
        Self(minimumInterval: minimumInterval, paused: paused)
    }
}
extension TimelineSchedule {
    public static func explicit<Dates: Sequence>(_ dates: Dates) -> Self where Self == ExplicitTimelineSchedule<Dates> {
        Self(dates)
    }
}

/// Evaluates its content again at the times of a schedule, while it is shown.
public struct TimelineView<Schedule: TimelineSchedule, Content: View>: View {
    public typealias Context = TimelineViewDefaultContext

    private let schedule: Schedule
    private let content: (TimelineViewDefaultContext) -> Content
    @State private var date: Date?

    public init(_ schedule: Schedule, @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content) {
        self.schedule = schedule
        self.content = content
    }

    public var body: some View {
        content(.init(date: date ?? first)).task(id: schedule as? AnimationTimelineSchedule) { await run() }
    }

    private var first: Date {
        var entries = schedule.entries(from: Date(), mode: .normal).makeIterator()
        return entries.next() ?? Date()
    }

    /// Waits for each time that is still to come.
    private func run() async {
        for next in schedule.entries(from: Date(), mode: .normal) {
            let rest = next.timeIntervalSinceNow
            if rest > 0 { try? await Task.sleep(for: .seconds(rest)) }
            if Task.isCancelled { return }
            date = next
        }
    }
}

/// The time that the content of a `TimelineView` is made for.
public struct TimelineViewDefaultContext: Sendable {
    public enum Cadence: Comparable, Sendable { case live, seconds, minutes }
    public let date: Date
    public var cadence: Cadence { .seconds }
}
