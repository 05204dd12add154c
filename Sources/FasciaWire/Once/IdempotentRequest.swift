import FasciaDocument

/// A request with an idempotency key. It is carried out once, however often it is sent, so that a sender that does not
/// know the outcome can retry.
public struct IdempotentRequest: Hashable, Sendable {
    public var key: String
    public var method: String
    /// A hash of the parameters, independent of the order of members.
    public var digest: UInt64

    public init(key: String, method: String, digest: UInt64) {
        self.key = key
        self.method = method
        self.digest = digest
    }

    /// - Parameter params: the request's parameters, which may include the key.
    public init(key: String, method: String, params: JSON) {
        var rest = params.objectValue ?? [:]
        rest["once"] = JSON?.none
        var digest = Digest()
        digest.add(.object(rest))
        self.init(key: key, method: method, digest: digest.value)
    }
}

/// FNV-1a with 64 bits (Fowler, Noll, Vo). It is the same in every process and version. It need not resist forgery,
/// because keys belong to one user.
private struct Digest {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Members are sorted by name, because their order has no meaning.
    mutating func add(_ json: JSON) {
        switch json {
        case .array(let elements):
            mark("[")
            for element in elements { add(element) }
            mark("]")
        case .object(let object):
            mark("{")
            for member in object.members.sorted(by: { $0.key < $1.key }) {
                add(.string(member.key))
                add(member.value)
            }
            mark("}")
        case .null, .bool, .int, .double, .string:
            var writer = JSONWriter()
            writer.write(json)
            for byte in writer.bytes { add(byte) }
            mark(",")
        }
    }

    private mutating func mark(_ mark: Unicode.Scalar) { add(UInt8(truncatingIfNeeded: mark.value)) }

    private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
}
