/// The second half of a `notFound` message: what the caller may have meant.
package enum Suggestion {
    /// The number of candidates searched. Errors stay fast beside a million siblings.
    private static let searched = 1_000
    private static let listed = 5

    /// `did you mean "cheese"?` if a candidate is close, else up to five of the candidates.
    ///
    /// - Parameters:
    ///   - has: the start of the list, such as `there are`.
    ///   - none: the text for no candidates.
    static func text(
        for name: String, among candidates: some Collection<String>, prefix: String = "", has: String, none: String
    ) -> String {
        if let near = nearest(to: name, among: candidates) { return "did you mean \"\(prefix)\(near)\"?" }
        guard !candidates.isEmpty else { return none }
        let has = candidates.count == 1 && has == "there are" ? "there is only" : has
        let more = candidates.count > listed ? " and \(candidates.count - listed) more" : ""
        return "\(has) \(candidates.prefix(listed).joined(separator: ", "))\(more)"
    }

    /// The candidate with the fewest edits, if they are at most a third of its length.
    package static func nearest(to name: String, among candidates: some Collection<String>) -> String? {
        var best: (candidate: String, distance: Int)?
        let bytes = Array(name.utf8)
        guard bytes.count <= 64 else { return nil }
        let word = Word(bytes)
        for candidate in candidates.prefix(searched) where candidate.utf8.count <= 64 {
            let distance = word.distance(to: candidate.utf8)
            guard distance <= candidate.utf8.count / 3, distance < best?.distance ?? .max else { continue }
            best = (candidate, distance)
        }
        return best?.candidate
    }

    /// A word of at most 64 bytes, whose distance to another one takes a few operations for each byte of that one.
    ///
    /// The bits of a number are a column of the dynamic programme below (Hyyrö, "A bit-vector algorithm for computing Levenshtein
    /// and Damerau edit distances", 2003).
    private struct Word {
        private let count: Int
        /// For each byte, where it occurs.
        private var places = [UInt64](repeating: 0, count: 256)

        init(_ bytes: [UInt8]) {
            count = bytes.count
            for (index, byte) in bytes.enumerated() { places[Int(byte)] |= 1 << UInt64(index) }
        }

        func distance(to other: some Collection<UInt8>, anywhere: Bool = false) -> Int {
            guard count > 0 else { return anywhere ? 0 : other.count }
            let last = UInt64(1) << UInt64(count - 1)
            var (up, down, diagonal, before) = (UInt64.max, UInt64(0), UInt64(0), UInt64(0))
            var (distance, least) = (count, count)
            for byte in other {
                let same = places[Int(byte)]
                let swapped = ((~diagonal & same) << 1) & before
                diagonal = (((same & up) &+ up) ^ up) | same | down | swapped
                var more = down | ~(diagonal | up)
                let fewer = (diagonal & up) << 1
                if more & last != 0 { distance += 1 }
                if (diagonal & up) & last != 0 { distance -= 1 }
                more = more << 1 | (anywhere ? 0 : 1)
                up = fewer | ~(diagonal | more)
                down = more & diagonal
                before = same
                least = min(least, distance)
            }
            return anywhere ? least : distance
        }
    }

    /// The edit distance in bytes: insertions, deletions, replacements and swaps of neighbours, where no byte is edited
    /// twice (Damerau–Levenshtein, "optimal string alignment"). Computed by the dynamic programme of Wagner and Fischer
    /// (1974), which keeps three rows.
    ///
    /// - Parameter anywhere: ignores what precedes and follows the match in `right` (Sellers, 1980).
    package static func distance(_ left: [UInt8], _ right: [UInt8], anywhere: Bool = false) -> Int {
        left.count <= 64 ? Word(left).distance(to: right, anywhere: anywhere) : tabulated(left, right, anywhere: anywhere)
    }

    /// The same without a limit of the length.
    package static func tabulated(_ left: [UInt8], _ right: [UInt8], anywhere: Bool) -> Int {
        var (before, row) = ([Int](), anywhere ? Array(repeating: 0, count: right.count + 1) : Array(0...right.count))
        for (i, byte) in left.enumerated() {
            var next = [i + 1]
            for (j, other) in right.enumerated() {
                var least = min(row[j] + (byte == other ? 0 : 1), row[j + 1] + 1, next[j] + 1)
                if i > 0, j > 0, byte == right[j - 1], other == left[i - 1] { least = min(least, before[j - 1] + 1) }
                next.append(least)
            }
            (before, row) = (row, next)
        }
        return anywhere ? row.min() ?? 0 : row[right.count]
    }
}
