import FasciaModel

extension JSONWriter {
    /// The same bytes as the schema writes, without the values in between: most keys are answered with a place.
    public mutating func write(_ place: TerminalPlace) {
        raw("{")
        if !place.entries.isEmpty {
            raw("\"entries\":")
            list(place.entries) { $0.write($1) }
        }
        raw("}")
    }

    private mutating func write(_ entry: TerminalPlace.Entry) {
        writeString(entry.entry.rawValue, between: "{\"entry\":", and: ",\"screen\":")
        writeString(entry.screen, between: "", and: ",\"depth\":")
        writeInt(entry.depth)
        if let focus = entry.focus { write(focus) }
        writeMembers(",\"scroll\":", entry.scroll) { $0.writeInt($1) }
        writeMembers(",\"sideways\":", entry.sideways) { $0.writeInt($1) }
        writeMembers(",\"lists\":", entry.lists) { $0.write($1) }
        writeMembers(",\"granted\":", entry.granted) { $0.writeInt($1) }
        if let hover = entry.hover {
            writeString(hover.element, between: ",\"hover\":{\"element\":", and: ",\"option\":")
            writeString(hover.option, between: "", and: "}")
        }
        if let open = entry.open {
            writeString(open.element, between: ",\"open\":{\"element\":", and: "")
            if let item = open.item { writeString(item, between: ",\"item\":", and: "") }
            if let option = open.option { writeString(option, between: ",\"option\":", and: "") }
            raw("}")
        }
        if let draft = entry.draft { write(draft) }
        raw("}")
    }

    private mutating func write(_ focus: TerminalPlace.Focus) {
        writeString(focus.element, between: ",\"focus\":{\"element\":", and: "")
        if focus.index != 0 { write(",\"index\":", focus.index) }
        if let list = focus.list { writeString(list, between: ",\"list\":", and: "") }
        if let row = focus.row {
            raw(",\"row\":")
            write(row)
        }
        if let role = focus.role { writeString(role, between: ",\"role\":", and: "") }
        if let label = focus.label { writeString(label, between: ",\"label\":", and: "") }
        raw("}")
    }

    private mutating func write(_ draft: TerminalPlace.Draft) {
        writeString(draft.element, between: ",\"draft\":{\"element\":", and: ",\"text\":")
        writeString(draft.text)
        if draft.cursor != 0 { write(",\"cursor\":", draft.cursor) }
        if !draft.base.isEmpty { writeString(draft.base, between: ",\"base\":", and: "") }
        if draft.isUnsent { raw(",\"unsent\":true") }
        if !draft.receiver.isEmpty { writeString(draft.receiver, between: ",\"receiver\":", and: "") }
        raw("}")
    }

    private mutating func write(_ row: TerminalPlace.Row) {
        write("{\"row\":", row.row)
        writeString(row.id, between: ",\"id\":", and: "")
        if row.line != 0 { write(",\"line\":", row.line) }
        raw("}")
    }

    private mutating func write(_ before: StaticString, _ number: Int) {
        raw(before)
        writeInt(number)
    }

    /// In the order of their names; nothing where there are none.
    private mutating func writeMembers<Value>(
        _ before: StaticString, _ members: [String: Value], _ each: (inout JSONWriter, Value) -> Void
    ) {
        guard !members.isEmpty else { return }
        raw(before)
        var start: StaticString = "{"
        func write(_ name: String, _ value: Value, to writer: inout JSONWriter) {
            writer.writeString(name, between: start, and: ":")
            each(&writer, value)
            start = ","
        }
        if members.count == 1 {
            for (name, value) in members { write(name, value, to: &self) }
        } else {
            for (name, value) in members.sorted(by: { $0.key < $1.key }) { write(name, value, to: &self) }
        }
        raw("}")
    }
}
