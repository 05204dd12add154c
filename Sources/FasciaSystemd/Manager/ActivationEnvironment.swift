/// What `LISTEN_PID`, `LISTEN_FDS` and `LISTEN_FDNAMES` say about the descriptors passed to this process
/// (sd_listen_fds(3)), checked before any of those descriptors is touched.
struct ActivationEnvironment: Equatable {
    /// The first descriptor that is passed; the others follow it.
    static let firstDescriptor: Int32 = 3

    /// More than any manager passes; a number above it is a mistake in the environment.
    static let mostDescriptors = 65_536

    /// The names of the descriptors, in their order. Empty where nothing is passed to this process.
    let names: [String]

    /// Throws where the variables contradict themselves or are no numbers.
    init(variables: [String: String], process: Int32) throws(ActivationError) {
        guard let count = variables["LISTEN_FDS"], let owner = variables["LISTEN_PID"] else {
            names = []
            return
        }
        guard let ownerNumber = Int32(owner), ownerNumber > 0 else {
            throw .notANumber(variable: "LISTEN_PID", value: owner)
        }
        // Meant for another process: inherited from a parent that did not clear it.
        guard ownerNumber == process else {
            names = []
            return
        }
        guard let number = Int(count), (0...Self.mostDescriptors).contains(number) else {
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
