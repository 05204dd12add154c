/// A value as it is shown in a row: numbers as bright as labels, their units and other texts fainter.
enum Units {
    /// The parts of a text such as `20 GB` or `3 h 5 min`. What is not a number, or numbers with units, is one part.
    static func spans(_ text: String, number: CellStyle, other: CellStyle) -> [TextSpan] {
        let words = text.split(separator: " ")
        let alternates = words.indices.allSatisfy {
            isNumber(words[$0]) == ($0 % 2 == 0) && ($0 % 2 == 0 || words[$0].count <= 5)
        }
        guard alternates, !words.isEmpty else { return [TextSpan(text, other)] }
        var spans = [TextSpan(String(text.prefix { $0 == " " }), number)]
        for (index, word) in words.enumerated() {
            let isUnit = index % 2 == 1
            spans.append(TextSpan((index == 0 ? "" : " ") + word, isUnit ? other : number))
        }
        return spans
    }

    private static func isNumber(_ word: Substring) -> Bool {
        let digits = word.drop { $0 == "-" || $0 == "+" }
        return digits.first.map { $0.isASCII && $0.isNumber } ?? false
            && digits.allSatisfy { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
    }
}
