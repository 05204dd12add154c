import FasciaModel
import FasciaWire

/// How a session stands in the memory. Members are only ever added, with defaults: an older process passes over what it
/// does not know, and a newer one finds the default where an older one has written nothing.
extension ClientSession {
    private static let schema = Schema.record(
        ClientSession(),
        [
            .optional("name", \.name, .string, "What it called itself."),
            .defaulted("watches", \.watches, .array(of: WatchRecord.schema), default: [], "What it watches."),
            .defaulted("terminals", \.terminals, .array(of: TerminalRecord.schema), default: [], "What it shows."),
            .defaulted("bindings", \.bindings, .array(of: BindingRecord.schema), default: [], "The actions that it handles."),
            .defaulted("children", \.children, .array(of: EntryID.schema), default: [], "The entries whose parent it is."),
            .defaulted("screens", \.screens, .array(of: .string), default: [], "The screens that it published last."),
            .defaulted("declared", \.declared, .array(of: UndoTerms.Subject.schema), default: [], "What it declared last."),
            .optional("waiting", \.waiting, .bytes, "The request for whose answer it waits."),
            .defaulted("deferred", \.deferred, .array(of: .bytes), default: [], "The lines that came meanwhile."),
            .optional("batch", \.batch, BatchRecord.schema, "The batch that is being answered."),
        ])

    /// - Returns: also what of it this version cannot read, in words; `nil` where that is all of it.
    static func read(_ bytes: [UInt8]) -> (session: ClientSession, leftOut: [String])? {
        guard let json = try? JSONParser.parse(String(decoding: bytes, as: UTF8.self)),
            let (session, leftOut) = schema.readForgivingly(json)
        else { return nil }
        return (session, leftOut)
    }

    var encoded: [UInt8] {
        var writer = JSONWriter()
        writer.write(Self.schema.write(self))
        return writer.bytes
    }
}

extension ClientSession.WatchRecord {
    fileprivate static let schema = Schema.record(
        ClientSession.WatchRecord(),
        [
            .required("id", \.id, .int(), "Its number."),
            .defaulted("topics", \.topics, .array(of: .string), default: ["**"], "What it is told of."),
            .defaulted("coalesce", \.coalesce, .bool, default: false, "Whether changes are folded."),
            .optional("mark", \.mark, .int(0 ... .max), "The mark that says how far it has been told."),
        ])
}

extension ClientSession.TerminalRecord {
    fileprivate static let schema = Schema.record(
        ClientSession.TerminalRecord(),
        [
            .required("id", \.id, .int(), "Its number."),
            .required("attach", \.attach, TerminalAttach.schema, "As terminal.attach takes it."),
        ])
}

extension ClientSession.BindingRecord {
    fileprivate static let schema = Schema.record(
        ClientSession.BindingRecord(),
        [
            .optional("screen", \.screen, .string, "The screen that it is for."),
            .optional("entry", \.entry, EntryID.schema, "The entry that it is for."),
            .required("names", \.names, .array(of: .string), "The actions."),
        ])
}

extension ClientSession.BatchRecord {
    fileprivate static let schema = Schema.record(
        ClientSession.BatchRecord(),
        [
            .required("line", \.line, .bytes, "All of it."),
            .required("done", \.done, .int(0 ... .max), "How many of its members are done."),
            .required("replies", \.replies, .bytes, "The replies to these."),
        ])
}

extension UndoTerms.Subject {
    fileprivate static let schema = Schema.record(
        Parts(),
        [
            .required("kind", \.kind, .oneOf, "What it is."),
            .required("id", \.id, .string, "Its name."),
        ]
    ).map { parts throws(Mismatch) -> UndoTerms.Subject in
        switch parts.kind {
        case .group: .group(parts.id)
        case .picker: .picker(parts.id)
        case .value: .value(parts.id)
        }
    } back: { subject -> Parts in
        switch subject {
        case .group(let id): Parts(kind: .group, id: id)
        case .picker(let id): Parts(kind: .picker, id: id)
        case .value(let id): Parts(kind: .value, id: id)
        }
    }

    fileprivate struct Parts: Sendable {
        enum Kind: String, CaseIterable, Sendable {
            case group, picker, value
        }

        var kind = Kind.group
        var id = ""
    }
}

extension Schema<[UInt8]> {
    /// Lines as they came, whatever is in them: two digits a byte.
    fileprivate static let bytes = Schema<String>.string.map { text throws(Mismatch) in
        guard let bytes = Hexadecimal.bytes(text) else { throw Mismatch(expected: "hexadecimal digits", found: "others") }
        return bytes
    } back: { Hexadecimal.text($0) }
}
