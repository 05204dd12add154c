import CYaml

/// The parser of libyaml: the parts of a text one by one, so that none of them is made before it is known how many there are.
final class YAMLParser {
    struct Event {
        enum Content {
            case start, end, documentStart, documentEnd, listEnd, mappingEnd
            case alias(String)
            /// - Parameter isPlain: whether it is written without quotes.
            case scalar(String, isPlain: Bool, anchor: String?)
            case listStart(anchor: String?)
            case mappingStart(anchor: String?)
        }

        var content: Content
        var position: Position
        /// As `Source.comment`.
        var comment: String?
    }

    private let file: String
    /// Where the text before the first comment of a line ends, and the first word of that, by the line. A "#" within quotes is
    /// taken for one, but no text without quotes ends there.
    private let comments: [Int: (column: Int, word: String)]
    private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    private let bytes: UnsafeMutableBufferPointer<UInt8>

    init(_ text: String, file: String) {
        self.file = file
        // A byte order mark says nothing in UTF-8.
        let utf8 = text.utf8.starts(with: [0xEF, 0xBB, 0xBF]) ? text.utf8.dropFirst(3) : text.utf8[...]
        bytes = .allocate(capacity: utf8.count + 1)
        _ = bytes.initialize(from: utf8)
        comments = YAMLParser.comments(in: utf8)
        yaml_parser_initialize(parser)
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, utf8.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        bytes.deallocate()
    }

