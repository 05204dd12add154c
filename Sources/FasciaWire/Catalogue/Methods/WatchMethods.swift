import FasciaDocument

extension Cursor {
    private static let longest = 256

    static let schema = Schema<Cursor>(
        schema: ["type": "string", "maxLength": .int(longest), "pattern": "^.+:[0-9]+$"]
    ) { json throws(Mismatch) in
        _ = try Schema.string(atMost: longest).read(json)
        guard let text = json.stringValue, let cursor = Cursor(text) else {
            throw Mismatch(expected: "the cursor of an event, such as K7Q2:42", found: json.found)
        }
        return cursor
    } write: {
        .string($0.description)
    }
}

extension TopicFilter {
    private static let list = Schema<[String]>.array(of: .name)

    static let schema = Schema<TopicFilter>(schema: list.schema) { json throws(Mismatch) in
        try TopicFilter(checking: try list.read(json))
    } write: {
        .array($0.patterns.map { .string($0) })
    }
}

extension Method {
    static let watch: [Method] = [
        Method(
            .session, "watch.start", needs: .view, "Follow every change as an event, from now or from a cursor on.",
            command: "watch", WatchStart(),
            [
                .defaulted(
                    "topics", \.topics, TopicFilter.schema, default: .all,
                    "Globs for kind:id, such as option:extras/** and nav:main, with at most 8 wildcards each; all by default."),
                .optional("since", \.since, Cursor.schema, "Continue after this cursor."),
                .defaulted("snapshot", \.snapshot, .bool, default: false, "Also return the state at the cursor."),
                .defaulted(
                    "coalesce", \.coalesce, .bool, default: false,
                    "While this client does not read, keep only the latest change of each thing."),
            ],
            returns: .result([
                .required("watch", .integer, "The number of the watch, which its events carry."),
                .required("cursor", .string, "Events follow after this cursor."),
                .optional("snapshot", .definition("Snapshot"), "The state at the cursor."),
                .optional(
                    "warnings", .list(.string),
                    "Warnings about topics of an unknown kind, which never match."),
            ])
        ) { .watchStart($0) },
        Method(
            .session, "watch.stop", needs: .view, "End a watch.", 0,
            [.required("watch", \.self, .int(), "The number that watch.start returned.")],
            returns: .result([.required("watch", .integer, "The same number.")])
        ) { .watchStop(watch: $0) },
    ]
}
