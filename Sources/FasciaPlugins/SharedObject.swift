import CFasciaPlugin
import Glibc

/// A shared object that is mapped into this process, for as long as the process lives: what it handed out (function
/// pointers, tables, types of its runtime) cannot be taken back, so it is never closed.
struct SharedObject {
    let path: String
    private let handle: UnsafeMutableRawPointer

    /// - Throws: `notASharedObject` with what the dynamic linker says.
    init(path: String, plugin: String) throws(PluginError) {
        try ElfFile.check(path: path, plugin: plugin)
        guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            throw PluginError(
                .notASharedObject, "plugin \"\(plugin)\" is not loaded: the dynamic linker says: \(Self.lastError())")
        }
        self.path = path
        self.handle = handle
    }

    /// - Throws: `noEntry`.
    func entry(plugin: String) throws(PluginError) -> fascia_plugin_entry_function {
        guard let symbol = dlsym(handle, FASCIA_ENTRY_SYMBOL) else {
            throw PluginError(
                .noEntry,
                "\(path) is a shared object, but no Fascia plugin: it does not export \(FASCIA_ENTRY_SYMBOL) "
                    + "(see fascia_plugin.h)")
        }
        // The header gives this symbol this type; a file that lies about it was trusted by its owner.
        return unsafeBitCast(symbol, to: fascia_plugin_entry_function.self)
    }

    private static func lastError() -> String {
        guard let text = dlerror() else { return "unknown error" }
        return String(cString: text)
    }
}
