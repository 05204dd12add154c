import CPluginHost
import Glibc

/// The files of a plugin: its own, and those of its libraries that are not the system's. Each was checked as it was opened, and
/// stays open, so that it is always the one that was checked.
final class PluginFiles: Sendable {
    /// The plugin's, then the libraries', each behind those that it needs.
    let descriptors: [CInt]

    /// Takes over the descriptors, which are closed with this value.
    init(_ descriptors: [CInt]) { self.descriptors = descriptors }

    deinit { for descriptor in descriptors { close(descriptor) } }
}

/// Finds the libraries that a plugin needs where its author has put them, so that its process need not look for any by itself.
///
/// Those that are in none of the plugin's places are the system's.
struct PluginLibraries {
    private let plugin: String
    private let user: UInt32
    /// Where to look behind the places of the object that needs the library.
    private let shared: [String]
    /// Each behind those that it needs.
    private(set) var found: [CInt] = []
    /// The names that were looked for, and the places that some of them had.
    private var names: Set<String> = []
    private var places: Set<String> = []

    /// - Parameters:
    ///   - path: the plugin's file, with symbolic links resolved.
    ///   - more: directories that have libraries for every plugin.
    init(plugin: String, path: String, user: UInt32, more: [String]) throws(PluginError) {
        (self.plugin, self.user) = (plugin, user)
        shared = try Self.directories(of: path, plugin) + more
        do {
            try add(whatIsNeededBy: path)
        } catch {
            for descriptor in found { close(descriptor) }
            throw error
        }
    }

    private mutating func add(whatIsNeededBy path: String) throws(PluginError) {
        let directories = try Self.directories(of: path, plugin) + shared
        for name in ElfFile.linking(path: path)?.needed ?? [] where names.insert(name).inserted && !Self.isTheHosts(name) {
            guard !name.contains("/") else { throw refusal("\(path) needs \(name) by its path: give that library a -soname") }
            guard let directory = directories.first(where: { FileTrust.realPath(of: "\($0)/\(name)") != nil }),
                let library = FileTrust.realPath(of: "\(directory)/\(name)"), places.insert(library).inserted
            else { continue }
            try FileTrust.check(directory: directory, plugin: plugin, user: user)
            guard found.count + 1 < PLUGIN_HOST_FILES else {
                throw refusal("it needs more than \(PLUGIN_HOST_FILES - 1) libraries of its own")
            }
            let descriptor = try FileTrust.open(realPath: library, plugin: plugin, user: user)
            do {
                try ElfFile.check(path: library, plugin: plugin)
                try add(whatIsNeededBy: library)
            } catch {
                close(descriptor)
                throw error
            }
            found.append(descriptor)
        }
    }

    /// The C library and the dynamic linker, which run before the plugin's process is confined, are never a plugin's.
    private static func isTheHosts(_ name: String) -> Bool { name == "libc.so.6" || name.hasPrefix("ld-linux") }

    /// - Throws: `untrusted` for a place that depends on the working directory, which is another one in the plugin's process.
    private static func directories(of path: String, _ plugin: String) throws(PluginError) -> [String] {
        let own = FileTrust.parent(of: path)
        var directories: [String] = []
        for list in ElfFile.linking(path: path)?.runPaths ?? [] where !list.isEmpty {
            for place in list.split(separator: ":", omittingEmptySubsequences: false) {
                let directory = place.replacing("${ORIGIN}", with: own).replacing("$ORIGIN", with: own)
                guard directory.hasPrefix("/"), !directory.contains("$") else {
                    throw PluginError(
                        .untrusted,
                        "plugin \"\(plugin)\" is not loaded: the run path of \(path) has \"\(place)\": link it with "
                            + "-rpath,'$ORIGIN' or an absolute path")
                }
                directories.append(String(directory))
            }
        }
        return directories
    }

    private func refusal(_ why: String) -> PluginError {
        PluginError(.untrusted, "plugin \"\(plugin)\" is not loaded: \(why)")
    }
}
