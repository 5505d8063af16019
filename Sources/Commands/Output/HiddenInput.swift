import Foundation

/// Reads a line from the terminal without showing it.
package enum HiddenInput {
    /// What the terminal must be given back when a signal ends the process while it shows nothing.
    ///
    /// A signal handler cannot hold a value of its own; it is written before the handler is set, by the one thread
    /// that asks.
    nonisolated(unsafe) private static var shown = termios()

    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Asks `question` on standard error, a space behind it, and reads the answer as bytes, at most `limit` of them;
    /// nil at the end of the input or when there is no terminal.
    ///
    /// The bytes are never part of a `String`, which could not be wiped.
    package static func line(_ question: String, limit: Int = 4096) -> [UInt8]? {
        guard tcgetattr(STDIN_FILENO, &shown) == 0 else { return nil }
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        hidden.c_lflag |= tcflag_t(ECHONL | ICANON)
        for number in signals {
            signal(number) { number in
                // Both are allowed in a signal handler (POSIX, signal-safety).
                tcsetattr(STDIN_FILENO, TCSANOW, &HiddenInput.shown)
                _exit(128 + number)
            }
        }
        // To be stopped would leave the shell with a terminal that shows nothing.
        signal(SIGTSTP, SIG_IGN)
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) == 0 else { return nil }
        defer {
            tcsetattr(STDIN_FILENO, TCSANOW, &shown)
            for number in signals + [SIGTSTP] { signal(number, SIG_DFL) }
        }
        StandardError.writePart(question + " ")
        return readBytes(limit: limit)
    }

    /// The bytes of one line of standard input without its end; nil when there is none.
    package static func readBytes(limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return bytes.isEmpty ? nil : bytes }
            if byte == UInt8(ascii: "\n") { return bytes }
            guard bytes.count < limit else { return nil }
            bytes.append(byte)
        }
    }
}
