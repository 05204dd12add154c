import FasciaModel

/// A record of the journal as it stands in the tail: its parts as they are, one after the other. To put them together as
/// JSON text is for whoever reads it, who has time; one is written for every change.
///
/// Before the parts stands a head of 32 bytes, little-endian: the time (8; milliseconds since 1970), how long the
/// parameters, what comes behind them, the request and `by` are, how many things became different (4 each), how long the
/// method and the cause are, and how the parameters and the request are written (1 each). The parts are `by`, the method,
/// the cause, the request, the parameters, and what comes behind them; all but the method and the cause are JSON text, or
/// what is said to be written otherwise. What is not there is nothing long. The revision is not said: it is one more than
/// that of the record before, unless nothing became different.
public struct PackedRecord {
    /// How many things became different. Where nothing did, it makes no revision.
    public let count: Int
    /// How many bytes it takes with its head.
    public let length: Int
    public let time: Timestamp
    /// Who has asked for it, as it stands in a record's text.
    package let by: UnsafeBufferPointer<UInt8>
    private let method: UnsafeBufferPointer<UInt8>
    private let cause: UnsafeBufferPointer<UInt8>
    private let request: UnsafeBufferPointer<UInt8>
    private let requestForm: RequestForm
    private let form: ParamsForm
    private let params: UnsafeBufferPointer<UInt8>
    private let rest: UnsafeBufferPointer<UInt8>

    /// How parameters are written.
    fileprivate enum ParamsForm: UInt8 {
        /// As JSON text.
        case text = 0
        /// The id alone, of what people and scripts do most: `toggle.set` to on and to off, and `toggle.flip` from whatever
        /// it is.
        case setOn = 1
        case setOff = 2
        case flip = 3

        /// The command that is written so; `nil` for text, which says its parameters itself.
        func command(_ id: UnsafeBufferPointer<UInt8>) -> Command? {
            switch self {
            case .text: nil
            case .setOn: .setToggle(id: String(decoding: id, as: UTF8.self), on: true)
            case .setOff: .setToggle(id: String(decoding: id, as: UTF8.self), on: false)
            case .flip: .flipToggle(id: String(decoding: id, as: UTF8.self), expect: nil)
            }
        }
    }

    /// How the request is written.
    fileprivate enum RequestForm: UInt8 {
        /// As JSON text.
        case text = 0
        /// A number of eight bytes, little-endian.
        case number = 1
    }

    fileprivate enum Head {
        static let size = 32
        static let params = 8
        static let rest = 12
        static let request = 16
        static let by = 20
        static let count = 24
        static let method = 28
        static let cause = 29
        static let form = 30
        static let requestForm = 31
    }

    /// The record that begins here; `nil` where it does not end before the bytes do.
    public init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Head.size, let form = ParamsForm(rawValue: bytes[Head.form]),
            let requestForm = RequestForm(rawValue: bytes[Head.requestForm])
        else { return nil }
        func length(at offset: Int) -> Int {
            Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        }
        var end = Head.size
        func part(_ length: Int) -> UnsafeBufferPointer<UInt8>? {
            guard length <= bytes.count - end else { return nil }
            defer { end += length }
            return UnsafeRawBufferPointer(rebasing: bytes[end..<end + length]).bindMemory(to: UInt8.self)
        }
        guard let by = part(length(at: Head.by)), let method = part(Int(bytes[Head.method])),
            let cause = part(Int(bytes[Head.cause])), let request = part(length(at: Head.request)),
            let params = part(length(at: Head.params)), let rest = part(length(at: Head.rest))
        else { return nil }
        (self.by, self.method, self.cause, self.request, self.params, self.rest) = (by, method, cause, request, params, rest)
        guard requestForm == .text || request.count == 8 else { return nil }
        (self.form, self.requestForm) = (form, requestForm)
        time = Timestamp(milliseconds: Int(Int64(littleEndian: bytes.loadUnaligned(as: Int64.self))))
        count = length(at: Head.count)
        self.length = end
    }

    /// Writes its text: `{"revision":42,"time":1795218360123,"by":[3,"fascia",1000,4242],"cause":"ui.tap","request":7,`
    /// `"method":"toggle.set","params":{"id":"extras/ham","on":true},"count":2}`.
    ///
    /// - Parameter revision: the panel's after it.
    public func write(to writer: inout JSONWriter, revision: Int) {
        let request = requestID
        // What does not vary has 70 bytes, the revision and the time at most 20 each.
        let varying = by.count + method.count + cause.count + (request?.byteCount ?? 0)
        writer.assemble(capacity: 110 + varying) {
            $0.raw("{\"revision\":")
            $0.int(revision)
            $0.raw(",\"time\":")
            $0.int(time.milliseconds)
            $0.raw(",\"by\":")
            $0.raw(by)
            if !cause.isEmpty {
                $0.raw(",\"cause\":\"")
                $0.raw(cause)
                $0.raw("\"")
            }
            if let request {
                $0.raw(",\"request\":")
                request.write(to: &$0)
            }
            $0.raw(",\"method\":\"")
            $0.raw(method)
            $0.raw("\",\"params\":")
        }
        if let command = form.command(params) { writer.writeParams(of: command) } else { writer.bytes += params }
        writer.raw(",\"count\":")
        writer.writeInt(count)
        writer.bytes += rest
        writer.raw("}")
    }
}

