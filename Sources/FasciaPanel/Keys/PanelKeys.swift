extension KeyTable {
    static subscript(_ name: Name) -> KeyTable { tables[name] ?? KeyTable(summary: "", keys: []) }

    private static let tables: [Name: KeyTable] = [
        .file: KeyTable(
            summary: "A panel file.",
            keys: [
                PanelKey("panel", .text, required: true, "The name of the panel. It is no prefix of ids."),
                PanelKey("title", .text, "What people read; the name by default."),
                PanelKey(
                    "theme", .theme, "The colours: a theme, or {base: nord, accent: '#ff8800'} with those that differ from it."),
                PanelKey("include", .list(.text), "Other panel files, relative to this one, whose screens and rules are added."),
                PanelKey(
                    "screens", .named(.either([.items, .keys(.screen)])), "The screens by their ids; \"home\" is the first one."),
                PanelKey("rules", .list(.keys(.rule)), "Commands that run when something changes."),
                PanelKey("atMost", .integer(atLeast: 1, atMost: 256), "How many commands run at once; 4 by default."),
            ]),
        .screen: KeyTable(
            summary: "A screen. One without a title may be the list of its items.",
            keys: [
                PanelKey("title", .text, "Its title; the id by default."),
                PanelKey("items", .items, required: true, "What it shows, from top to bottom."),
                PanelKey("emits", .list(.text), "Actions that its nodes send to programs."),
                PanelKey("toolbar", .items, "Buttons that stand together below the items."),
            ]),
        .option: KeyTable(
            summary: "A switch in a group, or a group in a group.",
            keys: titled + switchBinding + binding + [
                PanelKey("options", options, "The switches of an inner group."), rules, whereKey,
            ]),
        .choice: KeyTable(
            summary: "A choice with a label.",
            keys: [
                PanelKey("id", .text, required: true, "What commands get."),
                PanelKey("label", .text, "What people read; the id by default."),
            ]),
        .choices: KeyTable(
            summary: "Choices that a command prints, one on each line, or as JSON.",
            keys: [
                PanelKey("from", .command, required: true, "The command."),
                PanelKey("every", .duration, "How often it runs again."),
            ]),
        .field: KeyTable(
            summary: "A value that is asked for before a command runs.",
            keys: [
                PanelKey(
                    "name", .text, required: true,
                    "What stands for the answer in the command: {NAME}, or $FASCIA_NAME in a script."),
                PanelKey("title", .text, "What people read; the name by default."),
                PanelKey("kind", .oneOf(["text", "int", "double", "bool"]), "What it is; text by default."),
                PanelKey("choices", .list(.text), "What can be chosen."), PanelKey("initial", .text, "What it begins with."),
                PanelKey("pattern", .pattern, "What a text must match as a whole."),
                PanelKey("hint", .text, "What the pattern wants, in words for people."),
                PanelKey("required", .bool, "Whether it must not be empty; true by default."),
                PanelKey("secret", .bool, "It appears nowhere. The command reads it from standard input."),
            ]),
        .shell: KeyTable(
            summary: "A script for sh. It gets values only in its environment: FASCIA_VALUE, FASCIA_OLD, FASCIA_ID.",
            keys: [PanelKey("shell", .text, required: true, "The script.")]),
        .match: KeyTable(
            summary: "How the output of a status command is read.",
            keys: [PanelKey("match", .pattern, required: true, "On if the output matches; a value is its first group.")]),
        .revert: KeyTable(
            summary: "Takes a change back unless somebody confirms it.",
            keys: [
                PanelKey("within", .duration, required: true, "The time for the confirmation."),
                PanelKey("run", .command, "Takes the change back, instead of the usual command."),
            ]),
        .where: KeyTable(
            summary: "Omits the item unless this machine has it.",
            keys: [
                PanelKey("command", .text, "A program in PATH."), PanelKey("file", .text, "A file or directory."),
                PanelKey("unit", .text, "A systemd unit."),
            ]),
        .each: KeyTable(
            summary: "Repeats the item for each row that a command prints as JSON.",
            keys: [
                PanelKey("from", .command, required: true, "Prints an array of objects, or of texts, or plain lines."),
                PanelKey(
                    "id", .text, required: true, "The member of a row that tells it from the others; \"line\" of plain lines."),
                PanelKey("every", .duration, "How often it runs again."),
            ]),
        .tap: KeyTable(
            summary: "What the daemon does. Either push, or method and params.",
            keys: [
                PanelKey("push", .text, "Opens this screen."), PanelKey("method", .text, "A method of the protocol."),
                PanelKey("params", .json, "Its parameters."),
            ]),
        .column: KeyTable(
            summary: "A column of a table.",
            keys: [
                PanelKey("key", .text, required: true, "The member of a row; of plain lines the number of the word, from 1."),
                PanelKey("title", .text, "Its title; the key by default."),
                PanelKey("alignment", .oneOf(["leading", "center", "trailing"]), "Where its cells stand; leading by default."),
                PanelKey("weight", .number, "Its part of the width, compared with the other columns; 1 by default."),
            ]),
        .format: KeyTable(
            summary: "How a number is written.",
            keys: [
                PanelKey("kind", .oneOf(formats), "The kind; number by default."),
                PanelKey("digits", .integer(atLeast: 0), "The number of decimals."),
                PanelKey("unit", .text, "The unit after it, such as °C."),
            ]),
        .rule: KeyTable(
            summary: "Runs a command when something changes.",
            keys: [
                PanelKey(
                    "on", .either([.text, .list(.text)]), required: true, "What has to change, such as option:services/**."),
                PanelKey("run", .command, required: true, "The command."),
                PanelKey(
                    "mode", .oneOf(["queue", "single", "restart", "parallel"]),
                    "What happens while it still runs; queue by default."),
                PanelKey("debounce", .duration, "Waits until nothing has changed for this time."),
            ]),
        .groupRules: KeyTable(
            summary: "What holds among the switches of a group. They are named as they are in it.",
            keys: [
                PanelKey("exclusive", .bool, "At most one of them is on, like radio buttons, and the last one stays on."),
                PanelKey("max", .integer(atLeast: 0), "How many of them are on at most."),
                PanelKey("requires", .named(.list(.text)), "Those that have to be on when one is, by that one."),
                PanelKey("excludes", .list(.list(.text)), "Sets of which at most one is on."),
            ]),

        .switch: item(
            "A switch.", PanelKey("switch", .text, required: true, "Its id, GROUP/NAME."),
            titled + [icon] + switchBinding + binding),
        .group: item(
            "A switch for a group, and one for each of its options.", PanelKey("group", .text, required: true, "Its id."),
            titled + [
                PanelKey("options", options, "Its switches by their names."),
                rules,
            ]),
        .picker: item(
            "A choice.", PanelKey("picker", .text, required: true, "Its id, PICKER/COMPONENT."),
            titled + [
                PanelKey(
                    "choices", .either([.list(.either([.text, .keys(.choice)])), .keys(.choices)]),
                    "What can be chosen, or the command that prints it."),
                PanelKey("initial", .text, "The choice that is selected at first; none by default."),
                PanelKey("style", .oneOf(["automatic", "inline", "segmented", "menu", "wheel"]), "How it looks."), icon,
            ] + valueBinding + binding),
        .value: item(
            "A value that people can change, or one that is only shown.", PanelKey("value", .text, required: true, "Its key."),
            titled + [
                PanelKey("kind", .oneOf(["text", "int", "double", "bool"]), "What it is; text by default."),
                PanelKey("range", .range, "The lowest and the highest number."),
                PanelKey("step", .number, "What one press adds."),
                PanelKey("pattern", .pattern, "What a text must match as a whole."),
                PanelKey("hint", .text, "What the pattern wants, in words for people, such as: letters and spaces."),
                PanelKey("initial", .json, "What it begins with, unless status tells that."),
                PanelKey("required", .bool, "Whether it must not be empty; true by default."),
                PanelKey(
                    "secret", .bool,
                    "It appears in no event, journal, argument and environment. Commands read it from standard input."),
                PanelKey("from", .command, "Prints it. People only read it; every is 10 s by default."), formatKey, icon,
            ] + valueBinding + binding),
        .button: item(
            "A button that runs a command, or calls a method.",
            PanelKey("button", .text, required: true, "What it says."),
            [
                PanelKey("run", .command, "The command. Its output is shown while it runs."),
                PanelKey("tap", .keys(.tap), "What the daemon does instead of a command."),
                PanelKey("ask", .list(.keys(.field)), "What is asked before it runs; the answers are members for the command."),
                PanelKey("confirm", .text, "A question before it runs."),
                PanelKey("type", .text, "The word that has to be typed before it runs."),
                PanelKey(
                    "reason", .oneOf(["required"]), "The user must give a reason. The command reads it from FASCIA_REASON."),
                PanelKey(
                    "requires", .either([.text, .list(.text)]),
                    "The values and pickers that must be filled before it runs."),
                PanelKey("role", .oneOf(["destructive", "cancel"]), "How serious it is."), icon,
                PanelKey("timeout", .duration, "The maximum time that the command takes; no limit by default."),
                PanelKey("lock", .text, "Commands with the same lock wait for each other."),
            ]),
        .link: item(
            "Opens a screen.", PanelKey("link", .text, required: true, "The id of the screen."),
            [
                PanelKey("title", .text, "What it says; the title of the screen by default."),
                PanelKey("shows", .text, "The id of a switch, group, picker or value whose state stands at its right."), icon,
            ]),
        .text: item("A text.", PanelKey("text", .text, required: true, "What it says."), []),
        .section: item(
            "Items with a title.", PanelKey("section", .text, required: true, "The title."),
            [
                PanelKey("items", .items, required: true, "The items."), PanelKey("footer", .text, "An explanation below them."),
            ]),
        .divider: item("A line.", PanelKey("divider", .json, required: true, "Nothing."), []),
        .gauge: item(
            "A number between two bounds, as a bar.", PanelKey("gauge", .text, required: true, "The key of its value."), reading),
        .progress: item(
            "How much is done, from 0 to 100 or to the end of its range.",
            PanelKey("progress", .text, required: true, "The key of its value."), reading),
        .sparkline: item(
            "The latest numbers, as a curve in one row.", PanelKey("sparkline", .text, required: true, "The key of its value."),
            reading),
        .chart: item(
            "The latest numbers, as a curve over time.", PanelKey("chart", .text, required: true, "The key of its value."),
            reading + [PanelKey("rows", .integer(atLeast: 1), "Its height in rows; 5 by default.")]),
        .log: item(
            "The last lines of a command that goes on, or of a unit's journal.",
            PanelKey("log", .text, required: true, "The id of the log."),
            [
                PanelKey("follow", .command, "The command, such as [tail, -F, /var/log/syslog]."),
                PanelKey("unit", .text, "The systemd unit."),
                PanelKey("rows", .integer(atLeast: 1), "Its height in rows; a log that is alone takes the whole screen."),
            ]),
        .table: item(
            "The rows that a command prints.", PanelKey("table", .text, required: true, "Its id."),
            [
                PanelKey("from", .command, required: true, "Prints an array of objects as JSON, or lines of words."),
                PanelKey("every", .duration, "How often it runs again."),
                PanelKey("columns", .list(.either([.text, .keys(.column)])), required: true, "What of a row is shown."),
                PanelKey("each", .items, "Buttons of each row; {MEMBER} stands for a member of the row."),
                PanelKey("timeout", .duration, "The maximum time of the command; 30 s by default."),
            ]),
        .node: item(
            "Any node of the protocol.", PanelKey("node", .json, required: true, "The node, as in screen.put."), []),
    ]

    private static let options = ValueShape.named(.keys(.option))
    private static let rules = PanelKey("rules", .keys(.groupRules), "What holds among its switches.")

    private static let titled = [PanelKey("title", .text, "What people read; the id by default.")]

    private static let switchBinding = [
        PanelKey("unit", .text, "The systemd unit that it starts and stops."),
        PanelKey("user", .bool, "Whether that is a unit of the user; false by default."),
        PanelKey("also", .oneOf(["enable"]), "Enables and disables the unit as well."),
        PanelKey("on", .command, "Turns it on."),
        PanelKey("off", .command, "Turns it off."),
        PanelKey("status", .command, "Tells the state: exit status 0 is on, 1 or 3 is off, all others are unknown."),
    ]

    private static let valueBinding = [
        PanelKey("set", .command, "Sets it to {value}."), PanelKey("status", .command, "Prints it."),
    ]

    private static let binding = [
        PanelKey("says", .either([.oneOf(["json", "text"]), .keys(.match)]), "How the output of status is read."),
        PanelKey("every", .duration, "How often status runs."),
        PanelKey("while", .oneOf(["seen"]), "Runs status only while a terminal shows a screen of this file with the thing."),
        PanelKey("timeout", .duration, "The maximum time of a command; 30 s by default."),
        PanelKey("settle", .duration, "The time from the end of a command to status; none by default."),
        PanelKey("retry", .bool, "Whether an interrupted change is carried out again."),
        PanelKey("revert", .keys(.revert), "Takes a change back unless somebody confirms it."),
        PanelKey("lock", .text, "Commands with the same lock wait for each other."),
    ]

    private static let reading = [
        PanelKey("title", .text, "What people read; the key by default."),
        PanelKey("from", .command, "Prints the number."),
        PanelKey("every", .duration, "How often it runs; 10 s by default."),
        PanelKey("timeout", .duration, "The maximum time of the command; 30 s by default."),
        PanelKey("range", .range, "The bounds. By default 0 and 100, and of a curve what it shows; a progress begins at 0."),
        formatKey, icon,
    ]

    private static let formats = ["number", "percent", "bytes", "duration", "date"]

    private static let formatKey = PanelKey("format", .either([.oneOf(formats), .keys(.format)]), "How a number is written.")

    private static let icon = PanelKey("icon", .text, "A symbol before its title: a name such as gear, or one character.")

    private static let whereKey = PanelKey(
        "where", .either([.keys(.where), .list(.keys(.where))]), "Omits it unless this machine has all of these.")

    private static let common = [
        PanelKey("shown", .condition, "It is there only while this holds: option:ID, value:KEY, value:KEY > 3, not option:ID."),
        PanelKey("enabled", .condition, "It can be operated only while this holds."),
        PanelKey("because", .text, "Why it cannot be operated."),
        whereKey,
        PanelKey("each", .keys(.each), "Repeats it for each row of a command; {MEMBER} stands for a member of the row."),
    ]

    private static func item(_ summary: String, _ kind: PanelKey, _ own: [PanelKey]) -> KeyTable {
        KeyTable(summary: summary, keys: [kind] + own + common.filter { key in !own.contains { $0.name == key.name } })
    }
}
