/// The reason why the passed descriptors cannot be used.
public enum ActivationError: Error, Equatable, CustomStringConvertible {
    case notANumber(variable: String, value: String)
    case namesDoNotMatch(names: String, count: Int)
    case moreThanOne(names: [String])
    case notAListeningUnixStream(descriptor: Int32, name: String, found: String)
    case system(call: String, errno: Int32, message: String)

    public var description: String {
        switch self {
        case .notANumber("LISTEN_FDS", let value):
            """
            LISTEN_FDS="\(value)" is not a number from 0 to \(ActivationEnvironment.maximumDescriptors): \
            unset LISTEN_FDS and LISTEN_PID to start without socket activation
            """
        case .notANumber(let variable, let value):
            "\(variable)=\"\(value)\" is not a process id: unset it to start without socket activation"
        case .namesDoNotMatch(let names, let count):
            "LISTEN_FDNAMES=\"\(names)\" does not name \(count) descriptors, as LISTEN_FDS says: unset it, or name each"
        case .moreThanOne(let names):
            """
            \(names.count) sockets were passed (\(names.joined(separator: ", "))), but the daemon listens on one: \
            keep one ListenStream= in fasciad.socket
            """
        case .notAListeningUnixStream(let descriptor, let name, let found):
            """
            descriptor \(descriptor) ("\(name)") is \(found), not a listening Unix stream socket: \
            give fasciad.socket one ListenStream= with a path, and no Accept=yes
            """
        case .system(let call, _, let message):
            "\(call): \(message)"
        }
    }
}
