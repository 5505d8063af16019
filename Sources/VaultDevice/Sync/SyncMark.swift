/// 128 bits that stand for something longer.
struct SyncMark: Hashable, Sendable {
    static let byteCount = 16
    static let zero = SyncMark(high: 0, low: 0)

    private let high: UInt64
    private let low: UInt64

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The first 16 bytes of a digest or code; what is missing counts as zeros.
    init(_ bytes: some Sequence<UInt8>) {
        var words: (UInt64, UInt64) = (0, 0)
        var count = 0
        for byte in bytes.prefix(Self.byteCount) {
            let shift = UInt64(56 - 8 * (count % 8))
            if count < 8 { words.0 |= UInt64(byte) << shift } else { words.1 |= UInt64(byte) << shift }
            count += 1
        }
        self.init(high: words.0, low: words.1)
    }

    var bytes: [UInt8] { withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) } }

    static func ^ (left: SyncMark, right: SyncMark) -> SyncMark {
        SyncMark(high: left.high ^ right.high, low: left.low ^ right.low)
    }
}
