/// Which of the places in a place: what makes it the same one at the next evaluation.
enum PlaceKey: Hashable {
    /// What a view's `body` gives.
    case body
    /// What a modifier's `body` gives.
    case modifier
    case content
    /// What is in a view that has a node of its own.
    case inside
    case label
    case footer
    /// What stands behind, over or around its content, by the depth of the place: places inside each other may have
    /// one address.
    case attached(Int)
    case index(Int)
    case branch(Bool)
    case type(ObjectIdentifier)
    /// An explicit id, or an element's in a `ForEach`.
    case id(AnyHashable)
    /// What stands below so many elements, for the rest.
    case more(Int)
    /// One more element with an id that was there before.
    case duplicate(AnyHashable, Int)

    /// What it adds to the address of the place around it.
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

    /// An id as it stands in addresses, which all that is in the element begin with: a long one is cut, and told from
    /// others by its hash, which is the same in each process (FNV-1a, 64 bits).
    private static func short(_ id: AnyHashable) -> String {
        let text = "\(id)"
        guard text.utf8.count > 32 else { return text }
        let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        return "\(String(text.unicodeScalars.prefix(8)))~\(String(hash, radix: 16))"
    }
}
