import FasciaDocument
import FasciaMatching
import enum FasciaModel.Suggestion
import FasciaYAML

/// Compares a file with the tables of keys, and collects everything that is wrong.
struct Validation {
    private(set) var problems: [Problem] = []
    /// More than this help nobody.
    private static let mostProblems = 100

    mutating func check(_ source: Source, _ shape: ValueShape) {
        guard problems.count <= Validation.mostProblems else { return }
        switch shape {
        case .json: break
        case .text: checkText(source)
        case .bool: expect(source.bool != nil, source, "true or false")
        case .integer(let least, nil):
            expect(source.integer.map { $0 >= least } ?? false, source, "an integer of at least \(least)")
        case .integer(let least, let most?):
            expect(source.integer.map { (least...most).contains($0) } ?? false, source, "an integer from \(least) to \(most)")
        case .number: expect(source.number != nil, source, "a number")
        case .duration:
            expect(source.duration != nil, source, "a time such as 500ms, 60s, 5m or 2h")
            if let number = source.number, number > 0 {
                problems.append(
                    Problem(
                        .warning, at: source.position,
                        "write \(source.text ?? "")s or \(source.text ?? "")m: a time without a unit counts seconds"))
            }
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
            guard let entries = source.entries else {
                let name = source.list?.first?.entries?.first?.key
                return add(
                    source, "expected a mapping from names, found \(source.found)",
                    name.map { ": write \"\($0):\" without the \"-\" before it" } ?? "")
            }
            for entry in entries where !(entry.value.isNull && element == .keys(.option)) { check(entry.value, element) }
        case .keys(let name): checkKeys(source, name)
        case .item: checkItem(source)
        case .either(let shapes): checkEither(source, shapes)
        }
    }

    private mutating func expect(_ holds: Bool, _ source: Source, _ what: String) {
        if !holds { add(source, "expected \(what), found \(source.found)") }
    }

    /// Whether so much is wrong that the rest is not checked.
    private mutating func isFull(at position: Position) -> Bool {
        if problems.count == Validation.mostProblems {
            problems.append(Problem(at: position, "there are more problems from here on"))
        }
        return problems.count > Validation.mostProblems
    }

    private mutating func add(_ source: Source, _ message: String, _ hint: String = "") {
        problems.append(Problem(at: source.position, message + hint))
    }

    private func hint(_ word: String?, _ words: [String]) -> String {
        word.flatMap { Suggestion.nearest(to: $0, among: words) }.map { ": did you mean \"\($0)\"?" } ?? ""
    }

    private mutating func checkText(_ source: Source) {
        // {value} without quotes is a mapping.
        if let entries = source.entries, entries.count == 1, entries[0].value.isNull {
            return add(source, "put it into quotes: \"{\(entries[0].key)}\": without them it is a mapping")
        }
        if source.isNull, let comment = source.comment {
            return add(source, "put the text into quotes: without them \(comment) begins a comment")
        }
        expect(source.text != nil, source, "a text")
    }

    private mutating func checkList(_ source: Source, _ element: ValueShape) {
        guard let list = source.list else { return expect(false, source, "a list") }
        for item in list {
            guard !isFull(at: item.position) else { return }
            check(item, element)
        }
    }

    private mutating func checkRange(_ source: Source) {
        let numbers = source.list?.compactMap(\.number) ?? []
        if numbers.count == 2, source.list?.count == 2, numbers[0] > numbers[1], let list = source.list {
            return add(source, "write the lowest number first: [\(list[1].text ?? ""), \(list[0].text ?? "")]")
        }
        expect(numbers.count == 2 && source.list?.count == 2 && numbers[0] <= numbers[1], source, "two numbers, such as [0, 100]")
    }

    private mutating func checkInterval(_ source: Source) {
        guard let every = source.duration, every < .milliseconds(20) else { return }
        add(source, "expected at least 20ms, such as 5s, found \(source.found): the command would run without a pause")
    }

