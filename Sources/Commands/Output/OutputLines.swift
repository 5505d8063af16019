import Foundation

/// Nobody reads standard output any more, as when a pager was left.
package struct OutputClosed: Error {
    package init() {}
}

/// Lines on standard output, each written at once.
package enum OutputLines {
    /// Writes one line.
    package static func write(_ line: String) throws(OutputClosed) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
        } catch {
            throw OutputClosed()
        }
    }
}
