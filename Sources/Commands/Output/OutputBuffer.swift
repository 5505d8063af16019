import Foundation

/// Bytes for standard output, gathered and written 64 KiB at a time: ten thousand lines cost some thirty calls of the
/// system and little memory, and whoever reads them begins while the rest is made.
package struct OutputBuffer: ~Copyable {
    private var bytes: [UInt8] = []
    private let descriptor: Int32?
    private var isClosed = false

    /// How many bytes are gathered before they are written.
    private static let pieceCount = 64 * 1024

    /// A buffer for standard output or another open file; with nil it keeps all until ``takenText()``.
    package init(descriptor: Int32? = STDOUT_FILENO) {
        self.descriptor = descriptor
        bytes.reserveCapacity(4096)
    }

    /// Appends `text` as it is.
    package mutating func text(_ text: String) {
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
        writePiece()
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
        writePiece()
    }

    /// What was gathered, as text.
    package consuming func takenText() -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// Writes the rest of what was gathered.
    ///
    /// - Throws: `OutputClosed` when nobody reads any more.
    package consuming func flush() throws(OutputClosed) {
        guard !isClosed else { throw OutputClosed() }
        guard let descriptor else { return }
        try Self.write(bytes, to: descriptor)
    }

    /// Writes what was gathered once it is enough; that nobody reads any more is told at the end.
    private mutating func writePiece() {
        guard bytes.count >= Self.pieceCount, let descriptor else { return }
        if !isClosed {
            do { try Self.write(bytes, to: descriptor) } catch { isClosed = true }
        }
        bytes.removeAll(keepingCapacity: true)
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
