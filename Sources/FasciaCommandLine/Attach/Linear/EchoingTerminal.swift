import Glibc

/// The terminal of standard input, where what is typed of a secret is not shown. A shell restores its settings if this process is
/// killed meanwhile.
struct EchoingTerminal {
    private var isHidden = false

    mutating func setEcho(_ echoes: Bool) {
        guard isHidden == echoes, isatty(STDIN_FILENO) == 1 else { return }
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        // The line end is shown all the same.
        if echoes {
            settings.c_lflag = settings.c_lflag & ~tcflag_t(ECHONL) | tcflag_t(ECHO)
        } else {
            settings.c_lflag = settings.c_lflag & ~tcflag_t(ECHO) | tcflag_t(ECHONL)
        }
        guard tcsetattr(STDIN_FILENO, TCSANOW, &settings) == 0 else { return }
        isHidden = !echoes
    }
}
