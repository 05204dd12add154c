/// Programs that take an argument for a program of their own, where a value would be run.
enum Interpreters {
    fileprivate struct Known {
        /// The letters of the options whose argument is run, such as `c` for `sh -c`; they may stand in a word with others.
        let letters: String
        /// Such as `--eval`.
        var words: [String] = []
        /// Whether the first argument that is no option is a script, which gets everything after it.
        var takesScript = true
    }

    /// An argument that the program before it would run.
    struct Find: Hashable {
        let program: String
        let option: String
    }

    private static let shell = Known(letters: "c", words: ["--command"])
    private static let user = Known(letters: "c", words: ["--command"], takesScript: false)
    private static let database = Known(letters: "e", words: ["--execute"], takesScript: false)

    private static let known: [String: Known] = {
        var known: [String: Known] = [
            "perl": Known(letters: "eE"), "ruby": Known(letters: "e"), "lua": Known(letters: "e"), "luajit": Known(letters: "e"),
            "node": Known(letters: "ep", words: ["--eval", "--print"]), "php": Known(letters: "rBRE", words: ["--run"]),
            "awk": Known(letters: "e", words: ["--source"]), "sed": Known(letters: "e", words: ["--expression"]),
            "psql": Known(letters: "c", words: ["--command"], takesScript: false), "emacs": Known(letters: "", words: ["--eval"]),
            "python": Known(letters: "c"), "pypy": Known(letters: "c"), "expect": Known(letters: "c"),
            "vim": Known(letters: "c", words: ["--cmd"], takesScript: false),
        ]
        for name in ["sh", "bash", "dash", "ash", "zsh", "ksh", "mksh", "csh", "tcsh", "fish", "rbash"] { known[name] = shell }
        for name in ["su", "runuser", "sg", "script", "flock"] { known[name] = user }
        for name in ["mysql", "mariadb"] { known[name] = database }
        for (name, same) in [("gawk", "awk"), ("gsed", "sed"), ("nodejs", "node"), ("vi", "vim"), ("nvim", "vim")] {
            known[name] = known[same]
        }
        return known
    }()

    /// The options of these whose argument is the next word, and is no script.
    private static let optionsWithArgument: Set<String> = ["-o", "+o", "-O", "+O", "-W", "-X", "-I", "-r", "-f", "-v", "-F"]

    /// Whether a value at the end of these words would be run as a program.
    ///
    /// - Parameters:
    ///   - words: the command up to the value.
    ///   - prefix: the text before the value in its own argument, such as `--eval=`.
    static func running(_ words: [String], prefix: String) -> Find? {
        let last = prefix.isEmpty ? words.last : String(prefix.dropLast())
        guard let last, last.hasPrefix("-"), last != "--" else { return nil }
        let before = prefix.isEmpty ? words.dropLast() : words[...]
        // Behind such as sudo or docker exec there may be one, too.
        for (place, word) in before.enumerated() {
            let name = name(of: word)
            guard let program = known[name] else { continue }
            // What follows is for the script.
            guard !program.takesScript || hasOnlyOptions(before.dropFirst(place + 1)) else { return nil }
            guard program.runs(last) else { continue }
            return Find(program: name, option: last)
        }
        return nil
    }

    /// The name of a program without its directory and its version, such as `python` for `/usr/bin/python3.11`.
    private static func name(of word: String) -> String {
        let name = word.split(separator: "/").last.map(String.init) ?? word
        let plain = String(name.prefix { $0.isLetter })
        let version = name.dropFirst(plain.count)
        return version.allSatisfy { $0.isNumber || $0 == "." } ? plain : name
    }

    private static func hasOnlyOptions(_ words: ArraySlice<String>) -> Bool {
        var rest = words
        while let word = rest.popFirst() {
            guard word.hasPrefix("-") || word.hasPrefix("+"), word != "--" else { return false }
            if optionsWithArgument.contains(word) { rest = rest.dropFirst() }
        }
        return true
    }
}

extension Interpreters.Known {
    fileprivate func runs(_ option: String) -> Bool {
        guard !option.hasPrefix("--") else { return words.contains(option) }
        return option.last.map(letters.contains) ?? false
    }
}
