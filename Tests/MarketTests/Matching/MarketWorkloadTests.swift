import Market
import Testing

/// The flow with the results that an independent matcher, in another language, has for it.
@Suite("Known order flows") struct MarketWorkloadTests {
    struct Known: Sendable {
        let operations: Int
        let seed: UInt64
        let depth: Int
        let trades: Int
        let rejectedCancels: Int
        let tradesHash: UInt64
        let bookHash: UInt64
    }

    static let shallow = Known(
        operations: 20_000, seed: 7, depth: 1000, trades: 4725, rejectedCancels: 95,
        tradesHash: 0x052b_7546_bdb1_1b2d, bookHash: 0x92fa_ee3f_5431_bd26)
    static let deep = Known(
        operations: 20_000, seed: 3, depth: 4000, trades: 10_225, rejectedCancels: 18,
        tradesHash: 0xb61f_5774_9df6_f08f, bookHash: 0x239e_c590_71ee_be12)
    static let small = Known(
        operations: 5000, seed: 11, depth: 300, trades: 848, rejectedCancels: 33,
        tradesHash: 0xd1d1_4fd5_8236_7a6c, bookHash: 0x10f6_d545_4f3d_e96c)

    @Test("The book has the trades and the final state that are known", arguments: [shallow, deep, small])
    func fast(known: Known) {
        check(known, kind: .fast, numbers: { $0 })
    }

    @Test("Numbers as a server gives them change nothing", arguments: [shallow, deep])
    func serverNumbers(known: Known) {
        check(known, kind: .fast, numbers: { $0 * 1024 + 3 })
    }

    @Test("So has the reference book")
    func reference() {
        check(Self.small, kind: .reference, numbers: { $0 })
    }

    /// Runs a flow on a book whose orders are numbered by `numbers`, and compares.
    private func check(_ known: Known, kind: BookKind, numbers: (Int64) -> Int64) {
        var flow = MarketWorkload(seed: known.seed, depth: known.depth)
        let book = kind.make()
        var originals: [Int64: Int64] = [:]
        var trades = 0
        var rejected = 0
        var hash = FNV1a64()
        for _ in 0..<known.operations {
            switch flow.next() {
            case .cancel(let id):
                if book.cancel(numbers(id)) == nil { rejected += 1 } else { flow.left(id) }
            case .place(let order):
                originals[numbers(order.id)] = order.id
                let result = book.place(order.with { $0.id = numbers(order.id) })
                for case .trade(let maker, _, let left, _, let ticks, let lots) in result.events {
                    let original = originals[maker] ?? 0
                    trades += 1
                    hash.combine(decimal: original)
                    for field in [order.id, ticks, lots] {
                        hash.combine(",")
                        hash.combine(decimal: field)
                    }
                    hash.combine("\n")
                    if left == 0 { flow.left(original) }
                }
                if case .done(_, let resting, _) = result.placement, resting > 0 { flow.rested(order.id) }
            }
        }
        #expect(trades == known.trades)
        #expect(rejected == known.rejectedCancels)
        #expect(hash.value == known.tradesHash)
        guard numbers(1) == 1 else { return }
        #expect(book.stateHash == known.bookHash)
    }
}
