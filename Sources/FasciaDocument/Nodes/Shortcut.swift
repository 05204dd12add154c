/// Keys that activate a control wherever the focus is.
package enum Shortcut {
    /// The name of a key. The keys that always leave the terminal are refused.
    static let schema = Schema<String>.string.checked { key throws(Mismatch) in
        if key.isEmpty { throw Mismatch(expected: "the name of a key, such as ctrl+s", found: "an empty string") }
        if key == "ctrl+c" || key == "ctrl+z" {
            throw Mismatch(expected: "another key: this one always leaves the terminal", found: "\"\(key)\"")
        }
    }
}
