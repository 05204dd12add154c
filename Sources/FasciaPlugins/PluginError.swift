/// Why a plugin cannot be had: a reason for programs, a message for people.
public struct PluginError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: String, CaseIterable, Hashable, Sendable {
        /// The name is no name.
        case invalidName
        /// No file of that name in the search path.
        case notFound
        /// The file, or a directory above it, belongs to or can be written by somebody who is not trusted.
        case untrusted
        /// Not a shared object for this machine, or one that the dynamic linker refuses.
        case notASharedObject
        /// A shared object without `fascia_plugin_entry`.
        case noEntry
        /// The entry returned null.
        case noTable
        case wrongMagic
        case wrongVersion
        /// The table, or one of its structs, is shorter than its version says.
        case tooSmall
        /// The table has something in it that cannot be.
        case malformed
        /// It is another plugin than its file's name says.
        case idMismatch
        /// It can do nothing that this host knows.
        case nothingKnown
        /// Its own start failed.
        case startFailed
        /// The file is not the one that is mapped; only a new process can load it.
        case replaced
        case notLoaded
    }

    public var reason: Reason
    public var message: String
    public var description: String { message }

    init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }
}

/// Something that a plugin says, or that is said about it, while it is in use.
public struct PluginIssue: Hashable, Sendable {
    public enum Severity: String, Hashable, Sendable {
        case info, warning, error
    }

    public var plugin: String
    public var severity: Severity
    public var message: String
}
