/// The helpful half of a `notFound`: what the caller may have meant.
enum Suggestion {
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
        let more = candidates.count > listed ? " and \(candidates.count - listed) more" : ""
        return "\(has) \(candidates.prefix(listed).joined(separator: ", "))\(more)"
    }

    /// The candidate that is fewest edits away, if that is at most a third of its length.
    static func nearest(to name: String, among candidates: some Collection<String>) -> String? {
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

    /// Levenshtein's distance by the usual row at a time (Wagner and Fischer, 1974).
    static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var row = Array(0...right.count)
        for (i, byte) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in right.enumerated() {
                let substituted = diagonal + (byte == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(substituted, row[j] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}
