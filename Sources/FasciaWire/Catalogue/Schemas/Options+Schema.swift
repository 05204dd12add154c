import FasciaModel

extension MutationOptions {
    static let record = Record(MutationOptions(), fields)
    static let schema = Schema.record(MutationOptions(), fields)
    static let fields: [Field<MutationOptions>] = [
        .optional("ifRevision", \.ifRevision, .int(0 ... .max), "Only if this is the panel's revision, else conflict."),
        .defaulted("dryRun", \.dryRun, .bool, default: false, "Check and answer, but do not do it."),
        .defaulted(
            "durable", \.durable, .bool, default: false,
            "Answer when it has reached the disk. This version keeps the state in memory: it makes no difference yet."),
    ]
}
