import FasciaDocument

/// What a screen reader says about one node. Its parts are in the order of Orca and VoiceOver: what changes comes after what
/// stays.
struct Announcement {
    var name = ""
    var role = ""
    var value = ""
    var states: [String] = []
    var hint = ""

    /// One line, without empty parts.
    var text: String {
        ([name, role, value] + states + [hint]).map(\.onOneLine).filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

extension String {
    /// Without line breaks and other control characters, and with single blanks.
    fileprivate var onOneLine: String {
        unicodeScalars.split { $0.properties.isWhitespace || !Printable.isPrintable($0) }
            .map { String($0) }.joined(separator: " ")
    }

    /// With the sign of a percentage in words.
    var spoken: String {
        var parts = split(separator: "%", omittingEmptySubsequences: false).map(String.init)
        for index in parts.indices.dropLast() {
            let number = parts[index].last == " " ? String(parts[index].dropLast()) : parts[index]
            parts[index] = number.last?.isNumber == true ? number + " percent" : parts[index] + "%"
        }
        return parts.joined()
    }
}
