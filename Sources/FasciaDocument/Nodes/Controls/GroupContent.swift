public struct GroupContent: Hashable, Sendable {
    /// The id of a group.
    public var bind: String
    public init(bind: String) { self.bind = bind }
}

extension GroupContent: NodeContent {
    static let form = NodeForm("The master switch of a group and a switch for each of its options.", schema) { .group($0) }
    package var kind: Node.Kind { .group }
    package var texts: [String?] { [bind] }

    static let schema = Schema.record(
        GroupContent(bind: ""), [.required("bind", \.bind, .string, "The id of a group.")])
}
