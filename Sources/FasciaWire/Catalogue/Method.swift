import FasciaDocument
import FasciaModel

/// A method of the protocol. The parameter parser, the error messages, the command-line help, `daemon.describe` and the
/// documentation all derive from it.
public final class Method: Sendable {
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Changes the panel as one command. Allowed in a `batch` and behind a button.
        case mutation
        /// Only reads.
        case query
        /// Changes state of the connection or the daemon, but not the panel.
        case session
    }

    /// A member of `params`.
    public struct Parameter: Sendable {
        public let name: String
        public let summary: String
        /// A JSON Schema.
        public let schema: JSON
    }

    /// For example `toggle.set`.
    public let name: String
    /// One line.
    public let summary: String
    public let kind: Kind
    /// The right that it needs, and to what.
    public let needs: Need
    /// The equivalent subcommand of `fascia`, such as `toggle set`.
    public let command: String?
    /// Without the parameters that every mutation takes.
    public let parameters: [Parameter]
    /// The JSON Schema of `params`, including the parameters of every mutation.
    public let params: JSON
    /// A JSON Schema.
    public let result: JSON
    private let reader: Reader

    /// Validates `params`.
    ///
    /// - Throws: `invalidParams` with the pointer of the wrong member.
    public func parse(_ params: JSON) throws(WireError) -> Call {
        do throws(Mismatch) { return try check(params) } catch { throw .invalidParams(error) }
    }

    /// Validates parameters nested in others. The thrown pointer is relative to these parameters.
    func check(_ params: JSON) throws(Mismatch) -> Call {
        if case .array = params {
            throw Mismatch(expected: "an object, because parameters are given by name", found: "an array")
        }
        return try reader.read(params)
    }

    // MARK: - Definition

    /// A method that reads the panel, or that acts on the connection or the daemon.
    convenience init<Params: Sendable>(
        _ kind: Kind, _ name: String, needs: Need, _ summary: String, command: String? = nil, _ initial: Params,
        _ fields: [Field<Params>], returns result: JSON,
        _ call: @escaping @Sendable (Params) throws(Mismatch) -> Call
    ) {
        self.init(
            kind, name, needs, summary, command: command, parameters: fields.map(Parameter.init),
            Schema.record(initial, fields).reader(call), returns: result)
    }

    /// A method that changes the panel. It also takes `MutationOptions`, and its result contains the revision.
    convenience init<Params: Sendable>(
        mutation name: String, needs: Need, _ summary: String, command: String? = nil, _ initial: Params,
        _ fields: [Field<Params>], extra: [ResultMember] = [],
        _ make: @escaping @Sendable (Params) throws(Mismatch) -> Command
    ) {
        self.init(mutation: name, needs: needs, summary, command: command, initial, fields, extra: extra) {
            params, options throws(Mismatch) in
            .apply(try make(params), options)
        }
    }

    convenience init<Params: Sendable>(
        mutation name: String, needs: Need, _ summary: String, command: String? = nil, _ initial: Params,
        _ fields: [Field<Params>], extra: [ResultMember] = [],
        call: @escaping @Sendable (Params, MutationOptions) throws(Mismatch) -> Call
    ) {
        self.init(
            .mutation, name, needs, summary, command: command, parameters: fields.map(Parameter.init),
            Reader(mutation: Schema.record(initial, fields), call), returns: .result(ResultMember.ofMutations + extra))
    }

    private init(
        _ kind: Kind, _ name: String, _ needs: Need, _ summary: String, command: String?, parameters: [Parameter],
        _ reader: Reader,
        returns result: JSON
    ) {
        self.name = name
        self.needs = needs
        self.summary = summary
        self.kind = kind
        self.command = command
        self.parameters = parameters
        self.params = reader.schema
        self.result = result
        self.reader = reader
    }
}

/// Turns parameters into a call, hiding the parameters' type.
private struct Reader: Sendable {
    let schema: JSON
    let read: @Sendable (JSON) throws(Mismatch) -> Call
}

extension Schema {
    fileprivate func reader(_ call: @escaping @Sendable (Value) throws(Mismatch) -> Call) -> Reader {
        Reader(schema: schema) { [read] json throws(Mismatch) in
            try call(try read(json))
        }
    }
}

extension Reader {
    /// The members of `Params` and of `MutationOptions` share one object.
    init<Params: Sendable>(
        mutation own: Schema<Params>,
        _ call: @escaping @Sendable (Params, MutationOptions) throws(Mismatch) -> Call
    ) {
        var description = own.schema.objectValue ?? [:]
        var properties = description["properties"]?.objectValue ?? [:]
        for member in MutationOptions.schema.schema["properties"]?.objectValue?.members ?? [] {
            properties[member.key] = member.value
        }
        description["properties"] = .object(properties)
        self.init(schema: .object(description)) { json throws(Mismatch) in
            try call(try own.read(json), try MutationOptions.schema.read(json))
        }
    }
}

extension Method.Parameter {
    init<Root>(_ field: Field<Root>) {
        self.init(name: field.name, summary: field.summary, schema: field.schema)
    }
}

/// The parameters of a method that takes none.
struct NoParams: Sendable {}
