/// Identifies a child of a view node across evaluations.
enum ChildIdentity: Hashable {
    /// The `body` of a view.
    case body
    /// The `body` of a modifier.
    case modifier
    case content
    /// The content of a view that makes its own node.
    case inside
    case label
    case footer
    /// A background, an overlay or another attachment of the content. The depth of the view node distinguishes attachments
    /// of nested view nodes, which may share one address.
    case attached(Int)
    case index(Int)
    case branch(Bool)
    case type(ObjectIdentifier)
    /// An explicit id, or the id of a `ForEach` element.
    case id(AnyHashable)
    /// The "more" row after a number of elements.
    case more(Int)
    /// Another element with an id that an earlier element already has.
    case duplicate(AnyHashable, Int)

    /// The part that this key adds to the parent's address; `nil` if it adds nothing.
    var component: String? {
        switch self {
        case .body, .modifier, .content, .type: nil
        case .inside: "0"
        case .label: "label"
        case .footer: "footer"
        case .attached(let depth): "+\(depth)"
        case .index(let index): "\(index)"
        case .branch(let isFirst): isFirst ? "t" : "f"
        case .id(let id): "[\(Self.short(id))]"
        case .more(let count): "more\(count)"
        case .duplicate(let id, let count): "[\(Self.short(id))]'\(count)"
        }
    }

    /// An id as part of addresses. A long id is cut and made unique by its 64-bit FNV-1a hash, which is the same in
    /// every process. Addresses of everything inside an element start with it, so it has to be short.
    private static func short(_ id: AnyHashable) -> String {
        let text = "\(id)"
        guard text.utf8.count > 32 else { return text }
        let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        return "\(String(text.unicodeScalars.prefix(8)))~\(String(hash, radix: 16))"
    }
}
