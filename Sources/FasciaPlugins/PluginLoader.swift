import CFasciaPlugin
import FasciaScene
import Glibc

public struct LoadedPlugin {
    public let name: String
    public let version: String
    /// The file's path, with symbolic links resolved.
    public let path: String
    /// The styles, to be registered in a `StyleRegistry` under their kinds and names.
    public let styles: [PluginStyle]
    package let process: IsolatedPlugin
}

/// An available plugin, loaded or not.
public struct PluginInfo: Hashable, Sendable {
    public struct Copy: Hashable, Sendable {
        public var path: String
        /// From its manifest, if it has one.
        public var version: String?
    }

    public struct Style: Hashable, Sendable {
        public var kind: String
        public var name: String
    }

    public var name: String
    public var path: String
    public var isLoaded: Bool
    /// From the plugin if it is loaded, otherwise from its manifest, if it has one.
    public var version: String?
    public var styles: [Style]
    public var hasRenderer = false
    /// Of a loaded plugin: whether its process was found to be confined from anything that `isolation` is to keep it from.
    public var isConfined = true
    /// What its process was found to be confined from.
    public var confinement: [String] = []
    /// The other files of that name in the search path: those that it hides, and for a loaded plugin the one that a reload would
    /// take instead.
    public var others: [Copy] = []
    /// Why the last attempt to load or reload it failed, why its manifest is invalid, or why it is not used any more.
    public var error: String?
}

/// Finds plugins by name, checks whether they are trusted and valid, and keeps the loaded ones.
///
/// Not for concurrent use: it has one owner. The plugins that it returns may be used from other threads.
public struct PluginLoader {
    private let searchPath: SearchPath
    let patience: Patience
    package let isolation: PluginIsolation
    let services: StyleServices
    private let hostVersion: String
    private let user: UInt32
    private var loaded: [String: LoadedPlugin] = [:]
    private var failures: [String: PluginError] = [:]

    /// - Parameters:
    ///   - searchPath: the directories to search for plugins, in this order.
    ///   - hostVersion: the version of the host program, passed to plugins.
    ///   - isolation: where plugins run.
    ///   - user: the user whose files are trusted besides root's; by default the user of this process.
    public init(
        searchPath: [String], hostVersion: String, isolation: PluginIsolation, services: StyleServices,
        user: UInt32 = geteuid()
    ) {
        self.searchPath = SearchPath(searchPath)
        self.isolation = isolation
        patience = Patience(limit: isolation.patience)
        self.hostVersion = hostVersion
        self.services = services
        self.user = user
    }

    /// A loader for one file, and the plugin's name in it.
    ///
    /// - Throws: `invalidName`.
    static func forFile(
        _ path: String, hostVersion: String, isolation: PluginIsolation, services: StyleServices
    ) throws(PluginError) -> (loader: PluginLoader, name: String) {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        guard let name = PluginName.plugin(ofFile: file) else {
            throw PluginError(.invalidName, "\(path) cannot be a plugin: a plugin's file is called NAME.so or libNAME.so")
        }
        let loader = PluginLoader(
            searchPath: [path.contains("/") ? FileTrust.parent(of: path) : "."], hostVersion: hostVersion,
            isolation: isolation, services: services)
        return (loader, name)
    }

    /// The file of a plugin.
    ///
    /// - Throws: `invalidName`, `notFound`, `untrusted`.
    package func path(of name: String) throws(PluginError) -> String { try trustedPath(of: name) }

    public var plugins: [LoadedPlugin] { loaded.values.sorted { $0.name < $1.name } }

    public func isLoaded(_ name: String) -> Bool { loaded[name] != nil }

    /// Loads a plugin, or returns it if it is already loaded.
    ///
    /// - Throws: every `PluginError.Reason` but `notLoaded`.
    public mutating func load(_ name: String) throws(PluginError) -> LoadedPlugin {
        if let plugin = loaded[name] { return plugin }
        return try finish(name, start(name), patience: isolation.longest)
    }

    /// Starts a plugin's process. `finish` takes the plugin into use in place of the loaded one, whose state it gets.
    ///
    /// - Throws: the errors of `load` that occur before the plugin's code runs.
    package mutating func start(_ name: String) throws(PluginError) -> StartingPlugin {
        do {
            return try StartingPlugin(source(of: name), replacing: loaded[name]?.process, services)
        } catch {
            throw remember(error, name)
        }
    }

    /// Takes a started plugin into use in place of the loaded one. After an error, the loaded one stays in use.
    ///
    /// - Parameter patience: how long to wait for the plugin.
    /// - Throws: the errors of `load` that its code can cause.
    package mutating func finish(
        _ name: String, _ starting: StartingPlugin, patience: Duration = .zero
    ) throws(PluginError) -> LoadedPlugin {
        do {
            let plugin = try open(starting, patience)
            loaded[name] = plugin
            failures[name] = nil
            return plugin
        } catch {
            throw remember(error, name)
        }
    }

    /// Why the last attempt to load or reload a plugin failed.
    package func lastError(of name: String) -> PluginError? { failures[name] }

    private mutating func remember(_ error: PluginError, _ name: String) -> PluginError {
        if PluginName.isValid(name) { failures[name] = error }
        return error
    }

    /// A loaded plugin.
    ///
    /// - Throws: `notLoaded`.
    package func plugin(_ name: String) throws(PluginError) -> LoadedPlugin {
        if let plugin = loaded[name] { return plugin }
        let names = loaded.keys.sorted().joined(separator: ", ")
        throw PluginError(.notLoaded, "plugin \"\(name)\" is not loaded; loaded are: \(names.isEmpty ? "none" : names)")
    }

