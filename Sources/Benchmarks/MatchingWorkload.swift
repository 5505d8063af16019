import Basics
import Market

/// An order flow that is made up: the same for the same seed, and always about as many orders in the book.
///
/// Orders come at prices around a middle that does not move, so that some trade at once and most wait; as soon as more
/// wait than are wanted, most operations are cancellations of some that came before.
struct MatchingWorkload {
    /// The operations, in the order in which they are carried out; identifiers count from 1.
    let operations: [MatchingWorkloadFile.Operation]

    /// A flow.
    ///
    /// - Parameters:
    ///   - count: How many operations.
    ///   - live: About how many orders wait in the book once it has filled.
    ///   - seed: Another flow for another seed.
    init(operations count: Int, live: Int, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var operations: [MatchingWorkloadFile.Operation] = []
        operations.reserveCapacity(count)
        // Orders that may wait, which is more than do: some of them have traded.
        var placed: [Int64] = []
        var identifier: Int64 = 0
        while operations.count < count {
            if placed.count > live * 2, Int.random(in: 0..<10, using: &random) < 7 {
                let index = Int.random(in: placed.indices, using: &random)
                let id = placed[index]
                placed[index] = placed[placed.count - 1]
                placed.removeLast()
                operations.append(.init(id: id, ticks: 0, lots: 0, kind: .cancel, side: .buy))
                continue
            }
            identifier += 1
            let side: Side = Bool.random(using: &random) ? .buy : .sell
            let lots = Int64.random(in: 1...100, using: &random)
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<90:
                // Two draws: many orders near the middle, few far from it, and about a tenth across it.
                let far = Int64.random(in: 0...250, using: &random) + Int64.random(in: 0...250, using: &random) - 50
                let ticks = side == .buy ? 10_000 - far : 10_000 + far
                placed.append(identifier)
                operations.append(.init(id: identifier, ticks: ticks, lots: lots, kind: .limit, side: side))
            case 90..<96:
                let ticks: Int64 = side == .buy ? 10_020 : 9_980
                operations.append(.init(id: identifier, ticks: ticks, lots: lots, kind: .immediateOrCancel, side: side))
            default:
                operations.append(.init(id: identifier, ticks: 0, lots: lots, kind: .market, side: side))
            }
        }
        self.operations = operations
    }
}
