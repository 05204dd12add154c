import FasciaAccess
import FasciaDocument
import FasciaModel
import FasciaPanel
import FasciaScene
import FasciaTerminal
import FasciaWire
import FasciaYAML
import Glibc

// What people and programs send as text, each with what has to hold of it: $FASCIA_FUZZ names one of them.

/// Lines of the wire: a request is checked as the daemon does before it is executed, and a command is executed.
private func line(_ bytes: [UInt8]) {
    func take(_ message: Message) {
        switch message {
        case .call(_, let method, let params):
            do throws(WireError) {
                if case .apply(let command, _) = try Catalogue.call(method, params) {
                    var panel = Panel()
                    _ = try? panel.apply(command)
                }
            } catch { precondition(!error.message.isEmpty) }
        case .batch(let messages): for message in messages { take(message) }
        default: break
        }
    }
    for line in bytes.split(separator: 10) { take(LineParser.parse(Array(line))) }
}

/// Documents of screens: what is read is written, read again, and shown.
private func document(_ bytes: [UInt8]) {
    guard let json = bytes.withUnsafeBufferPointer({ try? JSONParser.parse($0) }) else { return }
    var writer = JSONWriter()
    writer.write(json)
    precondition(writer.bytes.withUnsafeBufferPointer { try? JSONParser.parse($0) } == json)
    guard let call = try? Catalogue.call("screen.put", ["screen": json]), case .apply(.putScreen(let screen), _) = call else {
        return
    }
    var panel = Panel()
    guard (try? panel.apply(.putScreen(screen))) != nil else { return }
    guard (try? panel.apply(.push(stack: "main", route: Route(screen.id), handles: []))) != nil else { return }
    _ = panel.scene(stack: "main")
}

/// What a terminal sends: in one piece, or byte by byte, it is the same, unless there is an escape, which may be a key of its own.
private func keys(_ bytes: [UInt8]) {
    var (whole, single) = (KeyDecoder(), KeyDecoder())
    let inputs = whole.feed(bytes) + whole.flush()
    let pieces = bytes.flatMap { single.feed([$0]) } + single.flush()
    precondition(inputs == pieces, "\(inputs) \(pieces)")
}

private let accounts = Accounts(
    users: ["root": .init(uid: 0, gid: 0), "ada": .init(uid: 1000, gid: 1000), "bob": .init(uid: 1001, gid: 1001)],
    groups: ["root": .init(gid: 0), "staff": .init(gid: 500, members: ["bob"])])

/// Access files: either there are errors, each with its place, or there is an admin and rights can be asked for.
private func access(_ text: String) {
    let outcome = AccessParser.parse(text, path: "a", accounts: accounts)
    precondition((outcome.file == nil) == !outcome.errors.isEmpty)
    precondition(outcome.problems.allSatisfy { !$0.message.isEmpty && $0.position.line > 0 })
    guard let file = outcome.file else { return }
    for name in ["root", "ada", "bob"] {
        guard let identity = accounts.identity(of: name), let rights = file.rights(of: identity) else { continue }
        for right in Right.allCases {
            let isForAll = rights.allowsAll(right, nil, of: Resource(.option, "a/**"))
            // Who may everything may each.
            precondition(!isForAll || rights.allows(right, nil, Resource(.option, "a/b")))
            precondition(!rights.isUnlimited(right) || rights.allows(right, nil, Resource(.value, "x")))
        }
        _ = file.lineThatLets(identity, actFor: Identity(uid: 7))
    }
}

/// Panel files: either there are errors, each with its place, or there is a panel.
private func panel(_ text: String) {
    let outcome = PanelParser.parse(path: "p") { path throws(Problem) in
        guard path == "p" else { throw Problem(at: Position(file: path), "cannot be read") }
        return text
    }
    precondition(outcome.file != nil || outcome.hasErrors)
    precondition(outcome.problems.allSatisfy { !$0.message.isEmpty })
}

private let target = getenv("FASCIA_FUZZ").map { String(cString: $0) } ?? ""

@_cdecl("LLVMFuzzerTestOneInput") public func texts(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    switch target {
    case "lines": line(bytes)
    case "documents": document(bytes)
    case "keys": keys(bytes)
    case "access": if let text = String(validating: bytes, as: UTF8.self) { access(text) }
    case "panels": if let text = String(validating: bytes, as: UTF8.self) { panel(text) }
    default: fatalError("FASCIA_FUZZ names none of lines, documents, keys, access, panels")
    }
    return 0
}