/// What it says, straight from its parts.
extension PackedRecord {
    /// The id of the request, as it came.
    package var requestID: RequestID? {
        guard let start = request.baseAddress, !request.isEmpty else { return nil }
        return switch requestForm {
        case .text: RequestID(rawText: String(decoding: request, as: UTF8.self))
        case .number: RequestID(Int(Int64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: Int64.self))))
        }
    }

    /// What was asked for: mostly the method itself.
    package var causeMethod: String { String(decoding: cause.isEmpty ? method : cause, as: UTF8.self) }

    /// Whether it is about this.
    package func isOf(_ name: StaticString) -> Bool {
        method.elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }

    /// What was done.
    ///
    /// - Throws: `methodNotFound`, `invalidParams`, or that it is no JSON.
    package func command() throws(WireError) -> Command {
        if let command = form.command(params) { return command }
        var parser = JSONParser(params)
        if let command = parser.directCommand(method: PlainText(method)), parser.isAtEnd() { return command }
        return try Command(method: String(decoding: method, as: UTF8.self), params: jsonParams())
    }

    /// The parameters of what is no command.
    ///
    /// - Throws: that they are no JSON.
    package func jsonParams() throws(WireError) -> JSON {
        do throws(ParseError) { return try JSONParser.parse(params) } catch { throw .parseError(error) }
    }

    /// What was added to it, as an object.
    ///
    /// - Throws: that it is no JSON.
    package func jsonMembers() throws(WireError) -> JSON {
        guard !rest.isEmpty else { return [:] }
        let text = [UInt8(ascii: "{")] + rest.dropFirst() + [UInt8(ascii: "}")]
        let result: Result<JSON, WireError> = text.withUnsafeBufferPointer { text in
            do throws(ParseError) { return .success(try JSONParser.parse(text)) } catch { return .failure(.parseError(error)) }
        }
        return try result.get()
    }
}

extension JSONWriter {
    /// Writes a record.
    ///
    /// - Parameters:
    ///   - cause: who has asked for it, and by which method, which may have led to this one.
    ///   - count: how many things became different.
    public mutating func writeRecord(of command: Command, time: Timestamp, cause: Cause, count: Int) {
        let start = bytes.count
        switch command {
        case .setToggle(let id, let on): writeParts(command.method, cause, time, count, on ? .setOn : .setOff, id)
        case .flipToggle(let id, nil): writeParts(command.method, cause, time, count, .flip, id)
        default:
            writeParts(command.method, cause, time, count, .text, "")
            endParams(of: start) { $0.writeParams(of: command) }
        }
    }

    /// Writes a record of something that is no command and makes no revision.
    ///
    /// - Parameter params: writes its parameters, as JSON.
    public mutating func writeRecord(
        of name: StaticString, time: Timestamp, origin: Cause.Origin, _ params: (inout JSONWriter) -> Void
    ) {
        let (start, method) = (bytes.count, name.description)
        writeParts(method, Cause(method: method, origin: origin), time, 0, .text, "")
        endParams(of: start, params)
    }

    /// Adds members to a record behind which nothing stands, once.
    ///
    /// - Parameters:
    ///   - start: where it begins.
    ///   - members: writes them as JSON, each with a comma before it.
    public mutating func extendRecord(_ start: Int, _ members: (inout JSONWriter) -> Void) {
        let before = bytes.count
        members(&self)
        setHalf(UInt32(bytes.count - before), at: start + PackedRecord.Head.rest)
    }

    private mutating func endParams(of start: Int, _ write: (inout JSONWriter) -> Void) {
        let before = bytes.count
        write(&self)
        setHalf(UInt32(bytes.count - before), at: start + PackedRecord.Head.params)
    }

    private mutating func setHalf(_ value: UInt32, at offset: Int) {
        bytes.withUnsafeMutableBytes { $0.storeBytes(of: value.littleEndian, toByteOffset: offset, as: UInt32.self) }
    }

    /// The head, and all up to the parameters; these too, where they are no JSON.
    private mutating func writeParts(
        _ method: String, _ cause: Cause, _ time: Timestamp, _ count: Int, _ form: PackedRecord.ParamsForm, _ params: String
    ) {
        let by = cause.origin.recordText
        let (methodLength, length) = (method.utf8.count, params.utf8.count)
        // What is asked for has a name of the daemon's own, and a short one. One that is too long is not said.
        let causeLength = cause.method == method ? 0 : UInt8(exactly: cause.method.utf8.count) ?? 0
        let (number, text) = (cause.request?.number, cause.request?.text ?? "")
        let requestLength = number == nil ? text.utf8.count : 8
        assemble(capacity: PackedRecord.Head.size + by.count + methodLength + Int(causeLength) + requestLength + length) {
            $0.word(UInt64(bitPattern: Int64(time.milliseconds)))
            // What comes behind the parameters is not known yet.
            $0.word(UInt64(UInt32(length)))
            $0.word(UInt64(UInt32(requestLength)) | UInt64(UInt32(by.count)) << 32)
            let requestForm = number == nil ? PackedRecord.RequestForm.text : .number
            // Less than 256: the names of commands stand in `Command.method`.
            $0.word(
                UInt64(UInt32(count)) | UInt64(UInt8(methodLength)) << 32 | UInt64(causeLength) << 40
                    | UInt64(form.rawValue) << 48 | UInt64(requestForm.rawValue) << 56)
            $0.raw(by)
            $0.raw(text: method)
            if causeLength > 0 { $0.raw(text: cause.method) }
            if let number { $0.word(UInt64(bitPattern: Int64(number))) } else if requestLength > 0 { $0.raw(text: text) }
            if length > 0 { $0.raw(text: params) }
        }
    }
}
