/// Cuts a stream of bytes into HCI packets of the UART transport ("H4").
///
/// Reads may hold part of a packet or several. Noise on a serial line is skipped byte by byte until something that can
/// be a packet begins; `skipped` tells how much, so that the owner can give up on a peer that does not speak HCI.
/// Source: Bluetooth Core 5.4, Volume 4, Part A, section 2.
struct H4Framer: Sendable {
    /// Whose packets the stream carries: a controller sends events, a host sends commands.
    enum Source: Sendable {
        case controller
        case host
    }

    /// The first byte of every packet, which says what follows.
    enum Indicator {
        static let command: UInt8 = 0x01
        static let asynchronousData: UInt8 = 0x02
        static let synchronousData: UInt8 = 0x03
        static let event: UInt8 = 0x04
        static let isochronousData: UInt8 = 0x05
    }

    /// Data packets longer than this are taken for noise: no connection is ever opened, so none should come at all.
    static let longestData = 4096

    /// Bytes that belonged to no packet since the last whole packet.
    private(set) var skipped = 0

    private let source: Source
    private var buffer: [UInt8] = []
    private var start = 0

    init(source: Source) {
        self.source = source
    }

    /// Adds what was read.
    mutating func append(_ bytes: some Collection<UInt8>) {
        if start == buffer.count {
            buffer.removeAll(keepingCapacity: true)
            start = 0
        } else if start > 8192 {
            buffer.removeFirst(start)
            start = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// Where the next whole packet stands in `bytes`, its indicator included; nil when more bytes are needed.
    mutating func next() -> ArraySlice<UInt8>? {
        while start < buffer.count {
            switch length() {
            case .whole(let length):
                guard start + length <= buffer.count else { return nil }
                defer {
                    start += length
                    skipped = 0
                }
                return buffer[start..<start + length]
            case .unknownYet:
                return nil
            case .noise:
                start += 1
                skipped += 1
            }
        }
        return nil
    }

    private enum Length {
        case whole(Int)
        case unknownYet
        case noise
    }

    /// How long the packet is that begins at `start`, as far as its header has come.
    private func length() -> Length {
        let available = buffer.count - start
        switch (buffer[start], source) {
        case (Indicator.event, .controller):
            guard available >= 3 else { return .unknownYet }
            return .whole(3 + Int(buffer[start + 2]))
        case (Indicator.command, .host):
            guard available >= 4 else { return .unknownYet }
            return .whole(4 + Int(buffer[start + 3]))
        case (Indicator.synchronousData, _):
            guard available >= 4 else { return .unknownYet }
            return .whole(4 + Int(buffer[start + 3]))
        case (Indicator.asynchronousData, _):
            return dataLength(available, mask: 0xFFFF)
        case (Indicator.isochronousData, _):
            return dataLength(available, mask: 0x3FFF)
        default:
            return .noise
        }
    }

    private func dataLength(_ available: Int, mask: Int) -> Length {
        guard available >= 5 else { return .unknownYet }
        let length = (Int(buffer[start + 3]) | Int(buffer[start + 4]) << 8) & mask
        return length <= Self.longestData ? .whole(5 + length) : .noise
    }
}
