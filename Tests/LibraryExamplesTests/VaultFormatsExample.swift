import Basics
import Testing
import Vault
import VaultFormats

extension LibraryExamples {
    @Test("VaultFormats: one manager's export becomes another's import")
    func vaultFormats() throws {
        // example
        var random = SystemRandomNumberGenerator()
        let now = Timestamp(seconds: 1_795_253_400)
        let csv = """
            name,url,username,password
            Library,https://library.example,ana,tangerine-7
            """

        let vault = try VaultImport.read(.csv, from: Array(csv.utf8))
        for item in vault.items { print(item.title, item.fields.map(\.kind)) }

        // JSON for Bitwarden, XML for KeePass, CSV for a spreadsheet.
        let json = try VaultExport.write(.bitwarden, vault, now: now, using: &random)
        // end of example
        #expect(vault.items.map(\.title) == ["Library"])
        #expect(try VaultImport.read(.bitwarden, from: json).items.map(\.title) == ["Library"])
    }
}
