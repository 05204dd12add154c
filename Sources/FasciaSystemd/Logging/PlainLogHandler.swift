import Glibc
import Logging

/// Writes log events to standard error, a line each: `warning: text key=value`.
///
/// There is no time in it: a terminal's reader sees when a line comes, and whatever collects standard error from a
/// daemon stamps the lines itself.
public struct PlainLogHandler: LogHandler {
    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?
    public var logLevel: Logger.Level

    public init(level: Logger.Level = .info) { logLevel = level }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        PlainLine(event: event, metadata: .merged(metadata, metadataProvider, event)).write(to: STDERR_FILENO)
    }
}

/// One log event as one line for people.
struct PlainLine: Equatable {
    let text: String

    init(event: LogEvent, metadata: Logger.Metadata) {
        var text = "\(event.level.rawValue): \(Self.escaped(event.message.description))"
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
            text += " \(Self.escaped(key))=\(Self.quotedWhereNeeded(value.description))"
        }
        self.text = text
    }

    /// In one write, so that lines of several threads do not mix. What cannot be written is lost: there is nobody
    /// left to tell.
    func write(to descriptor: Int32) {
        var rest = Array((text + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count == 0 || errno != EINTR {
                return
            }
        }
    }

    private static func quotedWhereNeeded(_ value: String) -> String {
        let plain = !value.isEmpty && !value.unicodeScalars.contains { $0 == " " || $0 == "\"" || $0 == "=" }
        return plain ? escaped(value) : "\"" + escaped(value, quote: true) + "\""
    }

    /// Control characters would forge further lines, or reach the terminal as commands.
    static func escaped(_ text: String, quote: Bool = false) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\"" where quote: result += "\\\""
            case _ where character.properties.generalCategory == .control:
                result += "\\u{" + String(character.value, radix: 16) + "}"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
