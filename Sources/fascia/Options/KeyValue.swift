import ArgumentParser
import FasciaModel
import FasciaWire

/// `key=value`: the value as JSON where it is JSON, else as a string.
struct KeyValue: Hashable, Sendable {
    var key: String
    var value: JSON

    @Sendable
    static func parse(_ argument: String) throws -> KeyValue {
        guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else {
            throw ValidationError("\"\(argument)\" is not of the form key=value")
        }
        return KeyValue(
            key: String(argument[..<equals]), value: LooseJSON.parse(String(argument[argument.index(after: equals)...]))
        )
    }
}

enum LooseJSON {
    /// JSON where it is JSON, else a string: `3`, `true`, `"3"`, `{"a":1}`, `hello world`.
    static func parse(_ text: String) -> JSON { (try? JSONParser.parse(text)) ?? .string(text) }
}

/// An argument that must be JSON.
enum StrictJSON {
    @Sendable
    static func parse(_ argument: String) throws -> JSON {
        do {
            return try JSONParser.parse(argument)
        } catch {
            throw ValidationError("\"\(argument)\" is not JSON: \(error.message) at byte \(error.offset)")
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

/// The arguments that a screen is given: `--args JSON`, or `key=value` one by one.
struct RouteArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "What the screen is given, one by one: numbers, true, false, null and other JSON as such, anything else "
                + "as a string.", valueName: "key=value"),
        transform: KeyValue.parse)
    var pairs: [KeyValue] = []

    @Option(
        help: ArgumentHelp("What the screen is given, as JSON, instead of key=value.", valueName: "json"),
        transform: StrictJSON.parse)
    var args: JSON?

    func validate() throws {
        if args != nil, !pairs.isEmpty { throw ValidationError("give either --args or key=value, not both") }
    }

    /// `nil` where there are none.
    var value: JSON? {
        if let args { return args }
        guard !pairs.isEmpty else { return Optional.none }
        return .object(.init(pairs.map { ($0.key, $0.value) }))
    }
}
