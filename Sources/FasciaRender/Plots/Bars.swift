import FasciaScene

/// Bars of eight heights, in one cell each.
enum Bars {
    private static let blocks = Array("▁▂▃▄▅▆▇█").map(String.init)
    private static let ascii = ["_", "_", ".", "-", "-", "=", "=", "^"]

    /// The eighths of a row, rounded up so that no number is without a bar.
    static let steps = 8

    /// The bar of so many eighths, from 1 to 8.
    static func bar(_ eighths: Int, unicode: Bool) -> String {
        let index = min(max(1, eighths), steps) - 1
        return unicode ? blocks[index] : ascii[index]
    }

    /// How many eighths of `rows` rows a number has, at least 1.
    static func eighths(of value: Double, in range: ClosedRange<Double>, rows: Int = 1) -> Int {
        max(1, Int((NumberScale.fraction(of: value, in: range) * Double(rows * steps)).rounded()))
    }
}
