/// Cuts a stream of bytes into lines of bounded length.
///
/// A line ends with LF; a CR before it belongs to the end. What is longer than the limit is dropped up to its end and
/// counted, so that a peer that never ends a line costs no memory.
struct LineSplitter {
    /// The longest line in bytes, without its end.
    let limit: Int
    /// How many lines were longer.
    private(set) var overlong = 0
    private var pending: [UInt8] = []
    private var isSkipping = false

    init(limit: Int) {
        self.limit = limit
    }

    /// The lines that end within `bytes`.
    mutating func append(_ bytes: some Sequence<UInt8>) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for byte in bytes {
            if byte == 0x0A {
                if let line = end() { lines.append(line) }
            } else if !isSkipping {
                // One more, for the CR that may come before the end.
                if pending.count > limit {
                    skip()
                } else {
                    pending.append(byte)
                }
            }
        }
        return lines
    }

    /// The last line, when the stream ended without ending it.
    mutating func finish() -> [UInt8]? {
        end().flatMap { $0.isEmpty ? nil : $0 }
    }

    private mutating func end() -> [UInt8]? {
        defer {
            pending.removeAll(keepingCapacity: true)
            isSkipping = false
        }
        guard !isSkipping else { return nil }
        if pending.last == 0x0D { pending.removeLast() }
        guard pending.count <= limit else {
            overlong += 1
            return nil
        }
        return pending
    }

    private mutating func skip() {
        overlong += 1
        isSkipping = true
        pending.removeAll(keepingCapacity: true)
    }
}
