import FasciaDocument

extension Hello {
    private struct Range: Hashable, Sendable {
        var min = 1
        var max = 1

        static let schema = Schema.record(
            Range(),
            [
                .required("min", \.min, .int(0 ... .max), "The oldest version that the client speaks."),
                .required("max", \.max, .int(0 ... .max), "The newest version that the client speaks."),
            ]
        ).checked { range throws(Mismatch) in
            guard range.min <= range.max else {
                throw Mismatch(pointer: "/max", expected: "at least min, which is \(range.min)", found: "\(range.max)")
            }
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
                "protocol", \.range, Range.schema, default: Range(), "The protocol versions that the client speaks."),
            .optional("name", \.name, name, "The client's name, which is part of the cause of its events."),
            .optional(
                "reason", \.reason, MutationOptions.reason,
                "Why it makes its changes, for requests that do not say so themselves."),
            .optional(
                "actFor", \.actFor, name,
                "The name or number of the user for whom it acts, if the access file lets it; before any other request."),
        ]
    }
}

extension Schema where Value == String {
    /// A name without control characters, which is safe to show and to store in a journal.
    static func name(atMost bytes: Int) -> Schema {
        string(atMost: bytes).checked { name throws(Mismatch) in
            // C0, DEL and C1.
            guard name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }) else {
                throw Mismatch(expected: "a name without control characters", found: "a control character")
            }
        }
    }
}

extension Method {
    static let daemon: [Method] = [
        Method(
            .session, "daemon.hello", needs: .view, "Negotiate the protocol version and introduce both sides. Optional.", Hello(),
            Hello.fields,
            returns: .result([
                .required("protocol", .integer, "The protocol version in use."),
                .required("server", .string, "The daemon's name and version."),
                .required("epoch", .string, "The first part of every cursor; identifies the state."),
                .required("revision", .integer, "The panel's revision."),
                .required("peer", .definition("Peer"), "The client, as the daemon sees it."),
                .required("limits", .map(.integer), "The daemon's limits, by name."),
            ])
        ) { .hello($0) },
        Method(
            .query, "daemon.status", needs: .view, "Get the daemon's status.", command: "status", NoParams(), [],
            returns: .result([
                .required("version", .string, "The daemon's version."), .required("pid", .integer, "Its process id."),
                .required("epoch", .string, "The first part of every cursor; identifies the state."),
                .required("uptime", .number, "Seconds since it started."),
                .required("revision", .integer, "The panel's revision."),
                .required("counts", .map(.integer), "The number of things of each kind."),
                .required("memory", .integer, "Its resident memory, in bytes."),
                .required(
                    "work", .map(.integer),
                    "The rendering work so far: scenes, layouts, pictures, encoded frames, and slices of painting."),
                .required("journal", .anyObject, "The journal: bytes, the last snapshot, revisions not on disk yet."),
                .required("terminals", .list(.anyObject), "The attached terminals."),
                .required("plugins", .list(.definition("Plugin")), "The known plugins."),
                .required("issues", .list(.anyObject), "The open issues, each with its id, time and cause."),
            ])
        ) { _ in .status },
        Method(
            .query, "daemon.describe", needs: .view, "Describe every method, event and type as JSON Schema.", command: "describe",
            Optional<String>.none, [.optional("method", \.self, .name, "Only this method.")],
            returns: .result([
                .required("protocol", .integer, "The described protocol version."),
                .required("methods", .list(.anyObject), "The methods."),
                .optional("events", .anyObject, "The notifications, with their parameters."),
                .optional("requests", .anyObject, "The requests that the daemon sends to clients."),
                .optional("errors", .list(.anyObject), "The reasons of errors."),
                .required("$defs", .map(.anything), "The types that the schemas refer to."),
            ])
        ) { .describe(method: $0) },
        Method(
            .session, "daemon.reload", needs: .admin(.daemon), "Reload the settings and plugins, as SIGHUP does.",
            command: "reload",
            NoParams(), [],
            returns: .result([
                .required("reloaded", .boolean, "Always true: the daemon uses what could be loaded."),
                .required(
                    "failed",
                    .list(
                        .result([
                            .required("plugin", .string, "The plugin's name."),
                            .required("message", .string, "What is wrong, and how to fix it."),
                        ])),
                    "The plugins that could not be loaded."),
            ])
        ) { _ in .reload },
        Method(
            .session, "daemon.shutdown", needs: .admin(.daemon), "Stop the daemon, as SIGTERM does.", command: "shutdown",
            NoParams(), [],
            returns: .result([.required("stopping", .boolean, "Always true.")])
        ) { _ in .shutdown },
        Method(
            .query, "sync", needs: .view, "Answers when everything before it has been sent.", NoParams(), [],
            returns: .result([.required("revision", .integer, "The panel's revision.")])
        ) { _ in .sync },
    ]

    static let plugin: [Method] = [
        Method(
            .query, "plugin.list", needs: .view, "List the plugins.", command: "plugin list", NoParams(), [],
            returns: .result([.required("plugins", .list(.definition("Plugin")), "The plugins that were found.")])
        ) { _ in .pluginList },
        Method(
            .query, "plugin.log", needs: .admin(.plugin), "Print what a plugin has printed.", command: "plugin log", "",
            [.plugin],
            returns: .result([
                .required(
                    "text", .string,
                    "The last 64 KiB that it printed since it was loaded, then the last 64 KiB of its latest run as a renderer.")
            ])
        ) { .pluginLog(id: $0) },
        Method(
            .session, "plugin.load", needs: .admin(.plugin), "Load a plugin.", command: "plugin load", "", [.plugin],
            returns: .pluginChange
        ) { .pluginLoad(id: $0) },
        Method(
            .session, "plugin.unload", needs: .admin(.plugin), "Unload a plugin.", command: "plugin unload", "", [.plugin],
            returns: .pluginChange
        ) { .pluginUnload(id: $0) },
        Method(
            .session, "plugin.reload", needs: .admin(.plugin), "Reload a plugin from its file.", command: "plugin reload", "",
            [.plugin],
            returns: .pluginChange
        ) { .pluginReload(id: $0) },
    ]
}

extension JSON {
    fileprivate static let pluginChange = result([
        .required("changed", .boolean, "Whether anything changed."),
        .required("plugins", .list(.definition("Plugin")), "The plugins that were found."),
    ])
}

extension Field<String> {
    fileprivate static let plugin = Field.required("id", \.self, .name, "The name of the plugin.")
}
