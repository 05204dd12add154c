import Glibc

/// The words of the command line of a process, without control characters; empty if it cannot be seen.
package func commandLine(of process: pid_t) -> [String] {
    contents(of: "/proc/\(process)/cmdline").split(separator: 0).map { word in
        // Another user's program may have written it.
        let scalars = String(decoding: word, as: UTF8.self).unicodeScalars.filter {
            $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
