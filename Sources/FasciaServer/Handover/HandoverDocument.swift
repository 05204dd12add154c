import FasciaDocument
import FasciaModel
import FasciaWire

/// What one process hands to the next one besides the descriptors of the connections.
struct HandoverDocument: Sendable {
    /// A document of another version is refused. A member with a default needs no new version.
    static let version = 1

    var version = HandoverDocument.version
    var counters = HandoverCounters()
    var sessions: [ClientSession] = []

    /// - Throws: `HandoverError` for malformed JSON, another version, or a member of the wrong type.
    init(reading bytes: [UInt8]) throws(HandoverError) {
        let json: JSON
        do throws(ParseError) { json = try JSONParser.parse(String(decoding: bytes, as: UTF8.self)) } catch {
            throw HandoverError("it is not JSON: \(error.message)")
        }
        guard json["version"]?.intValue == Self.version else {
            throw HandoverError(
                "it has version \(json["version"]?.displayText ?? "none"), and this program reads \(Self.version)")
        }
        do throws(Mismatch) { self = try Self.schema.read(json) } catch {
            throw HandoverError("\(error.pointer): \(error.message)")
        }
    }

    init(counters: HandoverCounters, sessions: [ClientSession]) { (self.counters, self.sessions) = (counters, sessions) }

    fileprivate init() {}

    var encoded: [UInt8] {
        var writer = JSONWriter()
        writer.write(Self.schema.write(self))
        return writer.bytes
    }
}

/// The ids that were assigned last.
struct HandoverCounters: Hashable, Sendable {
    var client = 0
    var watch = 0
    var terminal = 0
    /// Requests to clients.
    var request = 0
}

/// The reason why connections cannot be handed over or taken over.
struct HandoverError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

// MARK: - Schemas

extension HandoverDocument {
    fileprivate static let schema = Schema.record(
        HandoverDocument(),
        [
            .required("version", \.version, .int(), "The version of this document."),
            .required("counters", \.counters, HandoverCounters.schema, "The ids that were assigned last."),
            .required("sessions", \.sessions, .array(of: ClientSession.schema), "The connections."),
        ])
}

extension HandoverCounters {
    fileprivate static let schema = Schema.record(
        HandoverCounters(),
        [
            .required("client", \.client, .int(0 ... .max), "Of clients."),
            .required("watch", \.watch, .int(0 ... .max), "Of watches."),
            .required("terminal", \.terminal, .int(0 ... .max), "Of terminals."),
            .required("request", \.request, .int(0 ... .max), "Of requests to clients."),
        ])
}

extension ClientSession {
    fileprivate static let schema = Schema.record(
        ClientSession(),
        [
            .required("client", \.client, .int(1 ... .max), "The client's number."),
            .optional("name", \.name, .string, "Its name, from daemon.hello."),
            .optional("reason", \.reason, .string, "Why it makes its changes, from daemon.hello."),
            .optional("unit", \.unit, .string, "The unit of its program when it connected."),
            .optional("logins", \.logins, .array(of: .int(0 ... .max)), "The accounts with which its person had logged in."),
            .optional("access", \.access, .string, "The access file that has given its rights."),
            .optional("rights", \.rights, .string, "A fingerprint of these rights."),
            .optional("actsFor", \.actsFor, .int(0 ... .max), "The user for whom it acts, from daemon.hello."),
            .optional("user", \.user, .string, "The name of that user."),
            .defaulted("hasBegun", \.hasBegun, .bool, default: true, "Whether it can no longer say for whom."),
            .optional("refusal", \.refusal, WireError.schema, "Why it may do nothing."),
            .defaulted(
                "isInsideOverlongLine", \.isInsideOverlongLine, .bool, default: false, "Whether the input begins in a long line."),
            .defaulted("deferred", \.deferred, .array(of: .bytes), default: [], "Lines that were not started."),
            .defaulted("input", \.input, .bytes, default: [], "Unread bytes."),
            .defaulted("output", \.output, .bytes, default: [], "Unsent bytes."),
            .defaulted("watches", \.watches, .array(of: WatchRecord.schema), default: [], "Its watches."),
            .defaulted("terminals", \.terminals, .array(of: TerminalRecord.schema), default: [], "Its terminals."),
            .defaulted("bindings", \.bindings, .array(of: BindingRecord.schema), default: [], "The actions it handles."),
            .defaulted("children", \.children, .array(of: EntryID.schema), default: [], "The entries it has pushed."),
            .defaulted("screens", \.screens, .array(of: .string), default: [], "The screens it published last."),
            .defaulted(
                "declared", \.declared, .array(of: UndoConstraints.Subject.schema), default: [], "What it declared last."),
            .defaulted(
                "carryOuts", \.carryOuts, .array(of: CarryOutRecord.schema), default: [], "The changes that it carries out."),
            .optional("questions", \.questions, .array(of: .string), "The questions that it has asked."),
        ])
}

extension WireError {
    fileprivate static let schema = Schema.record(
        WireError(.denied, ""),
        [
            .required("code", \.code, .int(), "Its code."),
            .required("message", \.message, .string, "What is said."),
            .required("reason", \.reason, .string, "Its reason."),
            .defaulted("data", \.details, .anyObject, default: .object([:]), "What else there is to say."),
        ])

    fileprivate var details: JSON {
        get { .object(data) }
        set { data = newValue.objectValue ?? [:] }
    }
}

extension ClientSession.WatchRecord {
    fileprivate static let schema = Schema.record(
        ClientSession.WatchRecord(),
        [
            .required("id", \.id, .int(), "Its number."),
            .required("topics", \.topics, .array(of: .string), "Its topics."),
            .defaulted("coalesce", \.coalesce, .bool, default: false, "Whether changes are coalesced."),
            .required("revision", \.revision, .int(0 ... .max), "The last revision it was sent."),
        ])
}

extension ClientSession.TerminalRecord {
    fileprivate static let schema = Schema.record(
        ClientSession.TerminalRecord(),
        [
            .required("id", \.id, .int(), "Its number."),
            .required("attach", \.attach, TerminalAttach.schema, "As terminal.attach takes it."),
            .defaulted("frame", \.frame, .int(0 ... .max), default: 0, "The number of its last frame."),
            .defaulted("isCurrent", \.isCurrent, .bool, default: false, "Whether that frame shows the panel as it is."),
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

extension ClientSession.CarryOutRecord {
    fileprivate static let schema = Schema.record(
        ClientSession.CarryOutRecord(),
        [
            .required("request", \.request, .int(), "The id of the request."),
            .required("thing", \.thing, .string, "What changes."),
            .required("begun", \.begun, .int(0 ... .max), "The revision that began it."),
        ])
}

extension UndoConstraints.Subject {
    fileprivate static let schema = Schema.record(
        Parts(),
        [
            .required("kind", \.kind, .oneOf, "What it is."),
            .required("id", \.id, .string, "Its name."),
        ]
    ).map { parts throws(Mismatch) -> UndoConstraints.Subject in
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
    /// Arbitrary bytes as hexadecimal digits, two for each byte.
    fileprivate static let bytes = Schema<String>.string.map { text throws(Mismatch) in
        guard let bytes = Hexadecimal.bytes(text) else { throw Mismatch(expected: "hexadecimal digits", found: "others") }
        return bytes
    } back: {
        Hexadecimal.text($0)
    }
}
