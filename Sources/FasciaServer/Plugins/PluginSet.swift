import FasciaDocument
import FasciaLoop
import FasciaModel
import FasciaPlugins
import FasciaRender
import FasciaWire
import Logging

/// The loaded plugins and the styles that they provide.
package final class PluginSet {
    private(set) var styles = StyleRegistry()
    private var loader: PluginLoader
    /// The loaded plugins, in order. Of several styles with one name, that of the last plugin is used.
    private var order: [LoadedPlugin] = [] {
        didSet {
            styles = StyleRegistry()
            for style in order.flatMap(\.styles) { styles[style.kind, style.name] = style }
        }
    }
    private let logger: Logger
    let failures = PluginFailures()
    /// Plugins that were requested at startup and could not be loaded.
    private var failedAtStart: [String] = []
    private var loop: EventLoop?
    /// Set by `start`, because whoever draws with the styles is made later.
    private var stylesChanged: (() -> Void)?
    private var watches: PluginWatch?
    private var starts: PluginStarts?
    /// What each renderer printed in its latest run.
    private var rendererOutputs: [String: PluginOutput] = [:]
    /// Runs while a plugin has failed and is tried again.
    private var recovery: Timer?

    package init(paths: [String], isolation: PluginIsolation = PluginIsolation(programs: []), logger: Logger) {
        self.logger = logger
        let failures = failures
        let services = StyleServices(
            report: { issue in
                guard !issue.isFailure else { return failures.add(issue) }
                logger.log(
                    level: Logger.Level(issue.severity), "\(issue.message)", metadata: ["plugin": "\(issue.plugin)"])
            })
        loader = PluginLoader(searchPath: paths, hostVersion: Version.current, isolation: isolation, services: services)
    }

    /// From now on, plugins that failed are tried again, and new builds are loaded.
    ///
    /// - Parameter stylesChanged: called when the pictures may have changed.
    func start(_ loop: EventLoop, stylesChanged: @escaping () -> Void) {
        (self.loop, self.stylesChanged) = (loop, stylesChanged)
        starts = PluginStarts(loop, patience: loader.isolation.longest) { [unowned self] name throws(WireError) in
            try naming(name) { () throws(PluginError) in try loader.start(name) }
        } finish: { [unowned self] name, starting throws(WireError) in
            let before = loader.plugins.first { $0.name == name }
            use(try naming(name) { () throws(PluginError) in try loader.finish(name, starting) }, insteadOf: before)
        }
        for plugin in loader.plugins { watch(plugin.path) }
    }

    /// Watches for new builds of a plugin. Without plugins nothing is watched: a user has few inotify instances.
    private func watch(_ path: String) {
        guard let loop else { return }
        do throws(LoopError) {
            if watches == nil { watches = try PluginWatch(loop) { [unowned self] in reload(paths: $0) } }
            watches?.add(FileTrust.parent(of: path))
        } catch {
            logger.warning("new builds of plugins are not noticed: \(error)")
        }
    }

    /// Loads the new builds of loaded plugins. One that cannot be loaded changes nothing.
    ///
    /// - Parameter paths: of the files that have changed; `nil` for any.
    private func reload(paths: Set<String>?) {
        for plugin in loader.plugins where paths?.contains(plugin.path) != false {
            reload(plugin.name) { [unowned self] result in
                switch result {
                case .success: stylesChanged?()
                case .failure(let error):
                    // It may have been unloaded meanwhile.
                    guard loader.isLoaded(plugin.name) else { return }
                    let message = "the new build of plugin \"\(plugin.name)\" is not used: \(error.message)"
                    failures.add(
                        PluginIssue(plugin: plugin.name, severity: .warning, message: message, isFailure: true))
                }
            }
        }
    }

    /// Nothing may change in the panel meanwhile, so the loop wakes up for it.
    private func recover() {
        guard recovery == nil, loader.plugins.contains(where: \.process.isRecovering) else { return }
        recovery = loop?.schedule(in: .milliseconds(100)) { [unowned self] in
            recovery = nil
            let settled = loader.plugins.map(\.process).filter { $0.isRecovering && $0.recover() }
            if !settled.isEmpty { stylesChanged?() }
            recover()
        }
    }

    /// Whether a plugin has failed and does not work yet.
    func hasFailed(_ name: String) -> Bool {
        loader.plugins.contains { plugin in
            plugin.name == name
                && (plugin.process.isRecovering || plugin.process.quarantine != nil || loader.lastError(of: name) != nil)
        }
    }

    /// Whether a style wants to know of selections.
    var areToldOfSelections: Bool { loader.plugins.contains { $0.styles.contains(where: \.isToldOfSelections) } }

    var loadedNames: [String] { loader.plugins.map(\.name) }

    /// The plugins as of the last scan. A scan reads files, so `daemon.status` does not start one.
    private(set) lazy var known = scan()

    /// The result of `plugin.list`.
    var list: JSON {
        known = scan()
        return known
    }

    private func scan() -> JSON {
        .array(
            loader.list().map { info in
                var json: JSON.Object = [
                    "id": .string(info.name), "path": .string(info.path), "loaded": .bool(info.isLoaded),
                ]
                json["version"] = info.version.map { .string($0) }
                json["styles"] = .array(info.styles.map { ["kind": .string($0.kind), "name": .string($0.name)] })
                json["renderer"] = .bool(info.hasRenderer)
                if info.isLoaded {
                    json["isolation"] = info.isConfined ? "process" : "none"
                    json["confinement"] = .array(info.confinement.map { .string($0) })
                }
                if !info.others.isEmpty {
                    json["others"] = .array(
                        info.others.map { copy in
                            var json: JSON.Object = ["path": .string(copy.path)]
                            json["version"] = copy.version.map { .string($0) }
                            return .object(json)
                        })
                }
                json["error"] = info.error.map { .string($0) }
                return .object(json)
            })
    }

    /// Loads plugins at startup, all at once. A failure is logged and retried at a reload; the daemon starts without the
    /// plugin.
    package func loadAtStart(_ names: [String]) {
        let end = ContinuousClock.now + loader.isolation.longest
        var started: [(String, StartingPlugin)] = []
        func trying(_ name: String, _ body: () throws(PluginError) -> Void) {
            do throws(PluginError) { try body() } catch {
                known = scan()
                failedAtStart.append(name)
                logger.error("\(error.message)", metadata: ["plugin": "\(name)"])
            }
        }
        for name in names where !started.contains(where: { $0.0 == name }) && !failedAtStart.contains(name) {
            trying(name) { () throws(PluginError) in started.append((name, try loader.start(name))) }
        }
        for (name, starting) in started {
            trying(name) { () throws(PluginError) in
                use(try loader.finish(name, starting, patience: max(.zero, end - .now)), insteadOf: nil)
            }
        }
    }

    /// Loads the plugins that could not be loaded at startup.
    ///
    /// - Parameter end: called with the errors of those that still cannot be loaded.
    func retry(end: @escaping ([WireError]) -> Void) {
        var (left, errors): ([String], [WireError]) = (failedAtStart, [])
        guard !left.isEmpty else { return end([]) }
        for name in left {
            load(name) { [unowned self] result in
                switch result {
                case .success: failedAtStart.removeAll { $0 == name }
                case .failure(let error):
                    errors.append(error)
                    logger.error("\(error.message)", metadata: ["plugin": "\(name)"])
                }
                left.removeAll { $0 == name }
                if left.isEmpty { end(errors) }
            }
        }
    }

    /// Loads a plugin.
    ///
    /// - Parameter end: called with `false` if it was loaded already.
    func load(_ name: String, end: @escaping (Result<Bool, WireError>) -> Void) {
        guard !loader.isLoaded(name) else { return end(.success(false)) }
        start(name, end)
    }

    /// Loads a plugin's file again.
    func reload(_ name: String, end: @escaping (Result<Bool, WireError>) -> Void) {
        do throws(WireError) {
            if starts?.isLoading(name) != true { _ = try naming(name) { () throws(PluginError) in try loader.plugin(name) } }
            start(name, end)
        } catch {
            end(.failure(error))
        }
    }

    private func start(_ name: String, _ end: @escaping (Result<Bool, WireError>) -> Void) {
        starts?.add(name) { end($0.map { true }) }
    }

    /// Adds the plugin's name to the error.
    private func naming<Result>(_ name: String, _ body: () throws(PluginError) -> Result) throws(WireError) -> Result {
        do throws(PluginError) { return try body() } catch {
            known = scan()
            throw WireError(error, plugin: name)
        }
    }

    private func use(_ plugin: LoadedPlugin, insteadOf before: LoadedPlugin?) {
        order = order.filter { $0.name != plugin.name } + [plugin]
        known = scan()
        watch(plugin.path)
        logger.info(
            before == nil ? "plugin loaded" : "plugin reloaded", metadata: ["plugin": "\(plugin.name)", "path": "\(plugin.path)"])
    }

    /// Calls `body`, which uses styles, and calls it again when plugins have answered what it had to ask. So a frame asks each
    /// plugin once about all its controls.
    ///
    /// - Parameter isLayout: whether `body` lays out new items each time, whose sizes can be asked about together.
    func answering<Result>(isLayout: Bool = false, _ body: (_ isRepeated: Bool) -> Result) -> Result {
        let plugins = loader.plugins.map(\.process)
        guard !plugins.isEmpty else { return body(false) }
        defer { recover() }
        var isRepeated = false
        // Another measured size can make a container propose a size that was not asked about.
        for _ in 0..<3 {
            for plugin in plugins { plugin.collect(isLayout: isLayout) }
            let result = body(isRepeated)
            let hasAnswers = plugins.map { $0.answerCollected() }
            guard hasAnswers.contains(true) else { return result }
            isRepeated = true
        }
        return body(true)
    }

    /// What a plugin has printed since it was loaded, and in its latest run as a renderer.
    func log(_ name: String) throws(WireError) -> String {
        let rendering = rendererOutputs[name]?.text
        do throws(PluginError) { return try loader.plugin(name).process.printed + (rendering ?? "") } catch {
            if let rendering { return rendering }
            throw WireError(error, plugin: name)
        }
    }

    /// Starts to render screens with a plugin.
    func render(_ screens: @escaping (RendererInput) -> [UInt8], with name: String) throws(WireError) -> RenderJob {
        do throws(PluginError) {
            let job = try loader.render(screens, with: name)
            rendererOutputs[name] = job.output
            return job
        } catch {
            throw WireError(error, plugin: name)
        }
    }

    func unload(_ name: String) throws(WireError) -> Bool {
        do throws(PluginError) {
            let plugin = try loader.unload(name)
            order.removeAll { $0.name == plugin.name }
            known = scan()
            starts?.cancel(name, WireError(.unloaded(name), plugin: name))
            logger.info("plugin unloaded", metadata: ["plugin": "\(name)"])
            return true
        } catch {
            throw WireError(error, plugin: name)
        }
    }
}

extension WireError {
    /// A plugin's error as a protocol error; `data.problem` is the machine-readable reason.
    init(_ error: PluginError, plugin: String) {
        let reason: Refusal.Reason =
            switch error.reason {
            case .notFound, .notLoaded: .notFound
            default: .invalid
            }
        self.init(
            Refusal(
                reason, error.message,
                details: ["plugin": .string(plugin), "problem": .string(error.reason.rawValue)]))
    }
}

extension Logger.Level {
    fileprivate init(_ severity: PluginIssue.Severity) {
        self =
            switch severity {
            case .info: .info
            case .warning: .warning
            case .error: .error
            }
    }
}
