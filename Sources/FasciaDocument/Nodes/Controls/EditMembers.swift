/// A control's record: either bound to panel state, or with a literal value and an action's members.
protocol EditRecord: ActionRecord {
    var bind: String? { get }
}

extension EditRecord {
    /// The source of a control's value.
    ///
    /// - Parameters:
    ///   - literal: the value of an unbound control, from the member `name`.
    func source<Value, Source>(
        literal: Value?, named name: String, bind: (String) -> Source, literal make: (Value, Action?) -> Source
    ) throws(Mismatch) -> Source {
        let action = try members.action()
        switch try Bound(self.bind, or: literal, named: name) {
        case .key(let key):
            guard action == nil else {
                throw Mismatch(
                    pointer: members.tap == nil ? "/emit" : "/tap",
                    expected: "nothing beside bind: it sets what it is bound to", found: "an action")
            }
            return bind(key)
        case .literal(let literal):
            try action?.checkCarries()
            return make(literal, action)
        }
    }
}

extension Field where Root: EditRecord {
    /// An action that receives the new value.
    static var ofEdit: [Field<Root>] {
        [
            .optional(
                "tap", \.members.tap, ActionMembers.Call.schema,
                "A call of one of the daemon's methods; its params get the new value as value."),
            .optional(
                "emit", \.members.emit, .string,
                "The action to send to the parent, named after what the user did: onVolumeChanged."),
            .optional(
                "payload", \.members.payload, .any, "The payload: an object, which gets the new value as value."),
        ]
    }
}

extension Action {
    /// The action with the new value as the member `value` of its payload or parameters.
    public func carrying(_ value: JSON) -> Action {
        func merged(_ json: JSON) -> JSON {
            var object = json.objectValue ?? [:]
            object["value"] = .some(value)
            return .object(object)
        }
        return switch self {
        case .call(let method, let params): .call(method: method, params: merged(params))
        case .emit(let name, let payload): .emit(name: name, payload: merged(payload))
        }
    }

    /// The payload must be an object or null, so that the new value can become its member.
    func checkCarries() throws(Mismatch) {
        guard case .emit(_, let payload) = self, payload != .null, payload.objectValue == nil else { return }
        throw Mismatch(
            pointer: "/payload", expected: "an object: the new value becomes its member value", found: payload.found)
    }
}

extension Schema<ClosedRange<Double>> {
    /// `[low, high]`, both included.
    public static var range: Schema {
        Schema(
            schema: ["type": "array", "items": ["type": "number"], "minItems": 2, "maxItems": 2]
        ) { json throws(Mismatch) in
            let bounds = try Schema<[Double]>.array(of: .number).read(json)
            guard bounds.count == 2 else {
                throw Mismatch(expected: "two numbers, [low, high]", found: "\(bounds.count) of them")
            }
            guard bounds[0] <= bounds[1] else {
                throw Mismatch(expected: "[low, high] with low first", found: "[\(bounds[0]), \(bounds[1])]")
            }
            return bounds[0]...bounds[1]
        } write: {
            [.double($0.lowerBound), .double($0.upperBound)]
        }
    }
}

extension Schema<Double> {
    static let length = bounded("a number of at least 0", ["minimum": 0]) { $0 >= 0 }

    static let positive = bounded("a number above 0", ["exclusiveMinimum": 0]) { $0 > 0 }

    private static func bounded(
        _ expected: String, _ bound: JSON.Object, _ isAllowed: @escaping @Sendable (Double) -> Bool
    ) -> Schema {
        var schema: JSON.Object = ["type": "number"]
        for (key, value) in bound.members { schema[key] = value }
        return Schema(schema: .object(schema)) { json throws(Mismatch) in
            guard let value = json.doubleValue, isAllowed(value) else {
                throw Mismatch(expected: expected, found: json.found)
            }
            return value
        } write: {
            .double($0)
        }
    }
}
