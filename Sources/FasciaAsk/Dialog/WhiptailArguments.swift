/// The arguments of whiptail(1). Options may stand anywhere before `--`.
struct WhiptailArguments {
    private var box: String?
    private var words: [String] = []
    private var flags: Set<String> = []
    private var values: [String: String] = [:]

    private static let boxes: Set = [
        "msgbox", "yesno", "infobox", "inputbox", "passwordbox", "textbox", "menu", "checklist", "radiolist", "gauge",
    ]
    private static let flagNames: Set = [
        "clear", "defaultno", "fb", "fullbuttons", "nocancel", "noitem", "notags", "separate-output", "scrolltext", "topleft",
    ]
    private static let valueNames: Set = [
        "default-item", "yes-button", "no-button", "ok-button", "cancel-button", "output-fd", "title", "backtitle",
    ]

    static let help = """
        Box options:
        \t--msgbox <text> <height> <width>
        \t--yesno  <text> <height> <width>
        \t--infobox <text> <height> <width>
        \t--inputbox <text> <height> <width> [init]
        \t--passwordbox <text> <height> <width> [init]
        \t--textbox <file> <height> <width>
        \t--menu <text> <height> <width> <listheight> [tag item] ...
        \t--checklist <text> <height> <width> <listheight> [tag item status]...
        \t--radiolist <text> <height> <width> <listheight> [tag item status]...
        \t--gauge <text> <height> <width> <percent>
        Options: (depend on box-option)
        \t--clear\t\t\t\tclear screen on exit
        \t--defaultno\t\t\tdefault no button
        \t--default-item <string>\t\tset default string
        \t--fb, --fullbuttons\t\tuse full buttons
        \t--nocancel\t\t\tno cancel button
        \t--yes-button <text>\t\tset text of yes button
        \t--no-button <text>\t\tset text of no button
        \t--ok-button <text>\t\tset text of ok button
        \t--cancel-button <text>\t\tset text of cancel button
        \t--noitem\t\t\tdon't display items
        \t--notags\t\t\tdon't display tags
        \t--separate-output\t\toutput one line at a time
        \t--output-fd <fd>\t\toutput to fd, not stdout
        \t--title <title>\t\t\tdisplay title
        \t--backtitle <backtitle>\t\tdisplay backtitle
        \t--scrolltext\t\t\tforce vertical scrollbars
        \t--topleft\t\t\tput window in top-left corner
        \t-h, --help\t\t\tprint this message
        \t-v, --version\t\t\tprint version information


        """

    private static let usage = DialogExit.fails(help, status: 255)

    init(_ arguments: [String], version: String) throws(DialogExit) {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("-"), word.count > 1 else {
                words.append(word)
                continue
            }
            if word == "--" {
                words += rest
                break
            }
            if word == "--help" || !word.hasPrefix("--") && word.hasPrefix("-h") { throw .prints(Self.help) }
            if word == "--version" || !word.hasPrefix("--") && word.hasPrefix("-v") {
                throw .prints("whiptail (fascia): \(version)\n")
            }
            let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = word.hasPrefix("--") ? parts.first ?? "" : ""
            if Self.boxes.contains(name) {
                if box != nil { throw Self.usage }
                box = name
            } else if Self.flagNames.contains(name) {
                flags.insert(name)
            } else if Self.valueNames.contains(name) {
                guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
                    throw .fails("\(word): missing argument\n", status: 1)
                }
                values[name] = value
            } else {
                throw .fails("\(word): unknown option\n", status: 1)
            }
        }
    }

    /// - Parameter read: the text of a file.
    func dialogBox(read: (String) throws(DialogExit) -> String) throws(DialogExit) -> DialogBox {
        guard let box, words.count >= 3, DialogText.number(words[1]) != nil, DialogText.number(words[2]) != nil else {
            throw Self.usage
        }
        var request = DialogBox(.whiptail, Question(.message, text: DialogText.lines(words[0])))
        request.output.isSeparate = flags.contains("separate-output")
        if let descriptor = values["output-fd"] {
            guard let number = Int32(descriptor) else { throw Self.usage }
            request.output.descriptor = number
        }
        let extra = Array(words.dropFirst(3))
        switch box {
        case "yesno":
            request.question.kind = .confirm
            request.question.buttons = [
                .init(.ok, values["yes-button"] ?? "Yes"), .init(.cancel, values["no-button"] ?? "No"),
            ]
            if flags.contains("defaultno") { request.question.defaultButton = 1 }
        case "msgbox": request.question.buttons = [ok]
        case "infobox": request.isInfo = true
        case "textbox":
            request.question.kind = .pager
            request.question.text = try read(words[0])
            request.question.buttons = [ok]
        case "inputbox", "passwordbox":
            request.question.kind = .input(QuestionField("", kind: box == "inputbox" ? .text : .secret, value: extra.first ?? ""))
            request.question.buttons = buttons
            request.format = .text
        case "gauge":
            guard let percent = extra.first.flatMap(DialogText.number) else { throw Self.usage }
            request.question.kind = .gauge(percent)
        default: try fillList(&request, box, extra)
        }
        request.question.title = values["title"] ?? ""
        request.question.backdrop = values["backtitle"] ?? ""
        request.question.keys = .whiptail
        // Otherwise the button has the focus, and PgUp and PgDn scroll.
        request.question.beginsInText = flags.contains("scrolltext") && ["msgbox", "yesno", "textbox"].contains(box)
        return request
    }

    private var ok: Question.Button { .init(.ok, values["ok-button"] ?? "Ok") }

    private var buttons: [Question.Button] {
        flags.contains("nocancel") ? [ok] : [ok, .init(.cancel, values["cancel-button"] ?? "Cancel")]
    }

    private func fillList(_ request: inout DialogBox, _ box: String, _ extra: [String]) throws(DialogExit) {
        guard let height = extra.first.flatMap(DialogText.number) else { throw Self.usage }
        let hasStatus = box != "menu"
        let hasItem = !flags.contains("noitem") || !hasStatus
        let size = (hasItem ? 2 : 1) + (hasStatus ? 1 : 0)
        let words = Array(extra.dropFirst())
        guard words.count % size == 0, hasStatus || !words.isEmpty else { throw Self.usage }
        var choices = Choices([], box == "menu" ? .focused : box == "radiolist" ? .marked : .several(limit: nil))
        for start in stride(from: 0, to: words.count, by: size) {
            let tag = words[start]
            let item = hasItem && !flags.contains("noitem") ? DialogText.lines(words[start + 1]) : ""
            if flags.contains("notags") {
                choices.options.append(.init(tag, label: item))
            } else {
                choices.options.append(.init(tag, label: item, tag: tag))
            }
            if hasStatus, DialogText.isOn(words[start + size - 1], .whiptail) { choices.marked.append(choices.options.count - 1) }
        }
        if box == "menu", let item = values["default-item"] {
            choices.current = choices.options.firstIndex { $0.value == item } ?? 0
        }
        // No list has more rows.
        if height > 0 { choices.pageRows = min(height, max(1, choices.options.count)) }
        request.question.kind = .choose(choices)
        request.question.buttons = buttons
        request.format = box == "checklist" ? .values : .value
    }
}
