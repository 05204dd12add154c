import CFasciaPlugin
import Glibc

/// A shared object that is mapped into this process. It is never closed: function pointers, tables and runtime types
/// from it may still be in use.
struct SharedObject {
    let path: String
    private let handle: UnsafeMutableRawPointer

    /// - Throws: `notASharedObject`, with the message of the dynamic linker.
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
        // `fascia_plugin.h` declares this symbol with this type. A file that exports another type is a bug of its
        // trusted owner.
        return unsafeBitCast(symbol, to: fascia_plugin_entry_function.self)
    }

    private static func lastError() -> String {
        guard let text = dlerror() else { return "unknown error" }
        return String(cString: text)
    }
}
