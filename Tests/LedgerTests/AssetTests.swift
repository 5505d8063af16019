import Testing

@testable import Ledger

@Suite("Assets and accounts")
struct AssetTests {
    @Test("names are two to ten capital letters and digits, a letter first")
    func names() {
        for text in ["CLP", "BTC", "PTS", "A1", "ABCDEFGHIJ"] { #expect(AssetName(text)?.text == text) }
        for text in ["", "A", "1A", "clp", "CL P", "CLPÑ", "ABCDEFGHIJK", "C-P", "ＣＬＰ"] {
            #expect(AssetName(text) == nil)
        }
        #expect([AssetName("XLM"), AssetName("BTC")].compactMap { $0 }.sorted().map(\.description) == ["BTC", "XLM"])
    }

    @Test("people's accounts begin at 1,000")
    func accounts() {
        #expect(![LedgerAccount.fees, .world, .points, LedgerAccount(rawValue: 999)].contains { $0.isPerson })
        #expect(LedgerAccount(rawValue: 1000).isPerson)
    }

    @Test("what is available of a damaged balance can be said without a trap")
    func saturation() {
        #expect(Balance(total: .min, held: 1).available == .min)
        #expect(Balance(total: .max, held: -1).available == .max)
    }
}
