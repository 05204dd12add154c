import Foundation

/// The plural of English nouns, by a few rules and the most common exceptions.
package enum EnglishNoun {
    private static let irregular = [
        "person": "people", "child": "children", "man": "men", "woman": "women", "foot": "feet", "tooth": "teeth",
        "mouse": "mice", "goose": "geese", "leaf": "leaves", "knife": "knives", "life": "lives", "wife": "wives",
        "half": "halves", "shelf": "shelves", "wolf": "wolves", "hero": "heroes", "potato": "potatoes",
        "tomato": "tomatoes", "echo": "echoes",
    ]
    private static let invariable: Set = ["sheep", "fish", "deer", "series", "species", "aircraft"]

    /// The plural of the word, or the word itself if the count is 1 or -1. A word that is already plural is returned
    /// unchanged.
    package static func form(of word: String, count: Double) -> String {
        let lower = word.lowercased()
        guard abs(count) != 1, !invariable.contains(lower), !irregular.values.contains(lower) else { return word }
        if let plural = irregular[lower] {
            return word.first?.isUppercase == true ? plural.prefix(1).uppercased() + plural.dropFirst() : plural
        }
        let endsInS = lower.hasSuffix("s")
        let isSingularInS = ["ss", "us", "is"].contains { lower.hasSuffix($0) }
        if endsInS, !isSingularInS { return word }
        if lower.hasSuffix("y"), let before = lower.dropLast().last, !"aeiou".contains(before) {
            return word.dropLast() + "ies"
        }
        let isHissing = ["s", "x", "z", "ch", "sh"].contains { lower.hasSuffix($0) }
        return word + (isHissing ? "es" : "s")
    }
}
