/// What stands behind a header, for whoever reads it.
extension RecordHeader {
    /// The records as JSON text, with a comma between them.
    ///
    /// - Parameters:
    ///   - payload: what stands behind the header.
    ///   - path: whose header it is, for the message.
    ///   - large: reads the file of a record that has one.
    /// - Throws: `damaged` where these are no records, although their checksum is right; what `large` throws.
    func text(
        of payload: UnsafeRawBufferPointer, at path: String, large: () throws(StoreError) -> [UInt8]
    ) throws(StoreError) -> [UInt8] {
        switch kind {
        case .large: return try large()
        case .text: return Array(payload)
        case .filler: return []
        case .records:
            guard let text = RecordGroup.text(of: payload, revision: revision) else {
                throw StoreError(.damaged, "records \(sequence) to \(next - 1) in \(path) are not whole")
            }
            return text
        }
    }
}
