import Foundation

/// Bytes for standard output, gathered and written at once: ten thousand lines cost one call of the system.
package struct OutputBuffer: ~Copyable {
    private var bytes: [UInt8] = []
    private let descriptor: Int32

    /// A buffer for standard output, or for another open file.
    package init(descriptor: Int32 = STDOUT_FILENO, capacity: Int = 4096) {
        self.descriptor = descriptor
        bytes.reserveCapacity(capacity)
    }

    /// Appends `text` as it is.
    package mutating func text(_ text: String) {
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    /// Appends one line.
    package mutating func line(_ line: String) {
        text(line)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Appends `count` spaces.
    package mutating func spaces(_ count: Int) {
        for _ in 0..<max(count, 0) { bytes.append(UInt8(ascii: " ")) }
    }

    /// Appends one JSON object as a line.
    package mutating func object(_ members: (inout JSONLine) -> Void) {
        // The bytes change hands, so that they are never copied.
        var taken: [UInt8] = []
        swap(&taken, &bytes)
        var line = JSONLine(appendingTo: consume taken)
        members(&line)
        bytes = line.finished()
    }

    /// What was gathered, as text.
    package consuming func takenText() -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// Writes what was gathered.
    ///
    /// - Throws: `OutputClosed` when nobody reads any more.
    package consuming func flush() throws(OutputClosed) {
        try Self.write(bytes, to: descriptor)
    }

    /// Writes bytes as they are, all of them.
    package static func write(_ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO) throws(OutputClosed) {
        // Lines that others wrote through C's buffer come first.
        if descriptor == STDOUT_FILENO { fflush(nil) }
        var start = 0
        while start < bytes.count {
            let count = bytes.withUnsafeBytes { raw in
                Foundation.write(descriptor, raw.baseAddress.map { $0 + start }, raw.count - start)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw OutputClosed()
            }
            start += count
        }
    }
}
