import FasciaDocument

/// A number of a curve, or a gap in it.
public struct Sample: Hashable, Sendable {
    /// 0 for a gap.
    public let value: Double
    /// Whether nothing was read then, or what was read is not known to be the actual number any more.
    public let isGap: Bool
    /// Since 1970; `nil` if it has no time.
    public var milliseconds: Int?
    /// Whether it was an integer: 1 is one percent, and 1.0 is all.
    public var isInteger: Bool

    /// What is not finite is a gap.
    public init(_ value: Double, at milliseconds: Int? = nil) {
        isGap = !value.isFinite
        self.value = value.isFinite ? value : 0
        self.milliseconds = milliseconds
        isInteger = value == value.rounded()
    }

    public static func gap(at milliseconds: Int? = nil) -> Sample { Sample(.nan, at: milliseconds) }

    /// `nil` for what is no number.
    public init?(_ json: JSON, at milliseconds: Int? = nil) {
        guard let value = json.doubleValue else { return nil }
        self.init(value, at: milliseconds)
        isInteger = json.intValue != nil
    }
}

/// A curve of numbers, from the oldest to the latest.
public struct Plot: Hashable, Sendable {
    public var form: PlotContent.Form
    public var label: String
    public var samples: [Sample]
    /// The samples that are no gaps.
    private let numbers: [Sample]
    public var format: ValueFormat?
    private var range: ClosedRange<Double>?

    public init(
        _ form: PlotContent.Form, _ samples: [Sample], label: String = "", range: ClosedRange<Double>? = nil,
        format: ValueFormat? = nil
    ) {
        self.form = form
        self.samples = samples
        numbers = samples.filter { !$0.isGap }
        self.label = label
        self.range = range
        self.format = format
    }

    /// The ends of its axis: the given range, else that of the numbers. It begins at 0 unless that would leave little room
    /// for the differences between them.
    public var bounds: ClosedRange<Double> {
        if let range { return range }
        let values = numbers.map(\.value)
        guard let least = values.min(), let greatest = values.max() else { return 0...1 }
        let lower = least >= 0 && least < greatest / 2 ? 0 : least
        return lower...greatest
    }

    public func text(_ value: Double) -> String {
        let isInteger = numbers.allSatisfy(\.isInteger)
        return format?.text(isInteger ? .number(value) : .double(value)) ?? value.displayed
    }

    /// The latest number.
    public var latest: String { numbers.last.map { text($0.value) } ?? "–" }

    /// The latest number, and the lowest and the highest one if they differ: `7 (3 to 12)`.
    public var summary: String {
        let values = numbers.map(\.value)
        guard let least = values.min(), let greatest = values.max(), least < greatest else { return latest }
        return "\(latest) (\(text(least)) to \(text(greatest)))"
    }

    /// The times of the first and the last number, as exactly as their distance needs; `nil` if they have none.
    public var times: (first: String, last: String)? {
        guard let first = samples.first?.milliseconds, let last = samples.last?.milliseconds, first < last else { return nil }
        let minutes = (last - first) / 60_000
        func text(_ milliseconds: Int) -> String? {
            LocalTime(seconds: Double(milliseconds) / 1_000).map {
                minutes < 10 ? $0.second : minutes < 24 * 60 ? $0.time : $0.day
            }
        }
        return text(first).flatMap { first in text(last).map { (first, $0) } }
    }

    /// The number shown in each of `columns` columns: the highest one of its part of the time, or the one before. Numbers
    /// without times are spread evenly. `nil` before the first number, and in gaps.
    public func columns(_ columns: Int) -> [Double?] {
        guard columns > 0, let first = samples.first, let last = samples.last else { return [] }
        var shown = [Double?](repeating: nil, count: columns)
        /// Whether a gap begins there.
        var ends = [Bool](repeating: false, count: columns)
        let (start, end) = (first.milliseconds ?? 0, last.milliseconds ?? 0)
        for (index, sample) in samples.enumerated() {
            let part =
                start < end
                ? (Double(sample.milliseconds ?? start) - Double(start)) / (Double(end) - Double(start))
                : samples.count == 1 ? 1 : Double(index) / Double(samples.count - 1)
            let column = min(max(0, Int((part * Double(columns - 1)).rounded())), columns - 1)
            ends[column] = sample.isGap
            if !sample.isGap { shown[column] = max(shown[column] ?? sample.value, sample.value) }
        }
        var before: Double?
        for column in shown.indices {
            if shown[column] == nil, ends[column] { before = nil }
            before = shown[column] ?? before
            shown[column] = before
            if ends[column] { before = nil }
        }
        return shown
    }
}
