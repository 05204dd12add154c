import FasciaDocument

/// A request with an idempotency key. It is carried out once, however often it is sent, so that a sender that does not
/// know the outcome can retry.
public struct IdempotentRequest: Hashable, Sendable {
    public var key: String
    public var method: String
    /// A hash of the parameters, independent of the order of members. `nil` after a restart: the journal does not keep it,
    /// because a secret among the parameters could be guessed from its hash.
    public private(set) var digest: Int?

    /// A request whose parameters are not known any more.
    public init(key: String, method: String) { (self.key, self.method) = (key, method) }

    /// - Parameter params: the request's parameters, which may include the key.
    public init(key: String, method: String, params: JSON) {
        self.init(key: key, method: method)
        var rest = params.objectValue ?? [:]
        rest["once"] = JSON?.none
        var hasher = Hasher()
        hasher.combine(members: .object(rest))
        digest = hasher.finalize()
    }

    /// Whether this may be the same request again.
    func repeats(_ first: IdempotentRequest) -> Bool {
        method == first.method && (digest == first.digest || first.digest == nil)
    }
}

extension Hasher {
    /// Members are sorted by name, because their order has no meaning.
    fileprivate mutating func combine(members json: JSON) {
        switch json {
        case .array(let elements):
            combine(elements.count)
            for element in elements { combine(members: element) }
        case .object(let object):
            combine(object.members.count)
            for member in object.members.sorted(by: { $0.key < $1.key }) {
                combine(member.key)
                combine(members: member.value)
            }
        case .null, .bool, .int, .double, .string: combine(json)
        }
    }
}