    private mutating func checkPattern(_ source: Source) {
        guard let text = source.text else { return expect(false, source, "a regular expression") }
        do throws(Pattern.Failure) { _ = try Pattern(text) } catch {
            add(source, "expected a regular expression, found \(source.found): \(error.message)")
        }
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

    private mutating func checkEither(_ source: Source, _ shapes: [ValueShape]) {
        let fitting = shapes.first { shape in
            switch (shape, source.content) {
            case (.list, .list), (.keys, .mapping), (.named, .mapping): true
            case (.text, .scalar), (.oneOf, .scalar): !source.isNull
            default: false
            }
        }
        if let fitting { return check(source, fitting) }
        guard shapes != [.list(.text), .keys(.shell)] else {
            if let text = source.text, let sign = ["&&", "||", "|", ";", ">", "<", "$(", "`"].first(where: text.contains) {
                return add(source, "use shell: {shell: \(JSON.string(text).line)}: only a shell knows \(sign)")
            }
            if let first = source.text?.prefix(while: { $0 != " " }), ScriptText.ofShell.contains(String(first)) {
                return add(source, "use shell: {shell: \"\(first) … && …\"}: only a shell knows \(first)")
            }
            let words = source.text?.split(separator: " ").map { word in
                // YAML would read other words otherwise.
                word.wholeMatch(of: /[A-Za-z0-9_.\/=+-]+/) == nil ? JSON.string(String(word)).line : String(word)
            }.joined(separator: ", ")
            return add(
                source, "expected a command as a list, such as [systemctl, reboot], found \(source.found)",
                words.map { ": did you mean [\($0)]?" } ?? "")
        }
        expect(false, source, shapes.map(Validation.words).joined(separator: " or "))
    }

    private static func words(_ shape: ValueShape) -> String {
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
        if let entry = entries.first(where: { $0.key.hasPrefix("-") || name == .screen && Validation.isItem($0.key) }) {
            let word = entry.key.drop { $0 == "-" }
            problems.append(
                Problem(
                    at: entry.keyPosition, "write \"- \(word): …\", with \"-\" and a blank before it: an item of a list begins so"
                ))
            return
        }
        for entry in entries {
            guard !isFull(at: entry.keyPosition) else { return }
            if let key = table[entry.key] {
                if key.shape == .command, entry.value.bool != nil {
                    add(
                        entry.value,
                        "\(key.name) is the command that \(Validation.purpose(key.name)), such as [systemctl, start, nginx]: "
                            + "expected a list, found \(entry.value.found)")
                    continue
                }
                if key.shape == .command, let inner = entry.value.entries, inner.count == 1, inner[0].value.isNull {
                    add(
                        entry.value,
                        "write a list, with \"{\(inner[0].key)}\" in quotes as one of its arguments: "
                            + "[program, \"{\(inner[0].key)}\"]")
                    continue
                }
                // A kind without a value, such as "divider:", is complete.
                if !(entry.value.isNull && key.shape == .json) { check(entry.value, key.shape) }
                if key.name == "every" { checkInterval(entry.value) }
                if key.name == "timeout", entry.value.duration == .zero {
                    add(entry.value, "expected more than 0s, such as 30s: nothing would end in time")
                }
            } else if let remedy = Validation.remedy(for: entry.key, in: table) {
                problems.append(Problem(at: entry.keyPosition, remedy))
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
        checkEmpty(source)
    }

    /// What must not be empty: nobody could read or type it.
    private mutating func checkEmpty(_ source: Source) {
        for (key, what) in [("button", "what the button says"), ("type", "a word")] where source[key]?.text == "" {
            if let text = source[key] { add(text, "expected \(what), found an empty text") }
        }
        for key in ["run", "on", "off", "set", "status", "from", "follow"] {
            guard let program = source[key]?.list?.first, program.text == "" else { continue }
            add(program, "expected a program, found an empty text")
        }
        if let step = source["step"], let number = step.number, number <= 0 {
            add(step, "expected a step of more than 0, found \(step.found)")
        }
    }

    /// What a command does that belongs to a key.
    private static func purpose(_ key: String) -> String {
        switch key {
        case "on": "turns it on"
        case "off": "turns it off"
        case "status": "tells the state"
        case "set": "sets it"
        case "from": "prints it"
        default: "runs"
        }
    }

    /// What to write instead of a key that people expect.
    private static func remedy(for key: String, in table: KeyTable) -> String? {
        if key == "<<" { return "write the keys out: << is no key here, and nothing is merged" }
        let commands = table.keys.filter { $0.shape == .command }.map(\.name)
        if key == "shell", let first = commands.first {
            return "write \(first): {shell: …}: shell is a way to write a command"
        }
        let others: [String: [String]] = [
            "command": ["run", "set", "from", "follow"], "cmd": ["run", "set", "from", "follow"],
            "exec": ["run", "set", "follow"],
            "name": ["title", "label"], "label": ["title"], "options": ["choices"], "values": ["choices"],
            "interval": ["every"], "refresh": ["every"], "min": ["range"], "max": ["range"], "default": ["initial"],
            "regex": ["pattern"], "visible": ["shown"], "if": ["shown"], "when": ["shown"], "type": ["kind"],
            "toggle": ["switch"], "description": ["title", "footer"], "password": ["secret"], "service": ["unit"],
            "fields": ["ask"], "form": ["ask"], "input": ["ask"], "inputs": ["ask"], "prompt": ["ask"], "questions": ["ask"],
            "parameters": ["ask"],
        ]
        guard let other = others[key]?.first(where: { table[$0] != nil }), table[key] == nil else { return nil }
        return "write \(other) instead of \(key)"
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
        case .picker:
            if let choices = source["choices"], choices.list?.isEmpty ?? false {
                add(choices, "expected at least one choice, or {from: COMMAND}, found an empty list")
            }
        case .button:
            if let confirm = source["confirm"], confirm.bool != nil {
                add(confirm, "confirm is the question, such as \"Reboot now?\": found \(confirm.found)")
            }
            if let ask = source["ask"], !has("run") { add(ask, "ask is for run, whose command gets the answers") }
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
        if let every = source["every"], [.switch, .option, .value, .picker].contains(name),
            !["status", "unit", "from"].contains(where: has)
        {
            problems.append(Problem(.warning, at: every.position, "every says when the state is read, and status is missing"))
        }
        if has("because"), !has("enabled") { add(source, "\"because\" says why \"enabled\" does not hold, and that is missing") }
    }

    private static func isItem(_ key: String) -> Bool { KeyTable.Name.items.contains { $0.rawValue == key } }

    private mutating func checkItem(_ source: Source) {
        guard let entries = source.entries else {
            if let text = source.text, !text.contains(": "), let colon = text.firstIndex(of: ":"),
                Validation.isItem(String(text[..<colon]))
            {
                return add(source, "write a blank after \"\(text[...colon])\": without it this is a text")
            }
            if let text = source.text, Validation.isItem(text) {
                return text == "divider" ? () : add(source, "expected \"\(text): …\", found \(source.found)")
            }
            return expect(false, source, "an item, such as \"text: Hello\"")
        }
        let kinds = entries.filter { Validation.isItem($0.key) }
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
