import FasciaDocument
import enum FasciaModel.Suggestion

/// Compares a file with the tables of keys, and collects everything that is wrong.
struct Validation {
    var problems: [Problem] = []

    mutating func check(_ source: Source, _ shape: Shape) {
        switch shape {
        case .json: break
        case .text: expect(source.text != nil, source, "a text")
        case .bool: expect(source.bool != nil, source, "true or false")
        case .integer(let least): expect(source.integer.map { $0 >= least } ?? false, source, "an integer of at least \(least)")
        case .number: expect(source.number != nil, source, "a number")
        case .duration: expect(source.duration != nil, source, "a time such as 500ms, 60s, 5m or 2h")
        case .pattern: checkPattern(source)
        case .condition: checkCondition(source)
        case .theme: checkTheme(source)
        case .range: checkRange(source)
        case .oneOf(let words):
            guard let text = source.text, words.contains(text) else {
                return add(
                    source, "expected one of \(words.joined(separator: ", ")), found \(source.found)", hint(source.text, words))
            }
        case .list(let element): checkList(source, element)
        case .named(let element):
            guard let entries = source.entries else { return expect(false, source, "a mapping from names") }
            for entry in entries where !(entry.value.isNull && element == .keys(.option)) { check(entry.value, element) }
        case .keys(let name): checkKeys(source, name)
        case .item: checkItem(source)
        case .either(let shapes): checkEither(source, shapes)
        }
    }

    private mutating func expect(_ holds: Bool, _ source: Source, _ what: String) {
        if !holds { add(source, "expected \(what), found \(source.found)") }
    }

    private mutating func add(_ source: Source, _ message: String, _ hint: String = "") {
        problems.append(Problem(at: source.position, message + hint))
    }

    private func hint(_ word: String?, _ words: [String]) -> String {
        word.flatMap { Suggestion.nearest(to: $0, among: words) }.map { ": did you mean \"\($0)\"?" } ?? ""
    }

    private mutating func checkList(_ source: Source, _ element: Shape) {
        guard let list = source.list else { return expect(false, source, "a list") }
        for item in list { check(item, element) }
    }

    private mutating func checkRange(_ source: Source) {
        let numbers = source.list?.compactMap(\.number) ?? []
        expect(numbers.count == 2 && source.list?.count == 2 && numbers[0] <= numbers[1], source, "two numbers, such as [0, 100]")
    }

    private mutating func checkPattern(_ source: Source) {
        guard let text = source.text else { return expect(false, source, "a regular expression") }
        do { _ = try Regex(text) } catch { add(source, "expected a regular expression, found \(source.found): \(error)") }
    }

    private mutating func checkCondition(_ source: Source) {
        do throws(ConditionText.Refusal) {
            guard let text = source.text else { return expect(false, source, "a condition such as option:ID or value:KEY > 3") }
            _ = try ConditionText.parse(text)
        } catch {
            add(source, error.message)
        }
    }

    private mutating func checkTheme(_ source: Source) {
        do throws(Mismatch) { _ = try ThemeContent.schema.read(source.json) } catch {
            add(source[String(error.pointer.dropFirst())] ?? source, "expected \(error.expected), found \(error.found)")
        }
    }

    private mutating func checkEither(_ source: Source, _ shapes: [Shape]) {
        let fitting = shapes.first { shape in
            switch (shape, source.content) {
            case (.list, .list), (.keys, .mapping), (.named, .mapping): true
            case (.text, .scalar), (.oneOf, .scalar): !source.isNull
            default: false
            }
        }
        if let fitting { return check(source, fitting) }
        guard shapes != [.list(.text), .keys(.shell)] else {
            let words = source.text?.split(separator: " ").joined(separator: ", ")
            return add(
                source, "expected a command as a list, such as [systemctl, reboot], found \(source.found)",
                words.map { ": did you mean [\($0)]?" } ?? "")
        }
        expect(false, source, shapes.map(Validation.words).joined(separator: " or "))
    }

