extension KeyTable {
    static subscript(_ name: Name) -> KeyTable { tables[name] ?? KeyTable(summary: "", keys: []) }

    private static let tables: [Name: KeyTable] = [
        .file: KeyTable(
            summary: "A panel file.",
            keys: [
                Key("panel", .text, required: true, "The name of the panel. It is no prefix of ids."),
                Key("title", .text, "What people read; the name by default."),
                Key("theme", .theme, "The colours: a theme, or {base: nord, accent: '#ff8800'} with those that differ from it."),
                Key("include", .list(.text), "Other panel files, relative to this one, whose screens and rules are added."),
                Key(
                    "screens", .named(.either([.items, .keys(.screen)])), "The screens by their ids; \"home\" is the first one."),
                Key("rules", .list(.keys(.rule)), "Commands that run when something changes."),
                Key("atMost", .integer(atLeast: 1, atMost: 256), "How many commands run at once; 4 by default."),
            ]),
        .screen: KeyTable(
            summary: "A screen. One without a title may be the list of its items.",
            keys: [
                Key("title", .text, "Its title; the id by default."),
                Key("items", .items, required: true, "What it shows, from top to bottom."),
                Key("emits", .list(.text), "Actions that its nodes send to programs."),
                Key("toolbar", .items, "Buttons that stand together below the items."),
            ]),
        .option: KeyTable(
            summary: "A switch in a group, or a group in a group.",
            keys: titled + switchBinding + binding + [Key("options", options, "The switches of an inner group."), whereKey]),
        .choice: KeyTable(
            summary: "A choice with a label.",
            keys: [
                Key("id", .text, required: true, "What commands get."),
                Key("label", .text, "What people read; the id by default."),
            ]),
        .choices: KeyTable(
            summary: "Choices that a command prints, one on each line, or as JSON.",
            keys: [
                Key("from", .command, required: true, "The command."), Key("every", .duration, "How often it runs again."),
            ]),
        .field: KeyTable(
            summary: "A value that is asked for before a command runs.",
            keys: [
                Key(
                    "name", .text, required: true,
                    "What stands for the answer in the command: {NAME}, or $FASCIA_NAME in a script."),
                Key("title", .text, "What people read; the name by default."),
                Key("kind", .oneOf(["text", "int", "double", "bool"]), "What it is; text by default."),
                Key("choices", .list(.text), "What can be chosen."), Key("initial", .text, "What it begins with."),
                Key("pattern", .pattern, "What a text must match as a whole."),
                Key("hint", .text, "What the pattern wants, in words for people."),
                Key("required", .bool, "Whether it must not be empty; true by default."),
                Key("secret", .bool, "It appears nowhere. The command reads it from standard input."),
            ]),
        .shell: KeyTable(
            summary: "A script for sh. It gets values only in its environment: FASCIA_VALUE, FASCIA_OLD, FASCIA_ID.",
            keys: [Key("shell", .text, required: true, "The script.")]),
        .match: KeyTable(
            summary: "How the output of a status command is read.",
            keys: [Key("match", .pattern, required: true, "On if the output matches; a value is its first group.")]),
        .revert: KeyTable(
            summary: "Takes a change back unless somebody confirms it.",
            keys: [
                Key("within", .duration, required: true, "The time for the confirmation."),
                Key("run", .command, "Takes the change back, instead of the usual command."),
            ]),
        .where: KeyTable(
            summary: "Omits the item unless this machine has it.",
            keys: [
                Key("command", .text, "A program in PATH."), Key("file", .text, "A file or directory."),
                Key("unit", .text, "A systemd unit."),
            ]),
        .each: KeyTable(
            summary: "Repeats the item for each row that a command prints as JSON.",
            keys: [
                Key("from", .command, required: true, "Prints an array of objects, or of texts, or plain lines."),
                Key("id", .text, required: true, "The member of a row that tells it from the others; \"line\" of plain lines."),
                Key("every", .duration, "How often it runs again."),
            ]),
        .tap: KeyTable(
            summary: "What the daemon does. Either push, or method and params.",
            keys: [
                Key("push", .text, "Opens this screen."), Key("method", .text, "A method of the protocol."),
                Key("params", .json, "Its parameters."),
            ]),
        .column: KeyTable(
            summary: "A column of a table.",
            keys: [
                Key("key", .text, required: true, "The member of a row; of plain lines the number of the word, from 1."),
                Key("title", .text, "Its title; the key by default."),
                Key("alignment", .oneOf(["leading", "center", "trailing"]), "Where its cells stand; leading by default."),
                Key("weight", .number, "Its part of the width, compared with the other columns; 1 by default."),
            ]),
        .format: KeyTable(
            summary: "How a number is written.",
            keys: [
                Key("kind", .oneOf(formats), "The kind; number by default."),
                Key("digits", .integer(atLeast: 0), "The number of decimals."),
                Key("unit", .text, "The unit after it, such as °C."),
            ]),
        .rule: KeyTable(
            summary: "Runs a command when something changes.",
            keys: [
                Key("on", .either([.text, .list(.text)]), required: true, "What has to change, such as option:services/**."),
                Key("run", .command, required: true, "The command."),
                Key(
                    "mode", .oneOf(["queue", "single", "restart", "parallel"]),
                    "What happens while it still runs; queue by default."),
                Key("debounce", .duration, "Waits until nothing has changed for this time."),
            ]),

        .switch: item(
            "A switch.", Key("switch", .text, required: true, "Its id, GROUP/NAME."), titled + [icon] + switchBinding + binding),
        .group: item(
            "A switch for a group, and one for each of its options.", Key("group", .text, required: true, "Its id."),
            titled + [
                Key("options", options, "Its switches by their names."),
                Key(
                    "rules", .list(.json),
                    "Rules for its options, as toggle.declare has them."),
            ]),
        .picker: item(
            "A choice.", Key("picker", .text, required: true, "Its id, PICKER/COMPONENT."),
            titled + [
                Key(
                    "choices", .either([.list(.either([.text, .keys(.choice)])), .keys(.choices)]),
                    "What can be chosen, or the command that prints it."),
                Key("initial", .text, "The choice that is selected at first; none by default."),
                Key("style", .oneOf(["automatic", "inline", "segmented", "menu", "wheel"]), "How it looks."), icon,
            ] + valueBinding + binding),
        .value: item(
            "A value that people can change, or one that is only shown.", Key("value", .text, required: true, "Its key."),
            titled + [
                Key("kind", .oneOf(["text", "int", "double", "bool"]), "What it is; text by default."),
                Key("range", .range, "The lowest and the highest number."),
                Key("step", .number, "What one press adds."),
                Key("pattern", .pattern, "What a text must match as a whole."),
                Key("hint", .text, "What the pattern wants, in words for people, such as: letters and spaces."),
                Key("initial", .json, "What it begins with, unless status tells that."),
                Key("required", .bool, "Whether it must not be empty; true by default."),
                Key(
                    "secret", .bool,
                    "It appears in no event, journal, argument and environment. Commands read it from standard input."),
                Key("from", .command, "Prints it. People only read it; every is 10 s by default."), formatKey, icon,
            ] + valueBinding + binding),
        .button: item(
            "A button that runs a command, or calls a method.",
            Key("button", .text, required: true, "What it says."),
            [
                Key("run", .command, "The command. Its output is shown while it runs."),
                Key("tap", .keys(.tap), "What the daemon does instead of a command."),
                Key("ask", .list(.keys(.field)), "What is asked before it runs; the answers are members for the command."),
                Key("confirm", .text, "A question before it runs."),
                Key("type", .text, "The word that has to be typed before it runs."),
                Key(
                    "reason", .oneOf(["required"]), "The user must give a reason. The command reads it from FASCIA_REASON."),
                Key(
                    "requires", .either([.text, .list(.text)]),
                    "The values and pickers that must be filled before it runs."),
                Key("role", .oneOf(["destructive", "cancel"]), "How serious it is."), icon,
                Key("timeout", .duration, "The maximum time that the command takes; no limit by default."),
                Key("lock", .text, "Commands with the same lock wait for each other."),
            ]),
        .link: item(
            "Opens a screen.", Key("link", .text, required: true, "The id of the screen."),
            [
                Key("title", .text, "What it says; the title of the screen by default."),
                Key("shows", .text, "The id of a switch, group, picker or value whose state stands at its right."), icon,
            ]),
        .text: item("A text.", Key("text", .text, required: true, "What it says."), []),
        .section: item(
            "Items with a title.", Key("section", .text, required: true, "The title."),
            [
                Key("items", .items, required: true, "The items."), Key("footer", .text, "An explanation below them."),
            ]),
        .divider: item("A line.", Key("divider", .json, required: true, "Nothing."), []),
        .gauge: item(
            "A number between two bounds, as a bar.", Key("gauge", .text, required: true, "The key of its value."), reading),
        .progress: item(
            "How much is done, from 0 to 1.", Key("progress", .text, required: true, "The key of its value."), reading),
        .sparkline: item(
            "The latest numbers, as a curve in one row.", Key("sparkline", .text, required: true, "The key of its value."),
            reading),
        .chart: item(
            "The latest numbers, as a curve over time.", Key("chart", .text, required: true, "The key of its value."),
            reading + [Key("rows", .integer(atLeast: 1), "Its height in rows; 5 by default.")]),
        .log: item(
            "The last lines of a command that goes on, or of a unit's journal.",
            Key("log", .text, required: true, "The id of the log."),
            [
                Key("follow", .command, "The command, such as [tail, -F, /var/log/syslog]."),
                Key("unit", .text, "The systemd unit."),
                Key("rows", .integer(atLeast: 1), "Its height in rows; a log that is alone takes the whole screen."),
            ]),
        .table: item(
            "The rows that a command prints.", Key("table", .text, required: true, "Its id."),
            [
                Key("from", .command, required: true, "Prints an array of objects as JSON, or lines of words."),
                Key("every", .duration, "How often it runs again."),
                Key("columns", .list(.either([.text, .keys(.column)])), required: true, "What of a row is shown."),
                Key("each", .items, "Buttons of each row; {MEMBER} stands for a member of the row."),
                Key("timeout", .duration, "The maximum time of the command; 30 s by default."),
            ]),
        .node: item(
            "Any node of the protocol.", Key("node", .json, required: true, "The node, as in screen.put."), []),
    ]

