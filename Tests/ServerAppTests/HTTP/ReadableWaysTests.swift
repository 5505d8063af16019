import HTTPKit
import Loyalty
import Testing

@testable import AccountService
@testable import ExposureService
@testable import LedgerService

/// The ways to texts that do not come in the body of a request pass the same function.
@Suite("Texts that others read, wherever they come from")
struct ReadableWaysTests {
    private static let hostile = [
        "\u{202E}", "\u{2066}", "\u{200B}", "\u{FEFF}", "\u{E0067}", "\u{FFF9}", "\u{E000}", "\u{7}",
    ]

    @Test("labels, texts of the ledger, bank accounts, offers and health texts refuse what hides", arguments: hostile)
    func refused(scalar: String) throws {
        let text = "a\(scalar)b"
        #expect(AccountLabel.read(text) == nil)
        #expect(AccountLabel.cleaned(text) == "ab")
        #expect(throws: ServiceError.self) { try LedgerAdministration.read(text) }
        let offer = OfferTerms(
            text: ["en": text], firstDay: nil, lastDay: nil, hours: [], points: 1, limit: nil)
        #expect(offer.faults.contains { $0.path == "text.en" && $0.message.hasPrefix("contains U+") })
    }

    @Test("they keep what people write, normalized")
    func accepted() throws {
        #expect(AccountLabel.read("Cafe\u{301} 👩‍🔬") == "Caf\u{E9} 👩‍🔬")
        #expect(try LedgerAdministration.read("Cafe\u{301}") == "Caf\u{E9}")
        #expect(AccountLabel.read("\u{3164}") == nil && AccountLabel.read(" ") == nil)
        #expect(AccountLabel.cleaned("  \u{202E}Pixel\u{200B} 9 ") == "Pixel 9 ")
    }
}
