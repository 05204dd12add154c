import FasciaDocument
import FasciaModel

/// An access file to put in force for a while.
public struct AccessTrial: Hashable, Sendable {
    public var text = ""
    /// In milliseconds.
    public var within = 60_000

    public init(text: String = "", within: Int = 60_000) { (self.text, self.within) = (text, within) }
}

extension Method {
    static let access: [Method] = [
        Method(
            .session, "access.try", needs: .admin(.daemon),
            "Put an access file in force that goes back after a time, or when this connection ends, unless it is written to its "
                + "path meanwhile.",
            command: "access try", AccessTrial(),
            [
                .required("text", \.text, .string, "The text of the file."),
                .defaulted(
                    "within", \.within, .milliseconds, default: 60_000,
                    "The time in seconds after which it goes back; 60 by default."),
            ],
            returns: .result([.required("path", .string, "Where the file has to be written to keep it.")])
        ) { .accessTry($0) }
    ]
}
