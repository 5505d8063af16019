import Foundation

/// Standard error, on which reasons and progress go, so that standard output holds results alone.
package enum StandardError {
    /// Writes one line.
    package static func write(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }

    /// Writes `text` without ending the line.
    package static func writePart(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
