import Glibc

extension FileTrust {
    /// The reason why this user must not run the commands that a file contains: another user could change them. `nil` if it is
    /// safe. Checks the file, its directories, and those of the links that lead to it.
    ///
    /// A pipe or a device that somebody has opened for this process, such as `/dev/stdin`, is not looked at.
    ///
    /// - Parameter descriptor: the file, which has been opened by this path.
    package static func problem(ofCommandsIn path: String, descriptor: CInt, user: UInt32) -> String? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return cannotBeExamined(path) }
        let kind = status.st_mode & S_IFMT
        let isOpened = path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
        if isOpened, kind == S_IFIFO || kind == S_IFCHR || kind == S_IFSOCK { return nil }
        guard let real = realPath(of: path) else { return cannotBeExamined(path) }
        let facts = FileAttributes(
            isRegular: kind == S_IFREG, isDirectory: kind == S_IFDIR, owner: status.st_uid, mode: status.st_mode & 0o7777)
        if let problem = problem(ofFile: facts, path: real, user: user) { return "\(real) \(problem)" }
        return problem(ofDirectoriesAbove: real, user: user) ?? problem(ofLinksIn: path, user: user)
    }

    /// The reason why this user must not run a program: another user could change it. `nil` if it is safe, or there is none.
    package static func problem(ofProgram path: String, user: UInt32) -> String? {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return problem(ofCommandsIn: path, descriptor: descriptor, user: user)
    }

    private static func problem(ofDirectoriesAbove path: String, user: UInt32) -> String? {
        var directory = path
        var isFirst = true
        while directory != "/" {
            directory = parent(of: directory)
            var status = stat()
            guard stat(directory, &status) == 0 else { return cannotBeExamined(directory) }
            let facts = FileAttributes(
                isRegular: false, isDirectory: true, owner: status.st_uid, mode: status.st_mode & 0o7777)
            // In a sticky directory further up, others cannot replace what belongs to this user.
            let problem =
                isFirst
                ? problem(ofDirectory: facts, path: directory, user: user)
                : problem(ofAncestor: facts, path: directory, user: user)
            if let problem { return "\(directory) \(problem)" }
            isFirst = false
        }
        return nil
    }

    /// Whoever can replace a link decides where it leads.
    private static func problem(ofLinksIn path: String, user: UInt32) -> String? {
        var link = path.hasPrefix("/") ? path : (realPath(of: ".") ?? "") + "/" + path
        while link != "/" {
            var status = stat()
            guard lstat(link, &status) == 0 else { return cannotBeExamined(link) }
            if status.st_mode & S_IFMT == S_IFLNK {
                let facts = FileAttributes(isRegular: true, isDirectory: false, owner: status.st_uid, mode: 0)
                if let problem = problem(ofFile: facts, path: link, user: user) { return "\(link) \(problem)" }
                guard let directory = realPath(of: parent(of: link)) else { return cannotBeExamined(link) }
                if let problem = problem(ofDirectoriesAbove: directory + "/link", user: user) { return problem }
            }
            link = parent(of: link)
        }
        return nil
    }

    private static func cannotBeExamined(_ path: String) -> String {
        "\(path) cannot be examined: \(String(cString: strerror(errno)))"
    }
}
