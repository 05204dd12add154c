/// Finds the claim of a thing. Connected claimers go before those that have gone, later claims before earlier ones.
struct ClaimIndex: Equatable, Sendable {
    private struct Part: Sendable {
        var exact: [ThingID: Int] = [:]
        var patterns: [(pattern: ThingPattern, place: Int)] = []

        mutating func add(_ claim: Claim, at place: Int) {
            for pattern in claim.request.ids {
                if let only = pattern.only { exact[only] = place } else { patterns.append((pattern, place)) }
            }
        }

        func place(of thing: ThingID) -> Int? {
            let exact = exact[thing]
            let matching = patterns.last { $0.pattern.matches(thing) }?.place
            guard let exact, let matching else { return exact ?? matching }
            return max(exact, matching)
        }
    }

    private var connected = Part()
    private var gone = Part()

    init(_ claims: [Claim]) {
        for (place, claim) in claims.enumerated() {
            if claim.left == nil { connected.add(claim, at: place) } else { gone.add(claim, at: place) }
        }
    }

    func place(of thing: ThingID) -> Int? { connected.place(of: thing) ?? gone.place(of: thing) }

    /// It follows from the claims.
    static func == (left: Self, right: Self) -> Bool { true }
}
