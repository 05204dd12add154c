/// Matches a text: follows all ways through a program at once, the preferred one first, character by character.
struct PatternMatcher {
    /// Where a match begins and ends, and its first group.
    struct Found {
        var marks = [-1, -1, -1, -1]
    }

    /// Steps that are being followed at one place of the text, each once.
    private struct Threads {
        var all: [(step: Int, found: Found)] = []
        var seen: [Bool]

        init(_ program: PatternProgram) { seen = Array(repeating: false, count: program.steps.count) }

        mutating func clear() {
            all = []
            for index in seen.indices { seen[index] = false }
        }
    }

    /// Enough for 64 KiB with an expression of a few dozen steps.
    private static let mostSteps = 8_000_000

    private let program: PatternProgram
    private let characters: [Character]
    private var steps = 0

    init(_ program: PatternProgram, _ text: String) {
        self.program = program
        characters = Array(text)
    }

    func text(_ found: Found) -> String {
        let marks = found.marks[2] >= 0 && found.marks[3] >= found.marks[2] ? found.marks[2...3] : found.marks[0...1]
        return String(characters[(marks.first ?? 0)..<(marks.last ?? 0)])
    }

    /// - Parameter isWhole: whether it has to match the whole text; otherwise the first match counts.
    mutating func match(isWhole: Bool) throws(Pattern.Failure) -> Found? {
        try run(program, from: 0, isAnchored: isWhole, isWhole: isWhole)
    }

    private mutating func run(
        _ program: PatternProgram, from start: Int, isAnchored: Bool, isWhole: Bool
    ) throws(Pattern.Failure) -> Found? {
        var (now, next) = (Threads(program), Threads(program))
        var best: Found?
        for place in start...characters.count {
            if best == nil, !isAnchored || place == start {
                var found = Found()
                found.marks[0] = place
                try add(0, found, at: place, program, to: &now)
            }
            if now.all.isEmpty, isAnchored || best != nil { break }
            try spend(program.steps.count)
            for thread in now.all {
                switch program.steps[thread.step] {
                case .take(let set):
                    guard place < characters.count, set.contains(characters[place]) else { continue }
                    try add(thread.step + 1, thread.found, at: place + 1, program, to: &next)
                    continue
                case .end where !isWhole || place == characters.count:
                    best = thread.found
                    best?.marks[1] = place
                default: continue
                }
                // All others are less preferred.
                break
            }
            swap(&now, &next)
            next.clear()
        }
        return best
    }

    private mutating func spend(_ count: Int) throws(Pattern.Failure) {
        steps += count
        guard steps <= PatternMatcher.mostSteps else {
            throw Pattern.Failure(message: "the text is too long for this expression")
        }
    }

    /// Follows everything that takes no character.
    private mutating func add(
        _ step: Int, _ found: Found, at place: Int, _ program: PatternProgram, to threads: inout Threads
    ) throws(Pattern.Failure) {
        var waiting = [(step: step, found: found)]
        while let (step, found) = waiting.popLast() {
            guard !threads.seen[step] else { continue }
            threads.seen[step] = true
            try spend(1)
            switch program.steps[step] {
            case .jump(let other): waiting.append((other, found))
            case .split(let first, let second):
                waiting.append((second, found))
                waiting.append((first, found))
            case .mark(let number):
                var found = found
                found.marks[number] = place
                waiting.append((step + 1, found))
            case .check(let assertion): if holds(assertion, at: place) { waiting.append((step + 1, found)) }
            case .look(let number, let isNegated):
                let matches = try run(program.inner[number], from: place, isAnchored: true, isWhole: false) != nil
                if matches != isNegated { waiting.append((step + 1, found)) }
            case .take, .end: threads.all.append((step, found))
            }
        }
    }

    private func holds(_ assertion: PatternAssertion, at place: Int) -> Bool {
        func isWord(_ place: Int) -> Bool { characters.indices.contains(place) && PatternSet.isWord(characters[place]) }
        return switch assertion {
        case .start: place == 0
        case .end: place == characters.count
        case .lineStart: place == 0 || characters[place - 1].isNewline
        case .lineEnd: place == characters.count || characters[place].isNewline
        case .endOrLastNewline:
            place == characters.count || place == characters.count - 1 && characters[place].isNewline
        case .wordBoundary: isWord(place - 1) != isWord(place)
        case .noWordBoundary: isWord(place - 1) == isWord(place)
        }
    }
}