    private static let options = Shape.named(.keys(.option))

    private static let titled = [Key("title", .text, "What people read; the id by default.")]

    private static let switchBinding = [
        Key("unit", .text, "The systemd unit that it starts and stops."),
        Key("user", .bool, "Whether that is a unit of the user; false by default."),
        Key("also", .oneOf(["enable"]), "Enables and disables the unit as well."),
        Key("on", .command, "Turns it on."),
        Key("off", .command, "Turns it off."),
        Key("status", .command, "Tells the state: exit status 0 is on, 1 or 3 is off, all others are unknown."),
    ]

    private static let valueBinding = [
        Key("set", .command, "Sets it to {value}."), Key("status", .command, "Prints it."),
    ]

    private static let binding = [
        Key("says", .either([.oneOf(["json", "text"]), .keys(.match)]), "How the output of status is read."),
        Key("every", .duration, "How often status runs."),
        Key("while", .oneOf(["seen"]), "Runs status only while a terminal shows a screen of this file with the thing."),
        Key("timeout", .duration, "The maximum time of a command; 30 s by default."),
        Key("settle", .duration, "The time from the end of a command to status; none by default."),
        Key("retry", .bool, "Whether an interrupted change is carried out again."),
        Key("revert", .keys(.revert), "Takes a change back unless somebody confirms it."),
        Key("lock", .text, "Commands with the same lock wait for each other."),
    ]

