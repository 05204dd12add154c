import Glibc

/// Another program in the directory of this one.
enum SiblingProgram {
    /// Replaces this process.
    ///
    /// - Throws: `UsageError` if the program cannot be started.
    static func execute(_ name: String, _ arguments: [String]) throws -> Never {
        let program = path(of: name)
        var words: [UnsafeMutablePointer<CChar>?] = ([name] + arguments).map { strdup($0) }
        words.append(nil)
        Interruption.unblock()
        execv(program, &words)
        throw UsageError("cannot start \(program): \(String(cString: strerror(errno)))")
    }

    static func path(of name: String) -> String { directory + "/" + name }

    /// The directory of this program.
    static var directory: String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        let text = String(decoding: path.prefix(max(count, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.lastIndex(of: "/").map { String(text[..<$0]) } ?? "."
    }
}
