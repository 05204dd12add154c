import FasciaDocument
import FasciaMatching
import FasciaProcess

/// Reads the state of a thing from how a status command ended and from what it printed.
package enum StatusReader {
    /// The state of a switch. Without `says` the exit status tells it: 0 is on, 1 and 3 are off, as of `systemctl is-active`.
    package static func toggle(_ result: CommandResult, _ says: ThingBinding.Says?) -> StatusReading {
        guard case .exited(let status) = result.end else { return .unknown(result.reason ?? "unknown") }
        if says != nil, says != .exitStatus, result.output.isShortened { return tooLong }
        switch says {
        case nil, .exitStatus:
            return switch status {
            case 0: .value(true)
            case 1, 3: .value(false)
            default: .unknown(result.reason ?? "exit status \(status)")
            }
        case .text:
            guard status == 0 else {
                // The word may be the state, such as "inactive": then the exit status is what is wrong.
                let (number, reason) = ("exit status \(status)", result.reason)
                return .unknown(reason.map { $0 == number ? number : "\(number): \($0)" } ?? number)
            }
            return word(trimmed(result.output.text))
        case .json:
            guard status == 0 else { return .unknown(result.reason ?? "exit status \(status)") }
            guard let json = json(result.output.bytes) else { return .unknown("the output is not JSON") }
            switch json["on"] ?? json["value"] ?? json {
            case .bool(let isOn): return .value(.bool(isOn))
            case let other: return word(other.displayText)
            }
        case .match(let pattern):
            guard [0, 1, 3].contains(status) else { return .unknown(result.reason ?? "exit status \(status)") }
            return matching(pattern, trimmed(result.output.text)) { .value(.bool($0 != nil)) }
        }
    }

    /// Only the end of the output is kept, and what is missing would count, too.
    private static let tooLong = StatusReading.unknown("the output is over 64 KiB")

    private static func word(_ text: String) -> StatusReading {
        switch text.lowercased() {
        case "on", "true", "yes", "1", "active", "enabled", "running": .value(true)
        case "off", "false", "no", "0", "inactive", "disabled", "stopped": .value(false)
        default: .unknown("expected on or off, found \"\(text.prefix(40))\"")
        }
    }

    /// The value of a picker or a value.
    package static func value(_ result: CommandResult, _ says: ThingBinding.Says?, _ kind: ValueItem.Kind) -> StatusReading {
        if let reason = result.reason { return .unknown(reason) }
        if result.output.isShortened { return tooLong }
        switch says {
        case .json:
            guard let json = json(result.output.bytes) else { return .unknown("the output is not JSON") }
            let value = json["value"] ?? json
            guard value != .null else { return .unknown("the output is null") }
            if kind == .bool, case .bool = value { return .value(value) }
            return converted(value.displayText, kind)
        case .match(let pattern):
            return matching(pattern, trimmed(result.output.text)) { text in
                text.map { converted($0, kind) } ?? .unknown("the output does not match \(pattern)")
            }
        case nil, .exitStatus, .text: return converted(trimmed(result.output.text), kind)
        }
    }

    package static func converted(_ text: String, _ kind: ValueItem.Kind) -> StatusReading {
        switch kind {
        case .text: .value(.string(text))
        case .int: Int(text).map { .value(.int($0)) } ?? .unknown("expected an integer, found \"\(text.prefix(40))\"")
        case .double:
            Double(text).flatMap { $0.isFinite ? .value(.double($0)) : nil }
                ?? .unknown("expected a number, found \"\(text.prefix(40))\"")
        case .bool: word(text)
        }
    }

    /// A number, rounded if it has to be an integer.
    static func number(_ reading: StatusReading, _ kind: ValueItem.Kind) -> StatusReading {
        guard kind == .int, case .value(.double(let number)) = reading else { return reading }
        return Int(exactly: number.rounded()).map { .value(.int($0)) } ?? .unknown("\(number) is too large")
    }

    /// What the first match tells: its first group, or the whole of it.
    private static func matching(
        _ pattern: String, _ text: String, _ reading: (String?) -> StatusReading
    ) -> StatusReading {
        do throws(Pattern.Failure) { return reading(try Pattern(pattern).firstMatch(in: text)) } catch {
            return .unknown("cannot compare the output with \(pattern): \(error.message)")
        }
    }

    /// Without white space at its ends, and the byte order mark that some programs begin with.
    static func trimmed(_ text: some StringProtocol) -> String {
        var text = Substring(text).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return String(text)
    }

    /// Programs print numbers that fit in no type of ours, such as inodes and sizes of 64 bits without a sign.
    static func json(_ bytes: [UInt8]) -> JSON? {
        try? JSONParser.parse(trimmed(String(decoding: bytes, as: UTF8.self)), keepsDigits: true)
    }
}