    private static let reading = [
        Key("title", .text, "What people read; the key by default."),
        Key("from", .command, "Prints the number."),
        Key("every", .duration, "How often it runs; 10 s by default."),
        Key("timeout", .duration, "The maximum time of the command; 30 s by default."),
        Key("range", .range, "The bounds. By default 0 and 100, and of a curve what it shows; a progress begins at 0."),
        formatKey, icon,
    ]

    private static let formats = ["number", "percent", "bytes", "duration", "date"]

    private static let formatKey = Key("format", .either([.oneOf(formats), .keys(.format)]), "How a number is written.")

    private static let icon = Key("icon", .text, "A symbol before its title: a name such as gear, or one character.")

    private static let whereKey = Key(
        "where", .either([.keys(.where), .list(.keys(.where))]), "Omits it unless this machine has all of these.")

    private static let common = [
        Key("shown", .condition, "It is there only while this holds: option:ID, value:KEY, value:KEY > 3, not option:ID."),
        Key("enabled", .condition, "It can be operated only while this holds."),
        Key("because", .text, "Why it cannot be operated."),
        whereKey,
        Key("each", .keys(.each), "Repeats it for each row of a command; {MEMBER} stands for a member of the row."),
    ]

    private static func item(_ summary: String, _ kind: Key, _ own: [Key]) -> KeyTable {
        KeyTable(summary: summary, keys: [kind] + own + common.filter { key in !own.contains { $0.name == key.name } })
    }
}
