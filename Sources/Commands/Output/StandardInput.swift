import Foundation

/// Standard input, line by line, beside whatever else a command does.
package enum StandardInput {
    /// Takes each line as it comes, without its end and cut off after `longest` bytes, until there are no more.
    ///
    /// A thread of its own waits for them, since nothing can interrupt that.
    package static func read(
        upTo longest: Int, _ take: @escaping @Sendable (String) -> Void, ended: @escaping @Sendable () -> Void = {}
    ) {
        Thread.detachNewThread {
            var line: [UInt8] = []
            var byte: UInt8 = 0
            func end() {
                take(String(decoding: line, as: UTF8.self))
                line.removeAll(keepingCapacity: true)
            }
            while Foundation.read(STDIN_FILENO, &byte, 1) == 1 {
                if byte == UInt8(ascii: "\n") { end() } else if line.count < longest { line.append(byte) }
            }
            if !line.isEmpty { end() }
            ended()
        }
    }
}
