/// The lines of a shape that an app draws. Coordinates go from 0 to 1 across the frame of the shape, and may be beyond it.
public struct Outline: Hashable, Sendable {
    public struct Point: Hashable, Sendable {
        public var x, y: Double

        public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
    }

    /// Each line goes from point to point. The area inside is filled as if it were closed.
    public var lines: [[Point]]

    public init(lines: [[Point]] = []) { self.lines = lines }

    /// How many points an outline may have: each is looked at in every row of every picture.
    public static let limit = Mismatch.Limit("outline", 1_000)

    public var pointCount: Int { lines.reduce(0) { $0 + $1.count } }
}

extension Outline {
    /// Each line as the x and y of its points, one after the other.
    static let schema = Schema<[[Double]]>.array(of: Schema<[Double]>.array(of: Schema<Double>.number)).map {
        (numbers: [[Double]]) throws(Mismatch) -> Outline in
        var lines: [[Point]] = []
        for (index, line) in numbers.enumerated() {
            guard line.count.isMultiple(of: 2) else {
                throw Mismatch(expected: "an x and a y for each point", found: "\(line.count) numbers").below(index)
            }
            lines.append(stride(from: 0, to: line.count, by: 2).map { Point(x: line[$0], y: line[$0 + 1]) })
        }
        let outline = Outline(lines: lines)
        guard outline.pointCount <= Outline.limit.value else {
            throw Mismatch(
                expected: "at most \(Outline.limit.value) points", found: "\(outline.pointCount)", limit: Outline.limit)
        }
        return outline
    } back: { (outline: Outline) in
        outline.lines.map { line in line.flatMap { [$0.x, $0.y] } }
    }
}
