import Glibc

/// The directories where plugins are looked for, in this order.
struct SearchPath {
    struct File {
        /// The name of the plugin.
        var name: String
        var path: String
        var directory: String
    }

    let directories: [String]

    init(_ directories: [String]) { self.directories = directories }

    /// The files of all plugins. A file that is found in several ways is listed once.
    var files: [File] {
        var (files, seen): ([File], Set<String>) = ([], [])
        for directory in directories {
            for file in entries(of: directory).sorted() {
                guard let name = PluginName.plugin(ofFile: file) else { continue }
                let path = "\(directory)/\(file)"
                let real = FileTrust.realPath(of: path) ?? path
                if seen.insert("\(name) \(real)").inserted { files.append(File(name: name, path: path, directory: directory)) }
            }
        }
        return files
    }

    /// The file that is loaded for a name: its path, with symbolic links resolved, and the directory where it was found. A
    /// directory that cannot be searched does not hide the ones behind it.
    ///
    /// - Parameter others: the names of the plugins that there are, for the error message.
    /// - Throws: `notFound`
    func find(_ name: String, others: () -> [String]) throws(PluginError) -> (path: String, directory: String) {
        var problems: [String] = []
        for directory in directories {
            for file in PluginName.files(of: name) {
                let path = "\(directory)/\(file)"
                if let real = FileTrust.realPath(of: path) { return (real, directory) }
                let code = errno
                if code != ENOENT, code != ENOTDIR { problems.append("; \(path): \(String(cString: strerror(code)))") }
            }
        }
        let files = PluginName.files(of: name).joined(separator: " and ")
        let places = directories.isEmpty ? "no directory" : directories.joined(separator: ", ")
        let names = others().joined(separator: ", ")
        throw PluginError(
            .notFound,
            "no plugin \"\(name)\": looked for \(files) in \(places); there is: \(names.isEmpty ? "none" : names)"
                + problems.joined())
    }

    private func entries(of directory: String) -> [String] {
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
