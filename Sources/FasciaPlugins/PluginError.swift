/// Why a plugin cannot be loaded or unloaded: a reason for programs, and a message for people.
public struct PluginError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: String, CaseIterable, Hashable, Sendable {
        /// The name is not a valid plugin name.
        case invalidName
        /// The search path has no file for that name.
        case notFound
        /// The file or a directory above it belongs to, or can be written by, an untrusted user.
        case untrusted
        /// Not a shared object for this machine, or the dynamic linker refuses it.
        case notASharedObject
        /// A shared object without `fascia_plugin_entry`.
        case noEntry
        /// `fascia_plugin_entry` returned null.
        case noTable
        case wrongMagic
        case wrongVersion
        /// The `struct_size` of the table or of one of its structs is smaller than its version requires.
        case tooSmall
        /// The table has an invalid value.
        case malformed
        /// The plugin's id differs from its file's name.
        case idMismatch
        /// The plugin has no extension or style that this host supports.
        case nothingKnown
        /// The plugin's `start` failed.
        case startFailed
        /// The plugin's process did not start, ended or hung while it loaded the plugin.
        case hostFailed
        /// The plugin's renderer failed.
        case renderFailed
        case notLoaded
    }

    public var reason: Reason
    public var message: String
    public var description: String { message }

    package static func unloaded(_ name: String) -> PluginError {
        PluginError(.notLoaded, "plugin \"\(name)\" is not loaded: it was unloaded meanwhile")
    }

    init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }
}

/// A message that a plugin reported, or a fault of the plugin, while it is in use.
public struct PluginIssue: Hashable, Sendable {
    public enum Severity: String, Hashable, Sendable {
        case info, warning, error
    }

    public var plugin: String
    public var severity: Severity
    public var message: String
    /// Whether the plugin's process has failed: its styles are not used until it works again.
    package var isFailure: Bool

    package init(plugin: String, severity: Severity, message: String, isFailure: Bool = false) {
        (self.plugin, self.severity, self.message, self.isFailure) = (plugin, severity, message, isFailure)
    }
}
