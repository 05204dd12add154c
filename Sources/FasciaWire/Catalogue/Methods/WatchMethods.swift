import FasciaDocument

extension Cursor {
    static let schema = Schema<Cursor>(schema: ["type": "string", "pattern": "^.+:[0-9]+$"]) { json throws(Mismatch) in
        guard let text = json.stringValue, let cursor = Cursor(text) else {
            throw Mismatch(expected: "a cursor such as K7Q2:42, as events carry it", found: json.found)
        }
        return cursor
    } write: {
        .string($0.description)
    }
}

extension TopicFilter {
    private static let list = Schema<[String]>.array(of: .string)

    static let schema = Schema<TopicFilter>(schema: list.schema) { json throws(Mismatch) in
        try TopicFilter(checking: try list.read(json))
    } write: {
        .array($0.patterns.map { .string($0) })
    }
}

extension Method {
    static let watch: [Method] = [
        Method(
            .session, "watch.start", "Sends an event for every change from now, or from a cursor, on.",
            command: "watch", WatchStart(),
            [
                .defaulted(
                    "topics", \.topics, TopicFilter.schema, default: .all,
                    "Globs over kind:id, such as option:extras/** and nav:main; all where it is left out."),
                .optional("since", \.since, Cursor.schema, "Go on after this cursor."),
                .defaulted("snapshot", \.snapshot, .bool, default: false, "Also give the state at the cursor."),
                .defaulted(
                    "coalesce", \.coalesce, .bool, default: false,
                    "While this watcher does not read, keep only the latest change of each thing."),
            ],
            returns: .result([
                .always("watch", .integer, "The number of the watch, which its events carry."),
                .always("cursor", .string, "Events come from after this one."),
                .sometimes("snapshot", .definition("Snapshot"), "The state at the cursor."),
                .sometimes(
                    "warnings", .list(.string),
                    "Topics of kinds that no change of this daemon has, and what was probably meant. They never match."),
            ])
        ) { .watchStart($0) },
        Method(
            .session, "watch.stop", "Sends no more events of a watch.", 0,
            [.required("watch", \.self, .int(), "The number that watch.start gave.")], returns: .nothing
        ) { .watchStop(watch: $0) },
    ]
}
