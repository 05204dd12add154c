/// The helpful half of a `notFound`: what the caller may have meant.
package enum Suggestion {
    /// How many candidates are looked at; a list of a million siblings must not make an error slow.
    private static let searched = 1_000
    private static let listed = 5

    /// `did you mean "cheese"?` where one is close, else what there is, up to five.
    ///
    /// - Parameters:
    ///   - has: how the list begins, `there are`.
    ///   - none: what to say where there is nothing at all.
    static func text(
        for name: String, among candidates: some Collection<String>, prefix: String = "", has: String, none: String
    ) -> String {
        if let near = nearest(to: name, among: candidates) { return "did you mean \"\(prefix)\(near)\"?" }
        guard !candidates.isEmpty else { return none }
        let has = candidates.count == 1 && has == "there are" ? "there is only" : has
        let more = candidates.count > listed ? " and \(candidates.count - listed) more" : ""
        return "\(has) \(candidates.prefix(listed).joined(separator: ", "))\(more)"
    }

    /// The candidate that is fewest edits away, if that is at most a third of its length.
    package static func nearest(to name: String, among candidates: some Collection<String>) -> String? {
        var best: (candidate: String, distance: Int)?
        let bytes = Array(name.utf8)
        guard bytes.count <= 64 else { return nil }
        for candidate in candidates.prefix(searched) where candidate.utf8.count <= 64 {
            let distance = distance(bytes, Array(candidate.utf8))
            guard distance <= candidate.utf8.count / 3, distance < best?.distance ?? .max else { continue }
            best = (candidate, distance)
        }
        return best?.candidate
    }

    /// How many letters must be added, removed, replaced or swapped with the next one to make one of the other: the
    /// distance of Damerau and Levenshtein where no letter is touched twice ("optimal string alignment"), by the dynamic
    /// programme of Wagner and Fischer (1974) with three rows kept.
    ///
    /// - Parameter anywhere: what stands in the right one before and behind counts as nothing (Sellers, 1980).
    package static func distance(_ left: [UInt8], _ right: [UInt8], anywhere: Bool = false) -> Int {
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
