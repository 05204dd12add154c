import FasciaModel

/// The text of a record of the journal, put together in few pieces: one is made for every change.
extension JSONWriter {
    /// Begins a record, up to the method's parameters: `{"revision":42,"time":1795218360123,"by":[3,"fascia",1000,4242],`
    /// `"cause":"ui.tap","request":7,"method":"toggle.set","params":`.
    ///
    /// - Parameters:
    ///   - time: milliseconds since 1970, as text.
    ///   - cause: the method that has led to this one, where it is another.
    public mutating func beginRecord(
        revision: Int, time: [UInt8], origin: Cause.Origin, cause: String?, request: RequestID?, method: String
    ) {
        let by = origin.recordText
        let variable = time.count + by.count + (request?.byteCount ?? 0) + (cause?.utf8.count ?? 0) + method.utf8.count
        // What does not vary has 68 bytes, a number at most 20.
        assemble(capacity: 96 + variable) {
            $0.raw("{\"revision\":")
            $0.int(revision)
            $0.raw(",\"time\":")
            $0.raw(time)
            $0.raw(",\"by\":")
            $0.raw(by)
            if let cause {
                $0.raw(",\"cause\":\"")
                $0.raw(text: cause)
                $0.raw("\"")
            }
            if let request {
                $0.raw(",\"request\":")
                request.write(to: &$0)
            }
            $0.raw(",\"method\":\"")
            $0.raw(text: method)
            $0.raw("\",\"params\":")
        }
    }

    /// Goes on behind the parameters: how many things became different.
    public mutating func continueRecord(count: Int) {
        assemble(capacity: 32) {
            $0.raw(",\"count\":")
            $0.int(count)
        }
    }
}
