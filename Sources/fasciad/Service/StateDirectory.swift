import FasciaServer
import FasciaPlugins
import Glibc

/// Creates and checks the state directory.
enum StateDirectory {
    /// Creates the directory and its missing parents with mode 0700.
    static func make(_ path: String) throws(StartupError) {
        var made = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            made += "/" + part
            if mkdir(made, 0o700) != 0, errno != EEXIST {
                throw StartupError(.failure, "cannot create the state directory \(made): \(systemMessage())")
            }
        }
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw StartupError(.failure, "the state directory \(path) is not a directory: choose another with --state")
        }
        guard access(path, W_OK | X_OK) == 0 else {
            throw StartupError(.failure, "cannot write to the state directory \(path): \(systemMessage())")
        }
    }

    /// Checks that only the daemon's user and root can change or replace what is in the directory.
    static func check(_ path: String) throws(StartupError) {
        if let problem = FileTrust.problem(ofStateDirectory: path, user: geteuid()) {
            throw StartupError(.failure, "the state directory is not safe: \(problem)")
        }
    }
}
