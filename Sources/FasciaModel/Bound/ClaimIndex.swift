/// Finds the claim of a thing. Connected claimers go before claims that end, and these before those of clients that have gone;
/// later claims before earlier ones.
///
/// Patterns with wildcards are found by the first segment of what they match, so that those of one group cost nothing for the
/// options of another.
struct ClaimIndex: Equatable, Sendable {
    private struct Bucket: Hashable {
        var kind: ThingID.Kind
        /// `nil` for patterns that match ids with different first segments.
        var segment: String?
    }

    private struct Part: Sendable {
        var exact: [ThingID: Int] = [:]
        var patterns: [Bucket: [(pattern: ThingPattern, place: Int)]] = [:]
        private(set) var isEmpty = true

        mutating func add(_ ids: [ThingPattern], at place: Int) {
            isEmpty = isEmpty && ids.isEmpty
            for pattern in ids {
                if let only = pattern.only {
                    exact[only] = place
                } else {
                    patterns[Bucket(kind: pattern.kind, segment: pattern.segment), default: []].append((pattern, place))
                }
            }
        }

        func place(of thing: ThingID) -> Int? {
            guard !isEmpty else { return nil }
            let exact = exact[thing]
            guard !patterns.isEmpty else { return exact }
            return buckets(of: thing).reduce(exact) { best, bucket in
                var id = thing.id
                return id.withUTF8 { id in
                    // Later claims are at the end. What is not later than the best one need not be compared.
                    let found = bucket.last { $0.place <= best ?? -1 || $0.pattern.glob.matches(id) }
                    return found.map { max($0.place, best ?? $0.place) } ?? best
                }
            }
        }

        /// The patterns that may match a thing.
        func buckets(of thing: ThingID) -> [[(pattern: ThingPattern, place: Int)]] {
            [patterns[Bucket(kind: thing.kind, segment: nil)], patterns[Bucket(kind: thing.kind, segment: thing.segment)]]
                .compactMap(\.self)
        }

        /// The patterns that may overlap one with wildcards.
        func buckets(of pattern: ThingPattern) -> [[(pattern: ThingPattern, place: Int)]] {
            let segment = pattern.segment
            return patterns.filter {
                $0.key.kind == pattern.kind && (segment == nil || $0.key.segment == nil || $0.key.segment == segment)
            }.map(\.value)
        }
    }

    private var connected = Part()
    private var ending = Part()
    private var gone = Part()

    init(_ claims: [Claim]) {
        for (place, claim) in claims.enumerated() {
            if claim.left != nil {
                gone.add(claim.request.ids, at: place)
            } else if claim.isEnding {
                ending.add(claim.request.ids, at: place)
            } else {
                connected.add(claim.request.ids, at: place)
            }
        }
    }

    func place(of thing: ThingID) -> Int? {
        connected.place(of: thing) ?? ending.place(of: thing) ?? gone.place(of: thing)
    }

    /// An id of a connected claim that one of these overlaps, and the claim's place; `nil` if there is none.
    ///
    /// - Parameter isOther: whether the claim at a place is of another client.
    func overlap(with ids: [ThingPattern], isOther: (Int) -> Bool) -> (text: String, place: Int)? {
        var new = Part()
        new.add(ids, at: 0)
        for id in ids {
            guard let only = id.only else {
                for case let (pattern, place) in connected.buckets(of: id).joined()
                where isOther(place) && pattern.overlaps(id) { return (pattern.text, place) }
                continue
            }
            if let place = connected.exact[only], isOther(place) { return (only.text, place) }
            for case let (pattern, place) in connected.buckets(of: only).joined()
            where isOther(place) && pattern.matches(only) { return (pattern.text, place) }
        }
        guard !new.patterns.isEmpty else { return nil }
        // The first by name, so that the message does not depend on the order of a dictionary.
        let held = connected.exact.filter { thing, place in
            isOther(place) && new.buckets(of: thing).contains { $0.contains { $0.pattern.matches(thing) } }
        }
        return held.map { (text: $0.key.text, place: $0.value) }.min { $0.text < $1.text }
    }

    /// It follows from the claims.
    static func == (left: Self, right: Self) -> Bool { true }
}
