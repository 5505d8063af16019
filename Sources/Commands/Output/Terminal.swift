import Foundation

/// The terminal that a person sits at, if there is one.
package enum Terminal {
    /// Whether a person can be asked: standard input is a terminal.
    package static var canAsk: Bool { isatty(STDIN_FILENO) != 0 }

    /// Whether a person reads standard output.
    package static var isRead: Bool { isatty(STDOUT_FILENO) != 0 }

    /// Whether progress can be drawn over itself.
    package static var showsProgress: Bool { isatty(STDERR_FILENO) != 0 }

    /// The columns of the terminal on standard output; nil when it is none, so that nothing is cut in a pipe.
    package static var columns: Int? {
        guard isRead else { return nil }
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20 else { return 80 }
        return Int(size.ws_col)
    }

    /// Columns and rows of the terminal on standard output; 80 and 24 of none, and of one that is too small to draw on.
    package static var screen: (columns: Int, rows: Int) {
        var size = winsize()
        guard isRead, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20, size.ws_row >= 8
        else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Asks on standard error, a space behind the question, and reads one line from standard input; nil at its end.
    package static func ask(_ question: String) -> String? {
        StandardError.writePart(question + " ")
        return readLine()
    }

    /// Asks a question that "yes" answers, in any of our languages.
    package static func confirms(_ question: String) -> Bool {
        guard let answer = ask(question) else { return false }
        return ["y", "yes", "s", "si", "sí", "sì", "sim"].contains(answer.lowercased())
    }
}
