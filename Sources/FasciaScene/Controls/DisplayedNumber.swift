extension Double {
    /// At most four decimals, because a control has little room.
    var displayed: String {
        let scaled = self * 10_000
        return abs(scaled) < 9e15 ? (scaled.rounded() / 10_000).shortText : shortText
    }

    /// The number beside a track. With a step, it is padded to the width of the widest value, so that the track does
    /// not move.
    func displayed(in range: ClosedRange<Double>, step: Double?) -> String {
        var text = displayed
        if let step {
            let others = [range.lowerBound, range.upperBound, range.lowerBound + step].map(\.displayed.count)
            text = text.padded(to: others.max() ?? 0)
        }
        // A number far outside the range could leave no room for the track; show the exceeded bound instead.
        let ends = (range.lowerBound.displayed, range.upperBound.displayed)
        if !range.contains(self), text.count > max(ends.0.count, ends.1.count) + 1 {
            return self > range.upperBound ? ">" + ends.1 : "<" + ends.0
        }
        return text
    }
}

extension String {
    /// Pads with leading blanks.
    func padded(to count: Int) -> String {
        String(repeating: " ", count: max(0, count - self.count)) + self
    }
}
