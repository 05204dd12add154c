import Glibc

/// The terminal that a question is asked at, apart from the standard streams, which carry answers and lists.
struct QuestionStreams {
    var input: Int32
    var output: Int32

    /// The controlling terminal; else standard input and error, if they are terminals. `nil` without a terminal.
    static func terminal() -> QuestionStreams? {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        if terminal >= 0 { return QuestionStreams(input: terminal, output: terminal) }
        let output = [STDERR_FILENO, STDOUT_FILENO].first { isatty($0) == 1 }
        guard isatty(STDIN_FILENO) == 1, let output else { return nil }
        return QuestionStreams(input: STDIN_FILENO, output: output)
    }

    /// Standard input and error, whatever they are.
    static let standard = QuestionStreams(input: STDIN_FILENO, output: STDERR_FILENO)
}
