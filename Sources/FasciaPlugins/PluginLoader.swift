import CFasciaPlugin
import Glibc

/// A plugin that is in use.
public struct LoadedPlugin: Sendable {
    public let name: String
    public let version: String
    /// The file, without symbolic links.
    public let path: String
    /// To be put into a `StyleRegistry` under their kinds and names.
    public let styles: [PluginStyle]
}

/// One plugin that there is, loaded or not.
public struct PluginInfo: Hashable, Sendable {
    public struct Style: Hashable, Sendable, Decodable {
        public var kind: String
        public var name: String
    }

    public var name: String
    public var path: String
    public var isLoaded: Bool
    /// From the plugin if it is loaded, else from its manifest if it has one.
    public var version: String?
    public var styles: [Style]
    /// Why it could not be loaded when that was last tried, or what is wrong with its manifest.
    public var error: String?
}

/// Finds plugins by name, checks whether they can be trusted and used, and keeps the ones that are loaded.
///
/// To be used by one owner. What it hands out may go to other threads.
public struct PluginLoader {
    /// The directories in which plugins are looked for, in this order.
    public let searchPath: [String]

    private let services: StyleServices
    private let hostVersion: String
    private let user: UInt32
    private var loaded: [String: LoadedPlugin] = [:]
    private var failures: [String: PluginError] = [:]
    /// Every object ever mapped, also of plugins that were unloaded.
    private var mapped: [String: MappedFile] = [:]

    /// - Parameters:
    ///   - hostVersion: the version of the program, which plugins may ask for.
    ///   - user: whose files are trusted beside root's; the user of this process where it is left out.
    public init(searchPath: [String], hostVersion: String, services: StyleServices, user: UInt32 = geteuid()) {
        self.searchPath = searchPath
        self.hostVersion = hostVersion
        self.services = services
        self.user = user
    }

    /// The plugins in use, by name.
    public var plugins: [LoadedPlugin] { loaded.values.sorted { $0.name < $1.name } }

    public func isLoaded(_ name: String) -> Bool { loaded[name] != nil }

    /// Loads a plugin, or gives the one that is loaded.
    ///
    /// - Throws: every `PluginError.Reason` but `notLoaded`.
    public mutating func load(_ name: String) throws(PluginError) -> LoadedPlugin {
        if let plugin = loaded[name] { return plugin }
        do {
            let plugin = try open(name)
            loaded[name] = plugin
            failures[name] = nil
            return plugin
        } catch {
            if PluginName.isValid(name) { failures[name] = error }
            throw error
        }
    }

    /// Stops offering a plugin's styles; the caller takes those that are returned out of its registry. The plugin's
    /// code stays mapped until the process ends: loading it again gives the same code, and a new build of it needs a
    /// new process.
    ///
    /// - Throws: `notLoaded`.
    public mutating func unload(_ name: String) throws(PluginError) -> LoadedPlugin {
        guard let plugin = loaded.removeValue(forKey: name) else {
            let names = loaded.keys.sorted().joined(separator: ", ")
            throw PluginError(
                .notLoaded, "plugin \"\(name)\" is not loaded; loaded are: \(names.isEmpty ? "none" : names)")
        }
        return plugin
    }

    /// Looks at a plugin's file again. The same file gives the same styles; a new build is refused with `replaced`, and
    /// what is loaded stays in use.
    ///
    /// - Throws: `notLoaded`, and whatever `load` throws.
    public mutating func reload(_ name: String) throws(PluginError) -> LoadedPlugin {
        let before = try unload(name)
        do throws(PluginError) {
            return try load(name)
        } catch {
            loaded[name] = before
            throw error
        }
    }

    /// What there is in the search path, and what is loaded, by name. Runs no code of plugins that are not loaded.
    public func list() -> [PluginInfo] {
        var infos: [String: PluginInfo] = [:]
        for directory in searchPath {
            for file in files(in: directory).sorted() {
                guard let name = PluginName.plugin(ofFile: file), infos[name] == nil else { continue }
                infos[name] = available(name, path: "\(directory)/\(file)", directory: directory)
            }
        }
        for plugin in loaded.values {
            infos[plugin.name] = PluginInfo(
                name: plugin.name, path: plugin.path, isLoaded: true, version: plugin.version,
                styles: plugin.styles.map { .init(kind: $0.kind.rawValue, name: $0.name) })
        }
        return infos.values.sorted { $0.name < $1.name }
    }

