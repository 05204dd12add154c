/// The arguments of dialog(1): common options, then a box with its own arguments.
struct DialogArguments {
    private var flags: Set<String> = []
    private var values: [String: String] = [:]
    private var box: String?
    private var words: [String] = []

    private static let flagNames: Set = [
        "ascii-lines", "beep", "beep-after", "clear", "colors", "cr-wrap", "cursor-off-label", "defaultno", "erase-on-exit",
        "extra-button", "help-button", "help-status", "help-tags", "ignore", "insecure", "item-help", "keep-tite",
        "keep-window", "last-key", "no-cancel", "nocancel", "no-collapse", "no-hot-list", "no-items", "no-kill", "no-label-kill",
        "no-lines", "no-mouse", "no-nl-expand", "no-ok", "nook", "no-shadow", "no-tags", "quoted", "reorder", "scrollbar",
        "separate-output", "shadow", "single-quoted", "size-err", "stderr", "stdout", "tab-correct", "trim", "visit-items",
        "under-mouse", "print-size", "iso-week", "nocollapse", "notags", "noitem",
    ]
    private static let valueNames: Set = [
        "aspect", "backtitle", "cancel-label", "column-separator", "date-format", "default-button", "default-item",
        "exit-label", "extra-label", "help-label", "hline", "hfile", "input-fd", "max-input", "no-label", "ok-label",
        "output-fd", "output-separator", "separate-widget", "separator", "sleep", "tab-len", "time-format", "timeout", "title",
        "trace", "week-start", "yes-label", "cancel-button", "ok-button", "yes-button", "no-button",
    ]
    private static let boxes: Set = [
        "yesno", "msgbox", "infobox", "inputbox", "passwordbox", "menu", "checklist", "radiolist", "textbox", "gauge", "form",
        "mixedform", "passwordform", "editbox", "pause",
    ]
    /// Boxes of dialog that there are not here.
    private static let missing: Set = [
        "buildlist", "calendar", "dselect", "fselect", "inputmenu", "mixedgauge", "prgbox", "programbox", "progressbox",
        "rangebox", "tailbox", "tailboxbg", "timebox", "treeview",
    ]

    static let help = """
        Usage: dialog <options> { --and-widget <options> }
        where options are "common" options, followed by "box" options

        Box options that fascia supports:
          --checklist    <text> <height> <width> <list height> <tag1> <item1> <status1>...
          --editbox      <file> <height> <width>
          --form         <text> <height> <width> <form height> <label1> <l_y1> <l_x1> <item1> <i_y1> <i_x1> <flen1> <ilen1>...
          --gauge        <text> <height> <width> [<percent>]
          --infobox      <text> <height> <width>
          --inputbox     <text> <height> <width> [<init>]
          --menu         <text> <height> <width> <menu height> <tag1> <item1>...
          --mixedform    <text> <height> <width> <form height> <label1> <l_y1> <l_x1> <item1> <i_y1> <i_x1> <flen1> <ilen1> <itype>...
          --msgbox       <text> <height> <width>
          --passwordbox  <text> <height> <width> [<init>]
          --passwordform <text> <height> <width> <form height> <label1> <l_y1> <l_x1> <item1> <i_y1> <i_x1> <flen1> <ilen1>...
          --pause        <text> <height> <width> <seconds>
          --radiolist    <text> <height> <width> <list height> <tag1> <item1> <status1>...
          --textbox      <file> <height> <width>
          --yesno        <text> <height> <width>


        """

    private static func failure(_ message: String) -> DialogExit {
        .fails("\n\(message)\nUse --help to list options.\n\n\n", status: 255)
    }

    /// What a single argument can be; any other one prints the help.
    private static let alone: Set = ["--help", "--version", "--print-version", "--print-maxsize"]

