import Accounts
import Testing

@Suite("Comparisons in constant time")
struct ConstantTimeTests {
    @Test("equal is what has the same bytes, wherever one of them differs")
    func equality() {
        let bytes = Array("0123456789abcdef".utf8)
        #expect(ConstantTime.areEqual(bytes, "0123456789abcdef".utf8))
        #expect(ConstantTime.areEqual([], [] as [UInt8]))
        for place in bytes.indices {
            for bit in 0..<8 {
                var other = bytes
                other[place] ^= 1 << bit
                #expect(!ConstantTime.areEqual(bytes, other))
            }
        }
        // Differences do not cancel each other out.
        #expect(!ConstantTime.areEqual([1, 2, 3], [2, 1, 3] as [UInt8]))
    }

    @Test("a beginning is not the whole")
    func lengths() {
        #expect(!ConstantTime.areEqual([1, 2, 3], [1, 2] as [UInt8]))
        #expect(!ConstantTime.areEqual([1, 2], [1, 2, 0] as [UInt8]))
        #expect(!ConstantTime.areEqual([], [0] as [UInt8]))
    }
}
