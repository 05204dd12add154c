import FasciaModel

/// A request that its sender may send again, because it cannot know whether it was carried out: it has a key, and is
/// carried out once, however often it comes.
public struct OnceRequest: Hashable, Sendable {
    public var key: String
    public var method: String
    /// Tells its parameters from others, as the sum of their members in any order.
    public var digest: UInt64

    public init(key: String, method: String, digest: UInt64) {
        self.key = key
        self.method = method
        self.digest = digest
    }

    /// - Parameter params: of the request, the key among them.
    public init(key: String, method: String, params: JSON) {
        var rest = params.objectValue ?? [:]
        rest["once"] = JSON?.none
        var digest = Digest()
        digest.add(.object(rest))
        self.init(key: key, method: method, digest: digest.value)
    }
}

/// FNV-1a with 64 bits (Fowler, Noll, Vo): the same in every process and version, and not against forgers, who could
/// deceive nobody but themselves.
private struct Digest {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Objects by their names, because their order says nothing.
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