    /// - Throws: what is not YAML.
    func next() throws(Problem) -> Event {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw problem }
        defer { yaml_event_delete(&event) }
        var result = Event(content: YAMLParser.content(event), position: position(event.start_mark))
        if let tag = YAMLParser.tag(event), !YAMLParser.saysWhatIsWritten(tag, result.content) {
            throw Problem(at: result.position, YAMLParser.tagRemedy)
        }
        if case .scalar(_, isPlain: true, _) = result.content, let comment = comments[Int(event.end_mark.line)],
            comment.column == Int(event.end_mark.column)
        {
            result.comment = comment.word
        }
        return result
    }

    private static func comments(in text: Substring.UTF8View) -> [Int: (column: Int, word: String)] {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var comments: [Int: (column: Int, word: String)] = [:]
        for (number, line) in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let bytes = Array(line)
            let sign = bytes.indices.dropFirst().first { bytes[$0] == UInt8(ascii: "#") && isBlank(bytes[$0 - 1]) }
            guard let sign, let last = bytes[..<sign].lastIndex(where: { !isBlank($0) }) else { continue }
            // Columns count characters.
            let column = bytes[...last].count { $0 & 0xC0 != 0x80 }
            comments[number] = (column, String(decoding: bytes[sign...].prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self))
        }
        return comments
    }

    private static func content(_ event: yaml_event_t) -> Event.Content {
        switch event.type {
        case YAML_STREAM_START_EVENT: return .start
        case YAML_DOCUMENT_START_EVENT: return .documentStart
        case YAML_DOCUMENT_END_EVENT: return .documentEnd
        case YAML_SEQUENCE_END_EVENT: return .listEnd
        case YAML_MAPPING_END_EVENT: return .mappingEnd
        case YAML_ALIAS_EVENT: return .alias(text(event.data.alias.anchor) ?? "")
        case YAML_SEQUENCE_START_EVENT: return .listStart(anchor: text(event.data.sequence_start.anchor))
        case YAML_MAPPING_START_EVENT: return .mappingStart(anchor: text(event.data.mapping_start.anchor))
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let value = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
            let isUnquoted = scalar.style == YAML_PLAIN_SCALAR_STYLE || scalar.style == YAML_ANY_SCALAR_STYLE
            let isPlain = isUnquoted && text(scalar.tag) != textTag
            return .scalar(value, isPlain: isPlain, anchor: text(scalar.anchor))
        default: return .end
        }
    }

    private static let tagRemedy = "put the text into quotes: without them a \"!\" begins a tag, and there are no tags here"
    private static let textTag = "tag:yaml.org,2002:str"

    private static func tag(_ event: yaml_event_t) -> String? {
        switch event.type {
        case YAML_SCALAR_EVENT: text(event.data.scalar.tag)
        case YAML_SEQUENCE_START_EVENT: text(event.data.sequence_start.tag)
        case YAML_MAPPING_START_EVENT: text(event.data.mapping_start.tag)
        default: nil
        }
    }

    /// Whether a tag only says what is there without it, too, or makes a text of a word. Any other would be lost, with the
    /// meaning that it was to have, and a "!" before a word of a command with it.
    private static func saysWhatIsWritten(_ tag: String, _ content: Event.Content) -> Bool {
        switch content {
        case .scalar: tag == textTag
        case .listStart: tag == "tag:yaml.org,2002:seq"
        case .mappingStart: tag == "tag:yaml.org,2002:map"
        default: true
        }
    }

    private static func text(_ pointer: UnsafeMutablePointer<UInt8>?) -> String? { pointer.map { String(cString: $0) } }

    private func position(_ mark: yaml_mark_t) -> Position {
        Position(file: file, line: Int(mark.line) + 1, column: Int(mark.column) + 1)
    }

    // MARK: - Errors

    private var problem: Problem {
        let parser = parser.pointee
        let what = parser.problem.map { String(cString: $0) } ?? "no memory"
        let context = parser.context.map { String(cString: $0) }
        guard parser.error != YAML_READER_ERROR else { return Problem(at: position(parser.mark), "not YAML: \(what)") }
        let (mark, begin) = (position(parser.problem_mark), position(parser.context_mark))
        if what.hasPrefix("Maximum nesting level") {
            return Problem(at: mark, "expected at most \(SourceReader.deepest) levels")
        }
        // What is not closed is to be seen where it begins.
        if what.hasPrefix("found unexpected end of stream"), context?.contains("quoted") ?? false {
            return Problem(at: begin, "close the quote that begins here: it goes on to the end of the file")
        }
        let (last, next) = (byte(at: parser.problem_mark, back: 1), byte(at: parser.problem_mark))
        if let last, "'\"".utf8.contains(last), what.hasPrefix("did not find expected") {
            let isSingle = last == UInt8(ascii: "'")
            return Problem(
                at: Position(file: file, line: mark.line, column: mark.column - 1),
                "write \(isSingle ? "''" : "\\\"") for this quote, or put the text into \(isSingle ? "double" : "single") quotes: "
                    + "it ends here")
        }
        if let last, next == UInt8(ascii: "{"), !" \n,[{:".utf8.contains(last), what.hasPrefix("did not find expected") {
            return Problem(at: mark, "put the text into quotes: without them a \"{\" begins a mapping")
        }
        if next == UInt8(ascii: "\t") || what.contains("tab character") {
            return Problem(at: mark, "indent with spaces: a tab stands here")
        }
        if what.hasPrefix("found unknown escape character") {
            return Problem(at: mark, "put the text into single quotes: in double quotes a \\ has a meaning of its own")
        }
        if context?.contains("alias") ?? false {
            return Problem(at: begin, "put the text into quotes: without them a \"*\" begins an alias")
        }
        if context?.contains("a tag") ?? false || what.contains("tag handle") {
            return Problem(at: begin, YAMLParser.tagRemedy)
        }
        if context?.contains("anchor") ?? false {
            return Problem(at: begin, "put the text into quotes: without them a \"&\" begins an anchor")
        }
        if let next, "|>".utf8.contains(next), what.hasPrefix("found character") {
            return Problem(
                at: mark, "write the text in quotes, or without brackets around it: in them no text begins with | or >")
        }
        if let next, "@`%".utf8.contains(next), what.hasPrefix("found character") {
            return Problem(at: mark, "put the text into quotes: YAML keeps its first character for itself")
        }
        if what.hasPrefix("mapping values are not allowed") {
            return Problem(
                at: mark, "put a text with \": \" in it into quotes, and each key into a line of its own: there are two here")
        }
        if what.hasPrefix("could not find expected ':'") {
            return Problem(at: begin, "write \"key: value\": the \":\" is missing, or the line is not indented enough")
        }
        if context?.contains("flow") ?? false {
            return Problem(at: begin, "close the bracket that begins here, and put what has brackets in it into quotes: \(what)")
        }
        if context?.contains("block") ?? false, what.hasPrefix("did not find expected") {
            return Problem(
                at: mark,
                "indent it as the lines that it belongs to: those that begin in line \(begin.line) stand in column \(begin.column)"
            )
        }
        return Problem(at: mark, "not YAML: \(what)" + (context.map { " (\($0))" } ?? ""))
    }

    /// The byte at a mark, whose index counts characters, or one before it.
    private func byte(at mark: yaml_mark_t, back: Int = 0) -> UInt8? {
        let text = String(decoding: bytes.dropLast(), as: UTF8.self).unicodeScalars
        guard mark.index >= back,
            let index = text.index(text.startIndex, offsetBy: Int(mark.index) - back, limitedBy: text.endIndex),
            index < text.endIndex, text[index].isASCII
        else { return nil }
        return UInt8(text[index].value)
    }
}
