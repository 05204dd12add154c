import CPluginHost
import Glibc

/// A question that a plugin did not survive, with what is needed to ask it again: a line that says what it is, a line
/// with the outcome, a line with the styles, and the message.
struct ReplayFile {
    private static let title = "fascia replay 1"
    /// Of the lines, at most 64 KiB.
    private static let longest = Int(PLUGIN_HOST_LONGEST) + (64 << 10)
    private static let types = [PLUGIN_HOST_DRAW, PLUGIN_HOST_SELECTED]

    /// What had happened, as a predicate for the plugin.
    var outcome: String
    /// The styles of the build that was asked, by index.
    var styles: [HostAnswer.Style]
    /// The message, which is valid.
    var message: [UInt8]

    init(_ message: [UInt8], _ styles: [HostAnswer.Style], outcome: String) {
        (self.message, self.styles, self.outcome) = (message, styles, outcome)
    }

    /// Whether it is a question about what a plugin does, and not one that loads it.
    var canBeReplayed: Bool { type.map(Self.types.contains) ?? false }

    /// The type of the message.
    var type: UInt32? {
        guard message.count >= MemoryLayout<plugin_host_header>.size else { return nil }
        return message.withUnsafeBytes { $0.loadUnaligned(as: plugin_host_header.self).type }
    }

    // MARK: - Writing

    var bytes: [UInt8] {
        let line = String(outcome.map { $0.isNewline ? " " : $0 })
        // The names of styles that are asked about are valid.
        let names = styles.map { "\($0.kind):\(PluginName.isValid($0.name) ? $0.name : "-")" }
        return Array("\(Self.title)\n\(line)\n\(names.joined(separator: " "))\n".utf8) + message
    }

    /// Writes the file for its owner alone, and replaces an earlier one.
    ///
    /// - Returns: false if it cannot be written.
    func write(to path: String) -> Bool {
        let temporary = path + ".new"
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        let bytes = bytes
        let isWritten = Glibc.write(descriptor, bytes, bytes.count) == bytes.count
        close(descriptor)
        if isWritten, rename(temporary, path) == 0 { return true }
        unlink(temporary)
        return false
    }

    // MARK: - Reading

    /// - Throws: `malformed`.
    init(path: String) throws(PluginError) {
        // O_NONBLOCK: opening a pipe would wait for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw PluginError(.malformed, "\(path) cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Self.longest + 1)
        var count = 0
        while count < bytes.count {
            let new = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress.map { $0 + count }, $0.count - count) }
            guard new > 0 else { break }
            count += new
        }
        do throws(Malformed) { try self.init(bytes: bytes[..<count]) } catch {
            throw PluginError(.malformed, "\(path) is no replay file: \(error.why)")
        }
    }

    private struct Malformed: Error { var why: String }

    private init(bytes: ArraySlice<UInt8>) throws(Malformed) {
        guard bytes.count <= Self.longest else { throw Malformed(why: "it has more than \(Self.longest) bytes") }
        let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts[0].elementsEqual(Self.title.utf8) else { throw Malformed(why: "it does not begin with \"\(Self.title)\"") }
        guard parts.count == 4 else { throw Malformed(why: "it is cut short") }
        outcome = String(decoding: parts[1], as: UTF8.self)
        styles = []
        for name in String(decoding: parts[2], as: UTF8.self).split(separator: " ") {
            let words = name.split(separator: ":", maxSplits: 1)
            guard words.count == 2, let kind = UInt32(words[0]), PluginName.isValid(words[1]) else {
                throw Malformed(why: "\"\(name)\" is no style")
            }
            styles.append(HostAnswer.Style(kind: kind, name: String(words[1]), isToldOfSelections: false))
        }
        message = Array(parts[3])
        guard canBeReplayed else { throw Malformed(why: "its message is not a question about controls") }
        if let problem = HostQuestion.problem(of: message, styles: self.styles.count) { throw Malformed(why: problem) }
    }
}
