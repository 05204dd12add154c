import FasciaModel
import FasciaPlugins
import FasciaRender
import FasciaWire
import Logging

/// The daemon's plugins: which are loaded, and the styles that they give.
final class PluginHost {
    private(set) var styles = StyleRegistry()
    private let logger: Logger
    /// What was asked for at the start and is not there (yet).
    private var wanted: [String] = []

    init(paths: [String], logger: Logger) {
        self.logger = logger
    }
    var list: JSON { [] }
    var loadedNames: [String] { [] }
    func loadAtStart(_ name: String) {}
    func load(_ id: String) throws(WireError) {}
    func unload(_ id: String) throws(WireError) {}
    func reload(_ id: String) throws(WireError) {}
    func retry() {}
}
