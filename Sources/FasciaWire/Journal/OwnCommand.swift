import FasciaModel

/// What only the daemon itself does, as it stands in the journal.
enum OwnCommand {
    static let orphaned = "daemon.orphaned"
    static let action = "daemon.action"
    static let issue = "daemon.issue"
    static let restore = "daemon.restore"

    /// What an undo came to: bytes, which only the model knows to read.
    static func restoredState(_ params: JSON) throws(Mismatch) -> RestoredState {
        let text = params["state"]?.stringValue ?? ""
        guard let bytes = Hexadecimal.bytes(text) else {
            throw Mismatch(pointer: "/state", expected: "hexadecimal digits", found: "others")
        }
        let result: Result<RestoredState, ArchiveError> = bytes.withUnsafeBytes { bytes in
            do throws(ArchiveError) { return .success(try RestoredState(archive: bytes)) } catch { return .failure(error) }
        }
        do throws(ArchiveError) { return try result.get() } catch {
            throw Mismatch(pointer: "/state", expected: "what an undo puts back", found: error.message)
        }
    }

    struct Orphaned: Sendable {
        var screens: [String] = []
        var isOrphaned = true

        static let schema = Schema.record(
            Orphaned(),
            [
                .required("screens", \.screens, .array(of: .string), "The screens whose app has gone, or is back."),
                .required("to", \.isOrphaned, .bool, "Whether it has gone."),
            ])
    }
}

extension ActionReport {
    static let schema = Schema.record(
        ActionReport(entry: EntryID(""), name: "", payload: .null, outcome: .handled),
        [
            .required("entry", \.entry, EntryID.schema, "The entry that sent it."),
            .required("name", \.name, .string, "What the user did."),
            .required("payload", \.payload, .any, "With what."),
            .required("outcome", \.outcome, .oneOf, "What became of it."),
            .optional("reason", \.reason, .string, "Why it was rejected."),
        ])
}

extension Issue {
    public static let schema = Schema.record(
        Issue(.error, .reported, ""),
        [
            .required("severity", \.severity, .oneOf, "Whether it went wrong already."),
            .required("reason", \.reason, .oneOf, "Of what kind it is."),
            .required("message", \.message, .string, "What is wrong."),
            .required("breadcrumbs", \.crumbs, .anyObject, "What led there."),
        ])

    private var crumbs: JSON {
        get { .object(breadcrumbs) }
        set { breadcrumbs = newValue.objectValue ?? [:] }
    }
}
