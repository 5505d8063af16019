import Strings
import Testing
import VaultFormats

@testable import VaultCommands

@Suite("Reasons of import and export")
struct TransferMessagesTests {
    @Test("an export's reason names no format, because several have it", arguments: Language.allCases)
    func exportCost(language: Language) {
        let text = ExportFault.invalidCost.phrase.said(in: language)
        for product in ["Bitwarden", "KeePass"] { #expect(!text.contains(product), "\(text)") }
    }
}