    private static func words(_ shape: Shape) -> String {
        switch shape {
        case .text: "a text"
        case .list: "a list"
        case .keys(let name): "a mapping with \(KeyTable[name].keys.map(\.name).joined(separator: ", "))"
        case .oneOf(let words): "one of \(words.joined(separator: ", "))"
        default: "a mapping"
        }
    }

    private mutating func checkKeys(_ source: Source, _ name: KeyTable.Name) {
        let table = KeyTable[name]
        guard let entries = source.entries else {
            return expect(false, source, "a mapping with \(table.keys.map(\.name).joined(separator: ", "))")
        }
        for entry in entries {
            if let key = table[entry.key] {
                // A kind without a value, such as "divider:", is complete.
                if !(entry.value.isNull && key.shape == .json) { check(entry.value, key.shape) }
            } else {
                let names = table.keys.map(\.name)
                let what = KeyTable.Name.items.contains(name) ? "of a \(name.rawValue)" : "here"
                problems.append(
                    Problem(
                        at: entry.keyPosition,
                        "unknown key \"\(entry.key)\" \(what): expected one of \(names.joined(separator: ", "))"
                            + hint(entry.key, names)))
            }
        }
        for key in table.keys where key.isRequired && source[key.name] == nil {
            add(source, "the key \"\(key.name)\" is missing")
        }
        checkBinding(source, name)
    }

    /// What the shapes cannot say: keys that need or exclude others.
    private mutating func checkBinding(_ source: Source, _ name: KeyTable.Name) {
        func has(_ key: String) -> Bool { source[key] != nil }
        switch name {
        case .switch, .option:
            let commands = ["on", "off", "status"].filter(has)
            if has("unit"), !commands.isEmpty {
                add(source, "expected either unit, or on, off and status, found unit and \(commands.joined(separator: ", "))")
            } else if !commands.isEmpty, !(has("on") && has("off")) {
                add(source, "expected both on and off, found only \(commands.joined(separator: ", "))")
            }
            if has("options"), has("unit") || !commands.isEmpty {
                add(source, "a group of switches has no command of its own: each of its switches has one")
            }
        case .value:
            if has("from"), let other = ["set", "status"].first(where: has) {
                add(source, "expected either from, or set and status, found from and \(other)")
            }
        case .button:
            if has("run") == has("tap") { add(source, "expected either run or tap, found \(has("run") ? "both" : "neither")") }
        case .tap:
            if has("push") == has("method") {
                add(source, "expected either push or method, found \(has("push") ? "both" : "neither")")
            }
        case .log:
            if has("follow") == has("unit") {
                add(source, "expected either follow or unit, found \(has("unit") ? "both" : "neither")")
            }
        case .where:
            if source.entries?.isEmpty ?? true { add(source, "expected command, file or unit, found nothing") }
        default: break
        }
        if has("because"), !has("enabled") { add(source, "\"because\" says why \"enabled\" does not hold, and that is missing") }
    }

    private mutating func checkItem(_ source: Source) {
        guard let entries = source.entries else {
            if let text = source.text, KeyTable.Name.items.contains(where: { $0.rawValue == text }) {
                return text == "divider" ? () : add(source, "expected \"\(text): …\", found \(source.found)")
            }
            return expect(false, source, "an item, such as \"text: Hello\"")
        }
        let kinds = entries.filter { entry in KeyTable.Name.items.contains { $0.rawValue == entry.key } }
        let names = KeyTable.Name.items.map(\.rawValue)
        guard let kind = kinds.first, let name = KeyTable.Name(rawValue: kind.key) else {
            let first = entries.first
            return problems.append(
                Problem(
                    at: first?.keyPosition ?? source.position,
                    "unknown kind of item\(first.map { " \"\($0.key)\"" } ?? ""): expected one of \(names.joined(separator: ", "))"
                        + hint(first?.key, names)))
        }
        if kinds.count > 1 {
            problems.append(
                Problem(
                    at: kinds[1].keyPosition,
                    "an item is one of \(kinds.map(\.key).joined(separator: " and ")), not both: is a \"-\" missing before it?"))
            return
        }
        checkKeys(source, name)
    }
}
