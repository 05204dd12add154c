import FasciaDocument

/// A part of a YAML file, with its place.
package struct Source: Hashable, Sendable {
    package indirect enum Content: Hashable, Sendable {
        /// - Parameter isPlain: whether it is written without quotes, so that `3` is a number and `true` a boolean.
        case scalar(String, isPlain: Bool)
        case list([Source])
        case mapping([Entry])
    }

    package struct Entry: Hashable, Sendable {
        package var key: String
        package var keyPosition: Position
        package var value: Source

        package init(key: String, keyPosition: Position, value: Source) {
            (self.key, self.keyPosition, self.value) = (key, keyPosition, value)
        }
    }

    package var content: Content
    package var position: Position
    /// The first word of the comment behind a text without quotes, which ends that; `nil` if none does.
    package var comment: String?

    package init(content: Content, position: Position) { (self.content, self.position) = (content, position) }

    /// Whether nothing is written.
    package var isNull: Bool {
        if case .scalar(let text, isPlain: true) = content { ["", "~", "null"].contains(text) } else { false }
    }

    package var text: String? { if case .scalar(let text, _) = content, !isNull { text } else { nil } }
    package var list: [Source]? { if case .list(let list) = content { list } else { nil } }
    package var entries: [Entry]? { if case .mapping(let entries) = content { entries } else { nil } }

    package subscript(key: String) -> Source? { entries?.first { $0.key == key }?.value }

    package var bool: Bool? {
        guard case .scalar(let text, isPlain: true) = content else { return nil }
        return switch text {
        case "true", "yes", "on": true
        case "false", "no", "off": false
        default: nil
        }
    }

    package var number: Double? {
        guard case .scalar(let text, isPlain: true) = content, let number = Double(text), number.isFinite else { return nil }
        return number
    }

    package var integer: Int? { if case .scalar(let text, isPlain: true) = content { Int(text) } else { nil } }

    /// A time such as `500ms`, `60s`, `5m`, `2h`, or a number of seconds.
    package var duration: Duration? {
        guard let text else { return nil }
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let number = Double(digits), number >= 0 else { return nil }
        let seconds: Double? =
            switch text[digits.endIndex...] {
            case "ms": number / 1000
            case "", "s": number
            case "m", "min": number * 60
            case "h": number * 3600
            case "d": number * 86_400
            default: nil
            }
        return seconds.flatMap { $0 <= 1_000_000_000 ? .milliseconds(Int($0 * 1000)) : nil }
    }

    /// The value as JSON.
    package var json: JSON {
        switch content {
        case .scalar(let text, isPlain: true):
            if isNull {
                .null
            } else if text == "true" {
                .bool(true)
            } else if text == "false" {
                .bool(false)
            } else if let integer {
                .int(integer)
            } else if let number {
                .double(number)
            } else {
                .string(text)
            }
        case .scalar(let text, isPlain: false): .string(text)
        case .list(let list): .array(list.map(\.json))
        case .mapping(let entries): .object(.init(entries.map { ($0.key, $0.value.json) }))
        }
    }

    /// What it is, for messages.
    package var found: String {
        switch content {
        case .scalar where isNull: "nothing"
        case .scalar(let text, _): "\"\(text.prefix(60))\(text.count > 60 ? "…" : "")\""
        case .list: "a list"
        case .mapping: "a mapping"
        }
    }
}
