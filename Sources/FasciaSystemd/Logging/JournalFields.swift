import FasciaDocument
import Logging

/// One log event as the fields of a journal entry (systemd.journal-fields(7)).
struct JournalFields: Equatable {
    struct Field: Equatable {
        let name: String
        let value: String
    }

    /// Maximum length of a field name in journald.
    static let maximumNameLength = 64

    let fields: [Field]

    init(event: LogEvent, metadata: Logger.Metadata, identifier: String) {
        var fields = [
            Field(name: "PRIORITY", value: String(Self.priority(of: event.level))),
            Field(name: "MESSAGE", value: Printable.text(event.message.description)),
            Field(name: "CODE_FILE", value: event.file),
            Field(name: "CODE_LINE", value: String(event.line)),
            Field(name: "CODE_FUNC", value: event.function),
            Field(name: "SYSLOG_IDENTIFIER", value: identifier),
        ]
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
            fields.append(Field(name: Self.name(of: key), value: Printable.text(value.description)))
        }
        self.fields = fields
    }

    /// The field name for a metadata key: `FASCIA_` followed by A to Z, 0 to 9 and `_`, at most 64 characters.
    ///
    /// `ifRevision` becomes `FASCIA_IFREVISION`, `peer.pid` becomes `FASCIA_PEER_PID`. The prefix keeps metadata from
    /// overriding journald's own fields.
    static func name(of key: String) -> String {
        var name = "FASCIA_"
        for character in key.unicodeScalars.prefix(maximumNameLength - name.count) {
            switch character {
            case "A"..."Z", "0"..."9": name.unicodeScalars.append(character)
            case "a"..."z": name += String(character).uppercased()
            default: name += "_"
            }
        }
        return name
    }

    /// The syslog(3) priority of a level.
    static func priority(of level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
