import Yams

/// Reads YAML with the place of each part.
enum SourceReader {
    /// Larger files, or ones with more parts or levels, are refused: a short file can stand for a huge one by its aliases.
    static let (longest, mostParts, deepest) = (1 << 20, 100_000, 100)

    static func read(_ text: String, file: String) throws(Problem) -> Source {
        guard text.utf8.count <= longest else {
            throw Problem(at: Position(file: file), "expected a file of at most 1 MiB, found \(text.utf8.count) bytes")
        }
        if let line = tooDeepLine(text) {
            throw Problem(at: Position(file: file, line: line), "expected at most \(deepest) levels")
        }
        let node: Yams.Node?
        do {
            node = try Yams.compose(yaml: text)
        } catch {
            throw problem(error, file)
        }
        guard let node else { throw Problem(at: Position(file: file), "expected a panel, found an empty file") }
        var reader = Reader(file: file)
        return try reader.source(node, level: 0)
    }

    /// The line where brackets or list items nest so deeply that the parser, which is recursive, would overflow its stack.
    private static func tooDeepLine(_ text: String) -> Int? {
        var (line, brackets, dashes) = (1, 0, 0)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\n"): (line, dashes) = (line + 1, 0)
            case UInt8(ascii: "["), UInt8(ascii: "{"): brackets += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): brackets = max(0, brackets - 1)
            case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"): dashes += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"): break
            default: dashes = 0
            }
            if brackets > deepest || dashes > 10 * deepest { return line }
        }
        return nil
    }

    private static func problem(_ error: any Error, _ file: String) -> Problem {
        func at(_ mark: Mark, _ what: String) -> Problem {
            Problem(at: Position(file: file, line: mark.line, column: mark.column), what)
        }
        return switch error as? YamlError {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            at(mark, "not YAML: \(problem)" + (context.map { " (\($0.text))" } ?? ""))
        case .duplicatedKeysInMapping(let duplicates, let context):
            at(context.mark, "the key \(duplicates.map { "\"\($0)\"" }.joined(separator: ", ")) occurs twice")
        case .reader(let problem, _, _, _): Problem(at: Position(file: file), "not YAML: \(problem)")
        default: Problem(at: Position(file: file), "not YAML: \(error)")
        }
    }

    private struct Reader {
        let file: String
        var parts = 0

        mutating func source(_ node: Yams.Node, level: Int) throws(Problem) -> Source {
            let mark = node.mark
            let position = Position(file: file, line: mark?.line ?? 1, column: mark?.column ?? 1)
            parts += 1
            guard parts <= mostParts, level <= deepest else {
                throw Problem(at: position, "expected at most \(mostParts) parts in \(deepest) levels")
            }
            switch node {
            case .scalar(let scalar):
                return Source(
                    content: .scalar(scalar.string, isPlain: scalar.style == .plain || scalar.style == .any), position: position)
            case .sequence(let sequence):
                var list: [Source] = []
                for item in sequence { list.append(try source(item, level: level + 1)) }
                return Source(content: .list(list), position: position)
            case .mapping(let mapping):
                var entries: [Source.Entry] = []
                for (key, value) in mapping {
                    let key = try source(key, level: level + 1)
                    guard case .scalar(let name, _) = key.content else {
                        throw Problem(at: key.position, "expected a name as the key, found \(key.found)")
                    }
                    entries.append(.init(key: name, keyPosition: key.position, value: try source(value, level: level + 1)))
                }
                return Source(content: .mapping(entries), position: position)
            case .alias: throw Problem(at: position, "expected an anchor that is defined before")
            }
        }
    }
}
