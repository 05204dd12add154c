import FasciaClient
import FasciaModel
import FasciaWire

/// Looks for slips of the finger in parameters that somebody has written by hand: the daemon ignores what it does not
/// know, or keeps it for plugins, and nothing would be said of it.
struct ParameterCheck {
    /// Sends questions, if there are any, over this.
    let connect: () async throws -> Connection
    private var own: [String: JSON?] = [:]
    private var daemons: [String: JSON] = [:]

    init(connect: @escaping () async throws -> Connection) { self.connect = connect }

    /// What the daemon will ignore or what is nearly a name that it knows, a line each.
    ///
    /// This program's own catalogue is asked first. The daemon's may be newer, so that it has the last word.
    mutating func warnings(_ params: JSON, of method: String) async throws -> [String] {
        let known = own[method] ?? (try? Description.json(method: method))
        own[method] = known
        guard let known, !UnknownMember.all(in: params, of: method, by: known).isEmpty else { return [] }
        let description: JSON
        if let asked = daemons[method] {
            description = asked
        } else {
            description = try await connect().call("daemon.describe", ["method": .string(method)])
            daemons[method] = description
        }
        return UnknownMember.all(in: params, of: method, by: description).map { member in
            (member.isTaken
                ? "\(method) takes \(member.pointer) for a name of somebody's own"
                : "\(method) ignores \(member.pointer), which it does not know")
                + (member.nearest.map { ": did you mean \"\($0)\"?" } ?? "")
        }
    }
}

extension CommonOptions {
    /// Says what will be ignored of parameters that somebody has written by hand.
    func warn(of params: JSON.Object, of method: String) async throws {
        var check = ParameterCheck(connect: connect)
        for warning in try await check.warnings(.object(params), of: method) { warn(warning) }
    }

    func warn(_ text: String) { Output.error("fascia: warning: " + Printable.text(text)) }
}
