import OrderedCollections

extension Values {
    func archive(into writer: inout ArchiveWriter) {
        writer.list(all.elements) {
            $0.text($1.key)
            $1.value.archive(into: &$0)
        }
    }

    init(from reader: inout ArchiveReader) throws(ArchiveError) {
        var all: OrderedDictionary<String, Stored> = [:]
        for _ in 0..<(try reader.count()) {
            let key = try reader.text()
            all[key] = try Stored(from: &reader, key: key)
        }
        self.init(all)
    }
}

extension Values.Stored {
    func archive(into writer: inout ArchiveWriter) {
        writer.json(recorded)
        writer.optional(declaration) { writer, declaration in
            writer.text(declaration.archivedKind)
            writer.optional(declaration.initial) { $0.json($1) }
            writer.optional(declaration.range) {
                $0.word($1.lowerBound.bitPattern)
                $0.word($1.upperBound.bitPattern)
            }
            writer.optional(declaration.step) { $0.word($1.bitPattern) }
        }
    }

    init(from reader: inout ArchiveReader, key: String) throws(ArchiveError) {
        let value = try reader.json()
        let declaration = try reader.optional { reader throws(ArchiveError) in
            try ValueDeclaration(from: &reader, key: key)
        }
        self.init(declaration: declaration, value: value)
    }
}

extension ValueDeclaration {
    /// The kind, after words for what an earlier version does not know: `volatile int`.
    fileprivate var archivedKind: String {
        (isSecret ? "secret " : "") + (isVolatile ? "volatile " : "") + kind.rawValue
    }

    fileprivate init(from reader: inout ArchiveReader, key: String) throws(ArchiveError) {
        let words = try reader.text().split(separator: " ").map(String.init)
        guard let kind = words.last.flatMap(Kind.init) else { throw ArchiveError("value \(key) has an unknown kind") }
        self.init(
            key: key, kind: kind, isVolatile: words.contains("volatile"), isSecret: words.contains("secret"))
        initial = try reader.optional { reader throws(ArchiveError) in try reader.json() }
        range = try reader.optional { reader throws(ArchiveError) in
            let (low, high) = (Double(bitPattern: try reader.word()), Double(bitPattern: try reader.word()))
            guard low <= high else { throw ArchiveError("value \(key) has a range whose minimum is greater than its maximum") }
            return low...high
        }
        step = try reader.optional { reader throws(ArchiveError) in Double(bitPattern: try reader.word()) }
    }
}
