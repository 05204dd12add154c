import FasciaModel
import FasciaWire

/// Ids with wildcards, such as `option:services/**`: `*` matches within one level, `**` everything. What ends in `/**` also
/// matches the group above.
package struct Globs: Hashable, Sendable {
    /// As they are written.
    package let patterns: [String]
    /// Whether it matches everything.
    package let isAll: Bool
    private let globs: [Glob]

    package init(_ patterns: [String]) {
        self.patterns = patterns
        isAll = patterns.contains("**")
        globs = patterns.flatMap(Self.spellings).map(Glob.init)
    }

    package static let all = Globs(["**"])
    package static let none = Globs([])

    package var isEmpty: Bool { patterns.isEmpty }

    /// The pattern itself, and the group above, of which it names everything.
    private static func spellings(_ pattern: String) -> [String] {
        pattern.hasSuffix("/**") ? [pattern, String(pattern.dropLast(3))] : [pattern]
    }

    package func matches(_ subject: Resource) -> Bool {
        guard !isAll else { return true }
        guard !globs.isEmpty else { return false }
        var text = subject.description
        return text.withUTF8 { text in globs.contains { $0.matches(text) } }
    }

    /// Whether one of them matches everything that an id with wildcards matches.
    package func covers(_ pattern: Resource) -> Bool {
        guard !isAll else { return true }
        let tokens = GlobTokens(pattern.description)
        return globs.contains { GlobTokens($0.pattern).covers(tokens) }
    }

    /// Whether one of them and an id with wildcards match the same id.
    package func intersects(_ pattern: Resource) -> Bool {
        guard !isAll else { return true }
        let tokens = GlobTokens(pattern.description)
        return globs.contains { GlobTokens($0.pattern).intersects(tokens) }
    }
}

/// The bytes and wildcards of a glob, to compare two of them.
private struct GlobTokens {
    /// Bytes that do not occur in UTF-8.
    private static let (star, anything): (UInt8, UInt8) = (0xFE, 0xFF)
    private static let slash = UInt8(ascii: "/")
    private var tokens: [UInt8] = []

    init(_ pattern: String) {
        var rest = Array(pattern.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "*") else {
                tokens.append(byte)
                continue
            }
            let isDouble = rest.first == byte
            if isDouble { rest = rest.drop { $0 == byte } }
            tokens.append(isDouble ? Self.anything : Self.star)
        }
    }

    private static func isWildcard(_ token: UInt8) -> Bool { token == star || token == anything }

    /// Whether all that the other one matches is matched. May say no where several wildcards together would match it.
    func covers(_ other: GlobTokens) -> Bool {
        compare(with: other) { token, next, known in
            switch (token, next) {
            case (nil, nil): true
            case (nil, _): false
            case (Self.anything?, let next): known.skippingFirst || next != nil && known.skippingSecond
            case (Self.star?, let next):
                known.skippingFirst || next.map { $0 != Self.slash && $0 != Self.anything } == true && known.skippingSecond
            case (let token?, let next): token == next && known.skippingBoth
            }
        }
    }

    /// Whether some text is matched by both.
    func intersects(_ other: GlobTokens) -> Bool {
        compare(with: other) { token, next, known in
            func passes(_ wildcard: UInt8, _ byte: UInt8?) -> Bool {
                guard let byte else { return false }
                return wildcard == Self.anything || Self.isWildcard(byte) || byte != Self.slash
            }
            if token == nil, next == nil { return true }
            if let token, Self.isWildcard(token) {
                return known.skippingFirst || passes(token, next) && known.skippingSecond
            }
            if let next, Self.isWildcard(next) {
                return known.skippingSecond || passes(next, token) && known.skippingFirst
            }
            return token != nil && token == next && known.skippingBoth
        }
    }

    /// What holds without the next token of the one, of the other, or of both.
    private struct Known {
        var skippingFirst, skippingSecond, skippingBoth: Bool
    }

    /// Decides for all rests of both, from the shortest on.
    private func compare(with other: GlobTokens, _ holds: (UInt8?, UInt8?, Known) -> Bool) -> Bool {
        let (own, others) = (tokens, other.tokens)
        var below = [Bool](repeating: false, count: others.count + 1)
        for index in stride(from: own.count, through: 0, by: -1) {
            var row = [Bool](repeating: false, count: others.count + 1)
            for place in stride(from: others.count, through: 0, by: -1) {
                let (isLast, isEnd) = (index == own.count, place == others.count)
                let known = Known(
                    skippingFirst: !isLast && below[place], skippingSecond: !isEnd && row[place + 1],
                    skippingBoth: !isLast && !isEnd && below[place + 1])
                row[place] = holds(isLast ? nil : own[index], isEnd ? nil : others[place], known)
            }
            below = row
        }
        return below[0]
    }
}