    /// Removes a plugin from the loaded ones. The caller removes the returned plugin's styles from its registry. Its process
    /// ends with the last reference to it.
    ///
    /// - Throws: `notLoaded`.
    public mutating func unload(_ name: String) throws(PluginError) -> LoadedPlugin {
        let plugin = try plugin(name)
        (loaded[name], failures[name]) = (nil, nil)
        return plugin
    }

    /// Loads a plugin's file again, and replaces the loaded plugin. After an error that one stays in use.
    ///
    /// - Throws: `notLoaded`, and the errors of `load`.
    public mutating func reload(_ name: String) throws(PluginError) -> LoadedPlugin {
        _ = try plugin(name)
        return try finish(name, start(name), patience: isolation.longest)
    }

    /// The plugins in the search path and the loaded ones, sorted by name. Runs no code of plugins that are not loaded.
    public func list() -> [PluginInfo] {
        var infos: [String: PluginInfo] = [:]
        for file in searchPath.files {
            guard let info = available(file) else { continue }
            if infos[file.name] == nil {
                infos[file.name] = info
            } else {
                infos[file.name]?.others.append(.init(path: info.path, version: info.version))
            }
        }
        for plugin in loaded.values {
            let found = infos[plugin.name].map { [.init(path: $0.path, version: $0.version)] + $0.others } ?? []
            infos[plugin.name] = PluginInfo(
                name: plugin.name, path: plugin.path, isLoaded: true, version: plugin.version,
                styles: plugin.styles.map { .init(kind: $0.kind.rawValue, name: $0.name) },
                hasRenderer: plugin.process.loaded.hasRenderer,
                isConfined: plugin.process.isConfined && !isolation.unconfined.contains(plugin.name),
                confinement: plugin.process.confinement,
                others: found.filter { FileTrust.realPath(of: $0.path) != plugin.path },
                error: plugin.process.quarantine ?? failures[plugin.name]?.message)
        }
        return infos.values.sorted { $0.name < $1.name }
    }

    /// - Returns: `nil` for a library that is not a plugin: it has no manifest, does not contain the entry function's
    ///   name, and has not failed to load before.
    private func available(_ file: SearchPath.File) -> PluginInfo? {
        let name = file.name
        var info = PluginInfo(name: name, path: file.path, isLoaded: false, styles: [])
        switch Manifest.read(path: "\(file.directory)/\(name).json", plugin: name) {
        case .none: guard failures[name] != nil || ElfFile.mentionsEntrySymbol(path: file.path) else { return nil }
        case .manifest(let manifest):
            info.version = manifest.version
            info.styles = manifest.styles
            info.hasRenderer = manifest.hasRenderer
        case .unusable(let why): info.error = why
        }
        if let failure = failures[name] { info.error = failure.message }
        return info
    }

    // MARK: - Loading one

    /// Finds a plugin's file, in a directory that is trusted.
    private func trustedPath(of name: String) throws(PluginError) -> String {
        guard PluginName.isValid(name) else {
            throw PluginError(
                .invalidName,
                "\"\(name)\" cannot be a plugin's name: 1 to \(PluginName.longest) ASCII letters, digits, "
                    + "'-' or '_'")
        }
        let found = try searchPath.find(name, others: { list().map(\.name) })
        try FileTrust.check(directory: found.directory, plugin: name, user: user)
        return found.path
    }

    /// What a plugin's process is started with.
    func source(of name: String) throws(PluginError) -> PluginSource {
        let path = try trustedPath(of: name)
        let starter = try isolation.starter(of: name)
        let file = try FileTrust.open(realPath: path, plugin: name, user: user)
        let libraries: [CInt]
        do {
            try ElfFile.check(path: path, plugin: name)
            libraries = try PluginLibraries(plugin: name, path: path, user: user, more: isolation.libraries).found
        } catch {
            close(file)
            throw error
        }
        let source = PluginSource(
            plugin: name, path: path, PluginFiles([file] + libraries), starter, isolation, patience: patience,
            version: hostVersion)
        guard !OpenFiles.areFew(after: ([file] + libraries).max() ?? file) else {
            throw PluginError(
                .hostFailed,
                "plugin \"\(name)\" is not loaded: too many files are open, and the limit is \(OpenFiles.limit): raise it with "
                    + "LimitNOFILE= of the unit, or ulimit -n")
        }
        return source
    }

    private func open(_ starting: StartingPlugin, _ patience: Duration) throws(PluginError) -> LoadedPlugin {
        let source = starting.source
        let name = source.plugin
        let plugin = try starting.plugin(patience: patience)
        let loaded = plugin.loaded
        let styles = loaded.styles.enumerated().compactMap { index, style -> PluginStyle? in
            guard let kind = Control.Kind(style.kind), PluginName.isValid(style.name) else { return nil }
            return PluginStyle(kind, style, UInt32(index), of: plugin, services)
        }
        guard loaded.styles.isEmpty || !styles.isEmpty else {
            throw PluginError(
                .nothingKnown,
                "\(source.path): none of the plugin's styles is for a kind of control that this host knows: "
                    + Control.Kind.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return LoadedPlugin(name: name, version: loaded.version, path: source.path, styles: styles, process: plugin)
    }

    /// Starts a plugin's renderer in a process of its own, whether the plugin is loaded or not.
    ///
    /// - Parameter screens: makes the JSON text to render, once the plugin has said what it reads.
    /// - Throws: the errors of `load`.
    package func render(
        _ screens: @escaping (RendererInput) -> [UInt8], with name: String
    ) throws(PluginError) -> RenderJob {
        try RenderJob(source(of: name), screens, services: services)
    }
}
