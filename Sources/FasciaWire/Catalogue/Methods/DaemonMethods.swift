import FasciaDocument

extension Hello {
    private struct Range: Hashable, Sendable {
        var min = 1
        var max = 1

        static let schema = Schema.record(
            Range(),
            [
                .required("min", \.min, .int(0 ... .max), "The oldest version that it speaks."),
                .required("max", \.max, .int(0 ... .max), "The newest version that it speaks."),
            ]
        ).map { range throws(Mismatch) in
            guard range.min <= range.max else {
                throw Mismatch(pointer: "/max", expected: "at least min, which is \(range.min)", found: "\(range.max)")
            }
            return range
        } back: {
            $0
        }
    }

    private var range: Range {
        get { Range(min: minimum, max: maximum) }
        set { (minimum, maximum) = (newValue.min, newValue.max) }
    }

    /// The client's name is shown to people and written to the journal.
    private static let name = Schema<String>.name(atMost: 128)

    fileprivate static var fields: [Field<Hello>] {
        [
            .defaulted(
                "protocol", \.range, Range.schema, default: Range(), "The versions of the protocol that it speaks."),
            .optional("name", \.name, name, "What the program is called; it stands in the cause of its events."),
        ]
    }
}

extension Schema where Value == String {
    /// A name without control characters, which is safe to show and to store in a journal.
    static func name(atMost bytes: Int) -> Schema {
        Schema.string.map { name throws(Mismatch) in
            guard name.utf8.count <= bytes else {
                throw Mismatch(expected: "at most \(bytes) bytes", found: "\(name.utf8.count)")
            }
            // C0, DEL and C1.
            guard name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }) else {
                throw Mismatch(expected: "a name without control characters", found: "one")
            }
            return name
        } back: {
            $0
        }
    }
}

extension Method {
    static let daemon: [Method] = [
        Method(
            .session, "daemon.hello", "Agrees on a version, and tells who is who. Not obligatory.", Hello(),
            Hello.fields,
            returns: .result([
                .always("protocol", .integer, "The version that both speak."),
                .always("server", .string, "The daemon's name and version."),
                .always("epoch", .string, "The first part of its cursors."),
                .always("revision", .integer, "The panel's revision."),
                .always("peer", .definition("Peer"), "Who the daemon sees at the other end."),
                .always("limits", .map(.integer), "How much there may be of everything."),
            ])
        ) { .hello($0) },
        Method(
            .query, "daemon.status", "Tells how the daemon is.", command: "status", NoParams(), [],
            returns: .result([
                .always("version", .string, "The daemon's version."),
                .always("uptime", .number, "Seconds since it started."),
                .always("revision", .integer, "The panel's revision."),
                .always("counts", .map(.integer), "How many of everything there are."),
                .sometimes("memory", .anyObject, "Bytes in use."),
                .sometimes(
                    "work", .map(.integer),
                    "What showing has taken so far: scenes, layouts, pictures, and frames that were encoded."),
                .sometimes("journal", .anyObject, "How the state is kept: bytes, the last snapshot, revisions not on disk."),
                .sometimes("plugins", .list(.definition("Plugin")), "The plugins that it knows."),
                .sometimes("issues", .list(.anyObject), "The last things that went wrong, with when and by whom."),
            ])
        ) { _ in .status },
        Method(
            .query, "daemon.describe", "Describes every method, event and type as JSON Schema.", command: "describe",
            Optional<String>.none, [.optional("method", \.self, .string, "Only this method.")],
            returns: .result([
                .always("protocol", .integer, "The version that is described."),
                .always("methods", .list(.anyObject), "The methods."),
                .sometimes("events", .anyObject, "What the notifications hold."),
                .sometimes("requests", .anyObject, "What the daemon asks its clients."),
                .sometimes("errors", .list(.anyObject), "The reasons there are."),
                .always("$defs", .map(.anything), "The types that the schemas name."),
            ])
        ) { .describe(method: $0) },
        Method(
            .session, "daemon.reload", "Reads the settings and plugins again, as SIGHUP does.", command: "reload",
            NoParams(), [],
            returns: .result([
                .always("reloaded", .boolean, "True: the daemon goes on with what could be loaded."),
                .always(
                    "failed",
                    .list(
                        .result([
                            .always("plugin", .string, "Its name."), .always("message", .string, "Why, and how to mend it."),
                        ])),
                    "The plugins that could not be loaded."),
            ])
        ) { _ in .reload },
        Method(
            .session, "daemon.shutdown", "Ends the daemon, as SIGTERM does.", command: "shutdown", NoParams(), [],
            returns: .nothing
        ) { _ in .shutdown },
        Method(
            .query, "sync", "Answers when everything before it has been sent.", NoParams(), [],
            returns: .result([.always("revision", .integer, "The panel's revision.")])
        ) { _ in .sync },
    ]

    static let plugin: [Method] = [
        Method(
            .query, "plugin.list", "Tells which plugins there are.", command: "plugin list", NoParams(), [],
            returns: .result([.always("plugins", .list(.definition("Plugin")), "The plugins that were found.")])
        ) { _ in .pluginList },
        Method(
            .session, "plugin.load", "Loads a plugin.", command: "plugin load", "", [.plugin],
            returns: .definition("Plugin")
        ) { .pluginLoad(id: $0) },
        Method(
            .session, "plugin.unload", "Takes a plugin out of use.", command: "plugin unload", "", [.plugin],
            returns: .definition("Plugin")
        ) { .pluginUnload(id: $0) },
        Method(
            .session, "plugin.reload", "Loads a plugin anew from its file.", command: "plugin reload", "", [.plugin],
            returns: .definition("Plugin")
        ) { .pluginReload(id: $0) },
    ]
}

extension Field<String> {
    fileprivate static let plugin = Field.required("id", \.self, .string, "The name of the plugin.")
}
