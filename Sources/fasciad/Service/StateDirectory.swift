import Glibc

enum StateDirectory {
    /// Makes the directory, and those above it, for the owner alone; one that is there must be writable.
    static func prepare(_ path: String) throws(StartupError) {
        var made = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            made += "/" + part
            if mkdir(made, 0o700) != 0, errno != EEXIST {
                throw StartupError(.failure, "cannot make the state directory \(made): \(systemMessage())")
            }
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw StartupError(.failure, "the state directory \(path) is not a directory: choose another with --state")
        }
        guard access(path, W_OK | X_OK) == 0 else {
            throw StartupError(.failure, "the state directory \(path) cannot be written: \(systemMessage())")
        }
    }
}
