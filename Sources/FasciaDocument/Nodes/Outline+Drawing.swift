/// How an outline is drawn: curves become short lines.
extension Outline {
    /// The steps of a curve, and those of a quarter of a turn.
    private static let curveSteps = 16, quarterSteps = 8

    package var end: Point? { lines.last?.last }

    package mutating func move(to point: Point) { lines.append([point]) }

    package mutating func line(to point: Point) {
        if lines.isEmpty { lines.append([]) }
        lines[lines.count - 1].append(point)
    }

    /// A curve from where the last line ends.
    package mutating func curve(to end: Point, _ first: Point, _ second: Point) {
        let start = self.end ?? first
        for step in 1...Self.curveSteps {
            let t = Double(step) / Double(Self.curveSteps)
            func mix(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
                let s = 1 - t
                return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d
            }
            line(to: Point(x: mix(start.x, first.x, second.x, end.x), y: mix(start.y, first.y, second.y, end.y)))
        }
    }

    package mutating func curve(to end: Point, control: Point) {
        let start = self.end ?? control
        func toward(_ point: Point) -> Point {
            Point(x: point.x + (control.x - point.x) * 2 / 3, y: point.y + (control.y - point.y) * 2 / 3)
        }
        curve(to: end, toward(start), toward(end))
    }

    /// A part of an ellipse, joined to the last line.
    ///
    /// - Parameters:
    ///   - start: where it begins, in quarters of a turn.
    ///   - sweep: how far it goes; positive is from the x axis to the y axis.
    ///   - direction: makes the cosine and the sine of a number of quarters.
    package mutating func arc(
        _ center: Point, _ radius: Point, start: Double, sweep: Double, _ direction: (Double) -> (x: Double, y: Double)
    ) {
        guard start.isFinite, sweep.isFinite else { return }
        let steps = max(1, Int((min(abs(sweep), 4) * Double(Self.quarterSteps)).rounded(.up)))
        for step in 0...steps {
            let (x, y) = direction(start + min(max(sweep, -4), 4) * Double(step) / Double(steps))
            line(to: Point(x: center.x + radius.x * x, y: center.y + radius.y * y))
        }
    }

    /// Joins the end of the last line to its start. What follows begins there.
    package mutating func close() {
        guard let first = lines.last?.first else { return }
        line(to: first)
        move(to: first)
    }

    /// The rectangle around all points; `nil` if there are none.
    package var bounds: (least: Point, most: Point)? {
        let points = lines.joined()
        guard let first = points.first else { return nil }
        return points.reduce((first, first)) { bounds, point in
            (
                Point(x: min(bounds.0.x, point.x), y: min(bounds.0.y, point.y)),
                Point(x: max(bounds.1.x, point.x), y: max(bounds.1.y, point.y))
            )
        }
    }

    package func map(_ place: (Point) -> Point) -> Outline { Outline(lines: lines.map { $0.map(place) }) }

    /// The part between two shares of its whole length.
    package func trimmed(from start: Double, to end: Double) -> Outline {
        func length(_ a: Point, _ b: Point) -> Double {
            ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
        }
        let total = lines.reduce(0) { sum, line in zip(line, line.dropFirst()).reduce(sum) { $0 + length($1.0, $1.1) } }
        guard total > 0, total.isFinite else { return Outline() }
        let (least, most) = (start * total, end * total)
        var part = Outline()
        var done = 0.0
        for line in lines {
            var isOpen = false
            for (a, b) in zip(line, line.dropFirst()) {
                let step = length(a, b)
                defer { done += step }
                guard step > 0, done < most, done + step > least else { continue }
                func at(_ length: Double) -> Point {
                    let share = (length - done) / step
                    return Point(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
                }
                if !isOpen { part.move(to: at(max(least, done))) }
                isOpen = true
                part.line(to: at(min(most, done + step)))
            }
        }
        return part
    }

    /// At most as many points as an outline may have, of all lines that have two at least.
    package var reduced: Outline {
        let limit = Self.limit.value
        let lines = lines.filter { $0.count > 1 && $0.allSatisfy { $0.x.isFinite && $0.y.isFinite } }.prefix(limit / 2)
        let count = lines.reduce(0) { $0 + $1.count }
        guard count > limit else { return Outline(lines: Array(lines)) }
        // The last point of each line stays, whatever the step.
        let step = count / max(1, limit - lines.count) + 1
        return Outline(
            lines: lines.map { line in
                line.indices.filter { $0.isMultiple(of: step) || $0 == line.count - 1 }.map { line[$0] }
            })
    }
}
