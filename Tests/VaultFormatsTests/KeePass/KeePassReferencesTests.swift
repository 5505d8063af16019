import Testing
import Vault
import VaultFormats

@Suite("References between entries of KeePass")
struct KeePassReferencesTests {
    /// The vault of two entries: one with identifier 00…01 and these strings, and one that refers to it.
    private func vault(_ value: String, _ first: String = "s3creto") throws -> ImportedVault {
        func string(_ key: String, _ value: String) -> String {
            "<String><Key>\(key)</Key><Value>\(value)</Value></String>"
        }
        let xml = """
            <KeePassFile><Root><Group>
            <Entry><UUID>AAAAAAAAAAAAAAAAAAAAAQ==</UUID>\(string("Title", "Uno"))\(string("UserName", "ana"))\
            \(string("Password", first))\(string("URL", "a.example"))\(string("Notes", "n"))\(string("Extra", "x"))</Entry>
            <Group><Name>g</Name><Entry><UUID>AAAAAAAAAAAAAAAAAAAAAg==</UUID>\(string("Title", "Dos"))\
            \(string("Password", value))</Entry></Group></Group></Root></KeePassFile>
            """
        return try VaultImport.read(.keepassXML, from: Array(xml.utf8))
    }

    private static let identifier = "00000000000000000000000000000001"

    @Test(
        "are resolved by any field, within a text and in any case",
        arguments: [
            ("{REF:P@I:\(identifier)}", "s3creto"), ("{ref:p@i:\(identifier)}", "s3creto"), ("{REF:U@T:uno}", "ana"),
            ("https://{REF:A@U:ana}/x{REF:N@T:Uno}", "https://a.example/xn"), ("{REF:T@O:x}", "Uno"),
            ("{REF:I@T:Uno}", identifier), ("no {reference}", "no {reference}"),
        ])
    func resolved(value: String, expected: String) throws {
        let vault = try vault(value)
        #expect(vault.items[1].fields.first?.value == expected && vault.changes.isEmpty)
    }

    @Test("of references are resolved, and circles are told and stay as they are")
    func nested() throws {
        #expect(
            try vault("{REF:P@T:Uno}", "{REF:U@T:Uno}").items.map { $0.fields.first { $0.kind == .password }?.value }
                == ["ana", "ana"])
        let circle = try vault("{REF:P@T:Uno}", "{REF:P@T:Dos}")
        #expect(circle.items[1].fields.first?.value == "{REF:P@T:Uno}")
        #expect(circle.changes.map(\.kind) == [.unresolvedReference, .unresolvedReference])
    }

    @Test(
        "that lead nowhere are told and stay as they are",
        arguments: ["{REF:P@I:0F}", "{REF:P@T:Nadie}", "{REF:X@T:Uno}", "{REF:P@T:Uno", "{REF:}"])
    func loose(value: String) throws {
        let vault = try vault(value)
        #expect(vault.items[1].fields.first?.value == value)
        #expect(vault.changes.map(\.place.field) == ["Password"] && vault.changes.map(\.kind) == [.unresolvedReference])
    }

    @Test("that multiply are given up")
    func bomb() throws {
        let many = String(repeating: "{REF:P@T:Uno}", count: 300)
        #expect(try vault(many).changes.map(\.kind) == [.unresolvedReference])
    }

    @Test("strings without protection are hidden, unless their entry protects others")
    func unprotected() throws {
        #expect(try vault("x").items[0].fields.last == Field(kind: .concealed(name: "Extra"), value: "x"))
        let xml = """
            <KeePassFile><Root><Group><Entry><String><Key>Title</Key><Value>t</Value></String>
            <String><Key>Email</Key><Value>a@b.org</Value></String><String><Key>Branch</Key><Value>0001</Value></String>
            <String><Key>API token</Key><Value>q</Value></String>
            <String><Key>PUK</Key><Value ProtectInMemory="True">1</Value></String></Entry></Group></Root></KeePassFile>
            """
        #expect(
            try VaultImport.read(.keepassXML, from: Array(xml.utf8)).items[0].fields.map(\.kind) == [
                .email, .text(name: "Branch"), .concealed(name: "API token"), .concealed(name: "PUK"),
            ])
    }
}