    init(_ arguments: [String], version: String, size: (columns: Int, rows: Int)) throws(DialogExit) {
        // Scripts end with it.
        if arguments == ["--clear"] { throw .prints("\u{1B}[H\u{1B}[2J") }
        if arguments.count == 1, !Self.alone.contains(arguments[0]) { throw .prints(Self.help) }
        var rest = arguments[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--"), word.count > 2 else {
                if word == "--" { continue }
                throw Self.failure("Expected a box option, not \(word).")
            }
            let name = String(word.dropFirst(2))
            if Self.flagNames.contains(name) {
                flags.insert(name)
            } else if Self.valueNames.contains(name) {
                guard let value = rest.popFirst() else { throw Self.failure("Expected an argument of \(word).") }
                values[name] = value
            } else if Self.boxes.contains(name) {
                box = name
                while let next = rest.first, next == "--" || !Self.isOption(next) {
                    rest.removeFirst()
                    if next == "--" {
                        words += rest
                        rest = []
                    } else {
                        words.append(next)
                    }
                }
                if rest.first == "--and-widget" {
                    throw Self.failure("Only one widget can be shown: call dialog again instead of --and-widget.")
                }
            } else if Self.missing.contains(name) {
                throw Self.failure("fascia has no \(word).")
            } else {
                switch name {
                case "begin": rest = rest.dropFirst(2)
                case "help": throw .prints(Self.help)
                case "version", "print-version": throw .prints("Version: \(version) (fascia)\n")
                case "print-maxsize": throw .fails("MaxSize: \(size.rows), \(size.columns)\n", status: 0)
                default: throw Self.failure("Unknown option \(word).")
                }
            }
        }
    }

    private static func isOption(_ word: String) -> Bool {
        guard word.hasPrefix("--") else { return false }
        let name = String(word.dropFirst(2))
        return flagNames.contains(name) || valueNames.contains(name) || boxes.contains(name) || missing.contains(name)
            || ["begin", "and-widget", "help", "version"].contains(name)
    }

    private func has(_ names: String...) -> Bool { !flags.isDisjoint(with: names) }
    private func value(_ names: String...) -> String? { names.lazy.compactMap { values[$0] }.first }

    func dialogBox(read: (String) throws(DialogExit) -> String) throws(DialogExit) -> DialogBox {
        guard let box else { throw .prints(Self.help) }
        let least =
            ["menu", "checklist", "radiolist"].contains(box)
            ? 5 : ["form", "mixedform", "passwordform", "pause"].contains(box) ? 4 : 3
        guard words.count >= least else {
            throw Self.failure("Expected at least \(least + 1) tokens for --\(box), have \(words.count + 1).")
        }
        let most = [
            "yesno": 3, "msgbox": 3, "infobox": 3, "textbox": 3, "inputbox": 4, "passwordbox": 4, "gauge": 4, "editbox": 3,
            "pause": 4,
        ]
        if let most = most[box], words.count > most {
            throw Self.failure("Expected no more than \(most + 1) tokens for --\(box), have \(words.count + 1).")
        }
        for (index, word) in words[1...2].enumerated() where DialogText.number(word) == nil {
            throw Self.failure("Expected a number for token \(index + 3) of --\(box).")
        }
        var request = DialogBox(.dialog, Question(.message, text: text(words[0])))
        try fillOutput(&request)
        request.question.keys = .dialog
        request.question.title = values["title"] ?? ""
        request.question.backdrop = values["backtitle"] ?? ""
        try fill(&request, box, Array(words.dropFirst(3)), read)
        try fillDefaultButton(&request.question)
        return request
    }

    private func text(_ text: String) -> String {
        let lines = has("no-nl-expand") ? text : DialogText.lines(text)
        return has("colors") ? DialogText.withoutColors(lines) : lines
    }

    private static func text(of file: String, _ read: (String) throws(DialogExit) -> String) throws(DialogExit) -> String {
        do throws(DialogExit) { return try read(file) } catch {
            throw .fails("\nCan't open input file \(file)\n", status: 255)
        }
    }

    private func fillOutput(_ request: inout DialogBox) throws(DialogExit) {
        request.output.isSeparate = has("separate-output")
        request.output.separator = value("output-separator", "separator")
        request.output.quotesOne = has("quoted", "single-quoted")
        request.output.usesSingleQuotes = has("single-quoted")
        request.output.hasHelp = has("item-help") && !has("help-tags")
        if has("stdout") { request.output.descriptor = 1 }
        if let descriptor = values["output-fd"] {
            guard let number = Int32(descriptor) else { throw Self.failure("Expected a number for --output-fd.") }
            request.output.descriptor = number
        }
        if let timeout = values["timeout"] {
            guard let seconds = Double(timeout), seconds >= 0 else { throw Self.failure("Expected a number for --timeout.") }
            request.timeout = seconds > 0 ? min(seconds, Self.longestTime) : nil
        }
    }

    /// In seconds: some decades, with which clocks can calculate.
    private static let longestTime = 1e9

    private func fillDefaultButton(_ question: inout Question) throws(DialogExit) {
        var role: Question.Button.Role? = has("defaultno") ? .cancel : nil
        switch values["default-button"] {
        case nil: break
        case "ok", "yes": role = .ok
        case "cancel", "no": role = .cancel
        case "extra": role = .extra
        case "help": role = .help
        case let other?: throw Self.failure("Unknown button \(other).")
        }
        if let role, let index = question.buttons.firstIndex(where: { $0.role == role }) { question.defaultButton = index }
    }

    // MARK: - Boxes

    private func buttons(_ ok: String, _ cancel: String?) -> [Question.Button] {
        var buttons: [Question.Button] = has("no-ok", "nook") ? [] : [.init(.ok, ok)]
        if has("extra-button") { buttons.append(.init(.extra, values["extra-label"] ?? "Extra")) }
        if let cancel, !has("no-cancel", "nocancel") { buttons.append(.init(.cancel, cancel)) }
        if has("help-button") { buttons.append(.init(.help, values["help-label"] ?? "Help")) }
        return buttons
    }

    private var usualButtons: [Question.Button] {
        buttons(value("ok-label", "ok-button") ?? "OK", value("cancel-label", "cancel-button") ?? "Cancel")
    }

    private func fill(
        _ request: inout DialogBox, _ box: String, _ extra: [String], _ read: (String) throws(DialogExit) -> String
    ) throws(DialogExit) {
        request.question.buttons = usualButtons
        switch box {
        case "yesno":
            request.question.kind = .confirm
            request.question.buttons = buttons(value("yes-label", "yes-button") ?? "Yes", value("no-label", "no-button") ?? "No")
        case "msgbox": request.question.buttons = buttons(value("ok-label", "ok-button") ?? "OK", nil)
        case "infobox":
            request.question.buttons = []
            request.isInfo = true
        case "textbox":
            request.question.kind = .pager
            request.question.text = try Self.text(of: words[0], read)
            request.question.buttons = buttons(value("exit-label") ?? "EXIT", nil)
        case "inputbox", "passwordbox":
            var field = QuestionField("", kind: box == "inputbox" ? .text : .secret, value: extra.first ?? "")
            field.limit = values["max-input"].flatMap(DialogText.number).flatMap { $0 > 0 ? $0 : nil }
            request.question.kind = .input(field)
            request.format = .text
        case "editbox":
            request.question.kind = .write(QuestionField("", value: try Self.text(of: words[0], read)))
            request.question.text = ""
            request.format = .text
        case "gauge":
            request.question.kind = .gauge(extra.first.flatMap(DialogText.number) ?? 0)
            request.question.buttons = []
        case "pause":
            guard let seconds = extra.first.flatMap({ Double($0) }), !seconds.isNaN else {
                throw Self.failure("Expected a number for token 5 of --pause.")
            }
            if request.question.buttons.contains(where: { $0.role == .cancel }) { request.question.kind = .confirm }
            request.timeout = min(max(0, seconds), Self.longestTime)
            request.endsByItself = true
        case "form", "mixedform", "passwordform": try fillForm(&request, box, extra)
        default: try fillList(&request, box, extra)
        }
    }

    private func fillList(_ request: inout DialogBox, _ box: String, _ extra: [String]) throws(DialogExit) {
        guard extra.first.flatMap(DialogText.number) != nil else {
            throw Self.failure("Expected a number for token 5 of --\(box).")
        }
        let hasStatus = box != "menu"
        let hasItem = !has("no-items", "noitem")
        let size = 1 + (hasItem ? 1 : 0) + (hasStatus ? 1 : 0) + (has("item-help") ? 1 : 0)
        let words = Array(extra.dropFirst())
        guard words.count % size == 0 else {
            throw Self.failure("Expected \(size) arguments, found only \(words.count % size).")
        }
        var choices = Choices([], box == "menu" ? .focused : box == "radiolist" ? .marked : .several(limit: nil))
        for start in stride(from: 0, to: words.count, by: size) {
            let tag = words[start]
            let item = hasItem ? text(words[start + 1]) : ""
            let help = has("item-help") ? words[start + size - 1] : ""
            let hidesTag = has("no-tags", "notags") && hasItem
            choices.options.append(.init(tag, label: item, tag: hidesTag ? "" : tag, help: help))
            if hasStatus, DialogText.isOn(words[start + (hasItem ? 2 : 1)], .dialog) {
                choices.marked.append(choices.options.count - 1)
            }
        }
        // Of several radio buttons that are on, the first one counts.
        if box == "radiolist" { choices.marked = Array(choices.marked.prefix(1)) }
        if let item = values["default-item"] { choices.current = choices.options.firstIndex { $0.value == item } ?? 0 }
        choices.ignoresLetters = has("no-hot-list")
        request.question.kind = .choose(choices)
        request.format = box == "checklist" ? .values : .value
    }

    private func fillForm(_ request: inout DialogBox, _ box: String, _ extra: [String]) throws(DialogExit) {
        guard extra.first.flatMap(DialogText.number) != nil else {
            throw Self.failure("Expected a number for token 5 of --\(box).")
        }
        let size = 8 + (box == "mixedform" ? 1 : 0) + (has("item-help") ? 1 : 0)
        let words = Array(extra.dropFirst())
        guard !words.isEmpty, words.count % size == 0 else {
            throw Self.failure("Expected \(size) arguments, found only \(words.count % size).")
        }
        var fields: [QuestionField] = []
        for start in stride(from: 0, to: words.count, by: size) {
            let row = Array(words[start..<start + size])
            let numbers = [row[1], row[2], row[4], row[5], row[6], row[7]].compactMap(DialogText.number)
            guard numbers.count == 6 else { throw Self.failure("Expected numbers for the places of \(row[0]).") }
            let type = box == "mixedform" ? DialogText.number(row[8]) ?? 0 : box == "passwordform" ? 1 : 0
            // A field of no or a negative width cannot be edited.
            let kind: QuestionField.Kind = numbers[4] <= 0 || type & 2 != 0 ? .fixed : type & 1 != 0 ? .secret : .text
            if numbers[4] <= 0 { request.unwritten.insert(fields.count) }
            fields.append(QuestionField("\(fields.count)", label: row[0], kind: kind, value: row[3]))
        }
        request.question.kind = .form(fields)
        request.format = .lines
    }
}
