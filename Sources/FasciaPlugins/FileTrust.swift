import Glibc

/// The attributes of a file that decide whether it is trusted.
struct FileAttributes: Hashable {
    var isRegular: Bool
    var isDirectory: Bool
    var owner: UInt32
    /// The permission bits, including the sticky bit.
    var mode: UInt32

    var isSticky: Bool { mode & 0o1000 != 0 }
    var othersMayWrite: Bool { mode & 0o022 != 0 }
}

extension FileAttributes {
    fileprivate init(_ status: stat) {
        self.init(
            isRegular: status.st_mode & S_IFMT == S_IFREG, isDirectory: status.st_mode & S_IFMT == S_IFDIR,
            owner: status.st_uid, mode: status.st_mode & 0o7777)
    }
}

/// Decides whose code may run in the daemon: only files of root or of the daemon's user, in a path that no other user
/// can change.
package enum FileTrust {
    /// The reason why the file is not trusted, as a predicate to follow its path ("is not a regular file"); `nil` if it
    /// is trusted.
    static func problem(ofFile facts: FileAttributes, path: String, user: UInt32) -> String? {
        guard facts.isRegular else { return "is not a regular file" }
        return problem(facts, path: path, user: user)
    }

    /// The same for the directory that contains the file.
    static func problem(ofDirectory facts: FileAttributes, path: String, user: UInt32) -> String? {
        guard facts.isDirectory else { return "is not a directory" }
        return problem(facts, path: path, user: user)
    }

    /// The same for a directory further up. In a sticky one (`/tmp`) other users can write, but not replace the entries
    /// of others.
    static func problem(ofAncestor facts: FileAttributes, path: String, user: UInt32) -> String? {
        var facts = facts
        if facts.isSticky { facts.mode &= ~0o022 }
        return problem(ofDirectory: facts, path: path, user: user)
    }

    private static func problem(_ facts: FileAttributes, path: String, user: UInt32) -> String? {
        guard facts.owner == 0 || facts.owner == user else {
            let trusted = user == 0 ? "root" : "root or uid \(user)"
            return "is owned by uid \(facts.owner), and only \(trusted) is trusted: chown root '\(path)'"
        }
        guard !facts.othersMayWrite else {
            let mode = String(facts.mode & 0o7777, radix: 8)
            // Changing the mode of /tmp would break other programs.
            let remedy = facts.isSticky && facts.isDirectory ? "use a directory of your own" : "chmod go-w '\(path)'"
            return "can be written by others than its owner (mode \(mode)): \(remedy)"
        }
        return nil
    }

    /// The reason why a directory must not hold this user's data: another user can change its contents or replace it.
    /// `nil` if it is safe.
    ///
    /// Checks each directory of the path as written, and of the path with symbolic links resolved: a user who can
    /// replace a link or a directory can redirect the data. Directories further up may be writable by their group, as
    /// many home directories are.
    package static func problem(ofStateDirectory path: String, user: UInt32) -> String? {
        guard let real = realPath(of: path) else { return "\(path) cannot be examined: \(String(cString: strerror(errno)))" }
        for start in Set([real, absolute(path)]) {
            var path = start
            while true {
                var status = stat()
                guard lstat(path, &status) == 0 else {
                    return "\(path) cannot be examined: \(String(cString: strerror(errno)))"
                }
                let isLink = status.st_mode & S_IFMT == S_IFLNK
                var facts = FileAttributes(
                    isRegular: false, isDirectory: true, owner: status.st_uid, mode: status.st_mode & 0o7777)
                // The permission bits of a link have no effect.
                if isLink { facts.mode = 0 }
                if path != start {
                    facts.mode &= facts.isSticky ? ~0o022 : ~0o020
                }
                if let problem = problem(facts, path: path, user: user) { return "\(path) \(problem)" }
                if path == "/" { break }
                path = parent(of: path)
            }
        }
        return nil
    }

    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let directory = realPath(of: ".") else { return path }
        return directory + "/" + path
    }

    /// Checks the file and all directories above it. The path must have no symbolic links.
    ///
    /// - Throws: `untrusted`, naming the first file or directory that is not trusted.
    static func check(realPath: String, plugin: String, user: UInt32) throws(PluginError) {
        func refuse(_ path: String, _ problem: String?) throws(PluginError) {
            guard let problem else { return }
            throw PluginError(.untrusted, "plugin \"\(plugin)\" is not loaded: \(path) \(problem)")
        }
        try refuse(realPath, problem(ofFile: try facts(of: realPath), path: realPath, user: user))
        var path = parent(of: realPath)
        try refuse(path, problem(ofDirectory: try facts(of: path), path: path, user: user))
        while path != "/" {
            path = parent(of: path)
            try refuse(path, problem(ofAncestor: try facts(of: path), path: path, user: user))
        }
    }

    /// Opens the file after the same check, and checks what was opened.
    ///
    /// - Throws: `untrusted`.
    static func open(realPath: String, plugin: String, user: UInt32) throws(PluginError) -> CInt {
        try check(realPath: realPath, plugin: plugin, user: user)
        let descriptor = Glibc.open(realPath, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { throw unreadable(realPath) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            close(descriptor)
            throw unreadable(realPath)
        }
        if let problem = problem(ofFile: FileAttributes(status), path: realPath, user: user) {
            close(descriptor)
            throw PluginError(.untrusted, "plugin \"\(plugin)\" is not loaded: \(realPath) \(problem)")
        }
        return descriptor
    }

    /// Checks the directory of the search path where a file was found; the file there may be a symbolic link to another
    /// place.
    ///
    /// - Throws: `untrusted`.
    static func check(directory: String, plugin: String, user: UInt32) throws(PluginError) {
        guard let real = realPath(of: directory) else { throw unreadable(directory) }
        let problem = problem(ofDirectory: try facts(of: real), path: real, user: user)
        guard let problem else { return }
        throw PluginError(.untrusted, "plugin \"\(plugin)\" is not loaded: \(real) \(problem)")
    }

    static func realPath(of path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func facts(of path: String) throws(PluginError) -> FileAttributes {
        var status = stat()
        guard stat(path, &status) == 0 else { throw unreadable(path) }
        return FileAttributes(status)
    }

    private static func unreadable(_ path: String) -> PluginError {
        let code = errno
        let isFull = code == EMFILE || code == ENFILE
        return PluginError(
            isFull ? .hostFailed : .untrusted, "\(path) cannot be examined: \(String(cString: strerror(code)))")
    }

    package static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }
}
