import FasciaClient
import FasciaDocument
import FasciaWire

/// Checks handwritten parameters for typing errors. The daemon ignores unknown members, or keeps them for plugins,
/// without an error.
struct UnknownMemberCheck {
    /// Calls `daemon.describe`, which is needed only for suspicious parameters.
    let describe: (JSON.Object) async throws -> JSON
    private var ownDescriptions: [String: JSON?] = [:]
    private var daemonDescriptions: [String: JSON] = [:]

    init(_ common: CommonOptions) { describe = { try await common.call("daemon.describe", $0) } }

    /// Warnings, one line each, for members that the daemon ignores or whose names are nearly known ones.
    ///
    /// Checks with this program's catalogue first. What looks wrong is checked again with the daemon's catalogue, which
    /// may be newer.
    mutating func warnings(_ params: JSON, of method: String) async throws -> [String] {
        let known = ownDescriptions[method] ?? (try? Description.json(method: method))
        ownDescriptions[method] = known
        guard let known, !UnknownMember.all(in: params, of: method, by: known).isEmpty else { return [] }
        let description: JSON
        if let cached = daemonDescriptions[method] {
            description = cached
        } else {
            description = try await describe(["method": .string(method)])
            daemonDescriptions[method] = description
        }
        return UnknownMember.all(in: params, of: method, by: description).map { member in
            (member.isAllowed
                ? "\(method) treats \(member.pointer) as a custom name"
                : "\(method) ignores the unknown member \(member.pointer)")
                + (member.nearest.map { ": did you mean \"\($0)\"?" } ?? "")
        }
    }
}

extension CommonOptions {
    /// Prints warnings for handwritten parameters that the daemon ignores.
    func warn(of params: JSON.Object, of method: String) async throws {
        var check = UnknownMemberCheck(self)
        for warning in try await check.warnings(.object(params), of: method) { warn(warning) }
    }

    func warn(_ text: String) { Output.error("fascia: warning: " + Printable.text(text)) }
}
