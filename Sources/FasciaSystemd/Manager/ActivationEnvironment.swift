/// The values of `LISTEN_PID`, `LISTEN_FDS` and `LISTEN_FDNAMES` (sd_listen_fds(3)), checked before any of the passed
/// descriptors is used.
struct ActivationEnvironment: Equatable {
    /// The first passed descriptor; the others follow it.
    static let firstDescriptor: Int32 = 3

    /// No manager passes more descriptors; a larger number is an error in the environment.
    static let maximumDescriptors = 65_536

    /// The names of the descriptors, in order. Empty if none are passed to this process.
    let names: [String]

    /// - Throws: `ActivationError` if the variables are malformed or contradict each other.
    init(variables: [String: String], process: Int32) throws(ActivationError) {
        guard let count = variables["LISTEN_FDS"], let owner = variables["LISTEN_PID"] else {
            names = []
            return
        }
        guard let ownerNumber = Int32(owner), ownerNumber > 0 else {
            throw .notANumber(variable: "LISTEN_PID", value: owner)
        }
        // The variables were meant for another process and inherited from a parent that did not clear them.
        guard ownerNumber == process else {
            names = []
            return
        }
        guard let number = Int(count), (0...Self.maximumDescriptors).contains(number) else {
            throw .notANumber(variable: "LISTEN_FDS", value: count)
        }
        guard let listed = variables["LISTEN_FDNAMES"] else {
            names = Array(repeating: "unknown", count: number)
            return
        }
        let parts = number == 0 && listed.isEmpty ? [] : listed.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == number else { throw .namesDoNotMatch(names: listed, count: number) }
        names = parts.map(String.init)
    }
}
