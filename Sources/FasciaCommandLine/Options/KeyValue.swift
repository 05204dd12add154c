import ArgumentParser
import FasciaDocument
import FasciaWire

/// `key=value`: the value is JSON if it parses as JSON, otherwise a string.
struct KeyValue: Hashable, Sendable {
    var key: String
    var value: JSON

    @Sendable
    static func parse(_ argument: String) throws -> KeyValue {
        guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else {
            throw ValidationError("\"\(argument)\" is not of the form key=value")
        }
        let value = try LooseJSON.parse(
            String(argument[argument.index(after: equals)...]), orString: "write it in double quotes")
        return KeyValue(key: String(argument[..<equals]), value: value)
    }
}

enum LooseJSON {
    /// JSON if the text parses as JSON, otherwise a string: `3`, `true`, `"3"`, `{"a":1}`, `hello world`.
    ///
    /// - Parameter orString: the advice in the error message for users who mean a string.
    /// - Throws: `ValidationError` for malformed text that begins like an object, an array or a JSON string. Taking it as
    ///   a string would hide a missing quote or brace.
    static func parse(_ text: String, orString: String) throws -> JSON {
        do throws(ParseError) {
            return try JSONParser.parse(text)
        } catch {
            guard let first = text.first(where: { !$0.isWhitespace }), "{[\"".contains(first) else { return .string(text) }
            throw ValidationError(
                "\(text) begins like JSON, but is not valid: \(error.message) at character \(error.place(in: text).column). For a string, "
                    + orString)
        }
    }
}

enum StrictJSON {
    @Sendable
    static func parse(_ argument: String) throws -> JSON {
        do throws(ParseError) {
            return try JSONParser.parse(argument)
        } catch {
            let column = error.place(in: argument).column
            throw ValidationError("\"\(argument)\" is not JSON: \(error.message) at character \(column)")
        }
    }

    @Sendable
    static func parseObject(_ argument: String) throws -> JSON.Object {
        let value = try parse(argument)
        guard let object = value.objectValue else {
            throw ValidationError("expected a JSON object, found \(value.kindName): \(argument)")
        }
        return object
    }
}

/// A screen and its arguments: `--args JSON`, or several `key=value`.
struct RouteArguments: ParsableArguments {
    @Argument(help: CatalogueHelp.help("nav.push", "screen"), completion: Completions.screens)
    var screen: String
    @Argument(
        help: ArgumentHelp(
            "The screen's arguments: each value is JSON if it parses as JSON, otherwise a string.", valueName: "key=value"),
        transform: KeyValue.parse)
    var pairs: [KeyValue] = []

    @Option(
        help: ArgumentHelp("The screen's arguments as JSON, instead of key=value.", valueName: "json"),
        transform: StrictJSON.parse)
    var args: JSON?

    func validate() throws {
        if args != nil, !pairs.isEmpty { throw ValidationError("give either --args or key=value, not both") }
    }

    /// The arguments; `nil` if there are none.
    var value: JSON? {
        if let args { return args }
        guard !pairs.isEmpty else { return Optional.none }
        return .object(.init(pairs.map { ($0.key, $0.value) }))
    }
}
