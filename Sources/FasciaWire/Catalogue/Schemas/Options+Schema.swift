import FasciaDocument

extension MutationOptions {
    static let schema = Schema.record(MutationOptions(), fields)
    static let fields: [Field<MutationOptions>] = [
        .optional("ifRevision", \.ifRevision, .int(0 ... .max), "Only if this is the panel's revision, else conflict."),
        .defaulted("dryRun", \.dryRun, .bool, default: false, "Check and answer, but do not do it."),
        .defaulted(
            "durable", \.durable, .bool, default: false,
            "Answer when it has reached the disk; otherwise that takes up to 10 ms more."),
        .optional(
            "once", \.once, key,
            "A key of the sender's: sent again with the same key, even after a restart, it is answered as the first "
                + "time, and nothing is done again. Not for a dry run."),
    ]

    private static let key = Schema<String>(schema: ["type": "string", "minLength": 1, "maxLength": 128]) {
        json throws(Mismatch) in
        guard let key = json.stringValue, (1...128).contains(key.utf8.count) else {
            throw Mismatch(expected: "a key of 1 to 128 bytes", found: json.found)
        }
        return key
    } write: {
        .string($0)
    }
}
