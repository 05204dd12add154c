/// Reads YAML with the place of each part.
package enum SourceReader {
    /// Larger files, or ones with more parts or levels, are refused: a short file can stand for a huge one by its aliases.
    package static let (longest, mostParts, deepest) = (1 << 20, 100_000, 100)
    /// Longer lists and mappings are refused: the daemon takes no more things, either.
    package static let mostEntries = 10_000

    ///
    /// - Parameter expected: what the file is, for the message about an empty one.
    package static func read(
        _ text: String, file: String, expecting expected: String = "a panel"
    ) throws(Problem) -> Source {
        guard text.utf8.count <= longest else {
            throw Problem(at: Position(file: file), "expected a file of at most 1 MiB, found \(text.utf8.count) bytes")
        }
        var composer = SourceComposer(text, file: file)
        guard let source = try composer.document() else {
            throw Problem(at: Position(file: file), "expected \(expected), found an empty file")
        }
        return source
    }
}

/// Makes a tree of what a parser of YAML finds.
private struct SourceComposer {
    private let parser: YAMLParser
    private let file: String
    /// What an alias stands for, with the number of its parts and its levels.
    private var anchors: [String: (source: Source, parts: Int, levels: Int)] = [:]
    private var parts = 0
    /// The deepest level that has been read since it was last set to zero.
    private var reached = 0

    init(_ text: String, file: String) {
        parser = YAMLParser(text, file: file)
        self.file = file
    }

    /// `nil` if there is none.
    mutating func document() throws(Problem) -> Source? {
        var event = try next()
        guard case .start = event.content else { return nil }
        event = try next()
        guard case .documentStart = event.content else { return nil }
        event = try next()
        let source = try self.source(event, level: 0)
        _ = try next()
        event = try next()
        guard case .end = event.content else {
            throw Problem(at: event.position, "expected one document, found another one")
        }
        return source
    }

    private mutating func next() throws(Problem) -> YAMLParser.Event { try parser.next() }

    private mutating func count(_ number: Int, level: Int, at position: Position) throws(Problem) {
        parts += number
        reached = max(reached, level)
        guard parts <= SourceReader.mostParts else {
            throw Problem(at: position, "expected at most \(SourceReader.mostParts) parts")
        }
        guard level <= SourceReader.deepest else {
            throw Problem(at: position, "expected at most \(SourceReader.deepest) levels")
        }
    }

    private mutating func source(_ event: YAMLParser.Event, level: Int) throws(Problem) -> Source {
        if case .alias(let name) = event.content {
            guard let anchor = anchors[name] else {
                throw Problem(at: event.position, "*\(name) has no &\(name) before it: in quotes it would be a text")
            }
            try count(anchor.parts, level: level + anchor.levels, at: event.position)
            return anchor.source
        }
        let (before, outer) = (parts, reached)
        reached = level
        try count(1, level: level, at: event.position)
        let (content, anchor) = try self.content(event, level: level)
        var source = Source(content: content, position: event.position)
        source.comment = event.comment
        if let anchor { anchors[anchor] = (source, parts - before, reached - level) }
        reached = max(reached, outer)
        return source
    }

    private mutating func content(
        _ event: YAMLParser.Event, level: Int
    ) throws(Problem) -> (content: Source.Content, anchor: String?) {
        switch event.content {
        case .scalar(let text, let isPlain, let anchor): return (.scalar(text, isPlain: isPlain), anchor)
        case .listStart(let anchor):
            var list: [Source] = []
            while true {
                let event = try next()
                if case .listEnd = event.content { return (.list(list), anchor) }
                guard list.count < SourceReader.mostEntries else {
                    throw Problem(at: event.position, "expected at most \(SourceReader.mostEntries) items")
                }
                list.append(try source(event, level: level + 1))
            }
        case .mappingStart(let anchor): return (.mapping(try entries(level: level + 1)), anchor)
        case .start, .end, .documentStart, .documentEnd, .listEnd, .mappingEnd, .alias:
            throw Problem(at: event.position, "not YAML: expected a text, a list or a mapping")
        }
    }

    private mutating func entries(level: Int) throws(Problem) -> [Source.Entry] {
        var entries: [Source.Entry] = []
        var known: Set<String> = []
        while true {
            let event = try next()
            if case .mappingEnd = event.content { return entries }
            let key = try source(event, level: level)
            guard case .scalar(let name, _) = key.content else {
                if let inner = key.entries?.first, inner.value.isNull {
                    // As programs write their own places.
                    throw Problem(
                        at: event.position, "put it into quotes: \"{{\(inner.key)}}\": without them it is a mapping")
                }
                throw Problem(at: event.position, "expected a name as the key, found \(key.found)")
            }
            guard entries.count < SourceReader.mostEntries else {
                throw Problem(at: event.position, "expected at most \(SourceReader.mostEntries) keys")
            }
            guard known.insert(name).inserted else {
                let remedy = name.hasPrefix("-") ? "write a blank after its \"-\": " : ""
                throw Problem(at: event.position, "\(remedy)the key \"\(name)\" occurs twice")
            }
            entries.append(.init(key: name, keyPosition: event.position, value: try source(try next(), level: level)))
        }
    }
}