    /// - Returns: nothing for any other library that lies there: neither a manifest nor the file itself says that it is a
    ///   plugin, and nobody has tried to load it.
    private func available(_ name: String, path: String, directory: String) -> PluginInfo? {
        var info = PluginInfo(name: name, path: path, isLoaded: false, styles: [])
        switch Manifest.read(path: "\(directory)/\(name).json", plugin: name) {
        case .none: guard failures[name] != nil || ElfFile.namesEntry(path: path) else { return nil }
        case .manifest(let manifest):
            info.version = manifest.version
            info.styles = manifest.styles
        case .unusable(let why): info.error = why
        }
        if let failure = failures[name] { info.error = failure.message }
        return info
    }

    // MARK: - Loading one

    private mutating func open(_ name: String) throws(PluginError) -> LoadedPlugin {
        guard PluginName.isValid(name) else {
            throw PluginError(
                .invalidName,
                "\"\(name)\" cannot be a plugin's name: 1 to \(PluginName.longest) ASCII letters, digits, "
                    + "'-' or '_'")
        }
        let found = try find(name)
        try FileTrust.check(directory: found.directory, plugin: name, user: user)
        try FileTrust.check(realPath: found.path, plugin: name, user: user)
        let object = try map(found.path, plugin: name)
        let entry = try object.entry(plugin: name)
        let table = try PluginTable(entry(), plugin: name, path: found.path)
        let host = PluginHost(plugin: name, version: hostVersion, report: services.report)
        try start(table, host: host, path: found.path)
        let styles = table.styles.map { PluginStyle($0, host: host, services: services) }
        return LoadedPlugin(name: name, version: table.version, path: found.path, styles: styles)
    }

    private func find(_ name: String) throws(PluginError) -> (path: String, directory: String) {
        for directory in searchPath {
            for file in PluginName.files(of: name) {
                let path = "\(directory)/\(file)"
                if let real = FileTrust.realPath(of: path) { return (real, directory) }
                if errno == EACCES {
                    throw PluginError(
                        .untrusted, "plugin \"\(name)\" is not loaded: \(path) cannot be reached: "
                            + String(cString: strerror(EACCES)))
                }
            }
        }
        let files = PluginName.files(of: name).joined(separator: " and ")
        let places = searchPath.isEmpty ? "no directory" : searchPath.joined(separator: ", ")
        let there = list().map(\.name).joined(separator: ", ")
        throw PluginError(
            .notFound,
            "no plugin \"\(name)\": looked for \(files) in \(places); there is: \(there.isEmpty ? "none" : there)")
    }

    private mutating func map(_ path: String, plugin: String) throws(PluginError) -> SharedObject {
        let identity = MappedFile(path: path)
        if let before = mapped[path], before != identity {
            throw PluginError(
                .replaced,
                "\(path) has changed since it was loaded, and a plugin's code stays until the process ends: restart "
                    + "the daemon to load the new one")
        }
        let object = try SharedObject(path: path, plugin: plugin)
        mapped[path] = identity
        return object
    }

    private func start(_ table: PluginTable, host: PluginHost, path: String) throws(PluginError) {
        guard let start = table.pointer.pointee.start else { return }
        let status = host.call { start(table.pointer, host.table.pointer) }
        guard status == FASCIA_OK else {
            throw PluginError(.startFailed, "\(path): the plugin's start failed with status \(status)")
        }
    }

    private func files(in directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            names.append(name)
        }
        return names
    }
}

/// Which file was at a path when it was mapped.
private struct MappedFile: Hashable {
    var device: UInt64 = 0
    var node: UInt64 = 0
    var modified: Int = 0

    init(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        device = UInt64(status.st_dev)
        node = UInt64(status.st_ino)
        modified = status.st_mtim.tv_sec
    }
}
