import Basics
import Testing
import Vault
import VaultFormats

/// The valid fixture was made by pykeepass 4.2 and exported by keepassxc-cli 2.7.4.
@Suite("Reading KeePass XML")
struct KeePassImportTests {
    private func vault() throws -> ImportedVault {
        try Fixtures.vault(.keepassXML, "keepass-xml/valid/keepassxc.xml")
    }

    @Test("groups are categories by their path, without the root and the recycle bin")
    func groups() throws {
        let vault = try vault()
        #expect(vault.categories == ["Banks", "Banks/Años", "Empty"])
        #expect(vault.items.map(\.title) == ["At the root", "Bank", "Señal", "Thrown away"])
        #expect(vault.items.map(\.category) == [nil, "Banks", "Banks/Años", nil])
        #expect(vault.items.map { $0.deleted != nil } == [false, false, false, true])
    }

    @Test("an entry has its strings, tags and earlier versions")
    func entry() throws {
        let bank = try vault().items[1]
        #expect(bank.isFavourite)
        #expect(
            bank.fields == [
                Field(kind: .user, value: "jane"), Field(kind: .password, value: "second"),
                Field(kind: .url, value: "https://bank.example"), Field(kind: .url, value: "https://www.bank.example"),
                Field(
                    kind: .oneTimePassword,
                    value: "otpauth://totp/Bank:jane?secret=JBSWY3DPEHPK3PXP&period=30&digits=6&issuer=Bank"),
                Field(kind: .note, value: "line one\nline two"),
                Field(kind: .text(name: "Branch"), value: "0001"), Field(kind: .pin, value: "4321"),
                Field(kind: .text(name: "Tags"), value: "old, work"),
                Field(kind: .text(name: "File that the export does not have"), value: "scan.txt"),
            ])
        #expect(bank.history.map(\.value) == [#"first <&> "secret""#])
        #expect(bank.history.map(\.kind) == [.password])
        // Times of a database of version 4 are counted from the year 1.
        #expect(bank.created?.rfc3339.hasPrefix("2026-11-21T") == true)
    }

    @Test("one-time passwords are understood in every form")
    func oneTimePasswords() throws {
        let items = try vault().items
        #expect(
            items[0].fields.last?.value
                == "otpauth://totp/At%20the%20root?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=8&period=60")
        #expect(
            items[2].fields[2].value
                == "otpauth://totp/Se%C3%B1al?secret=JBSWY3DPEHPK3PXP&algorithm=SHA256&digits=8&period=30")
        #expect(try code([("TOTP Seed", "ABC")]) == [Field(kind: .oneTimePassword, value: "ABC")])
        #expect(try code([("TOTP Seed", "ABC"), ("TOTP Settings", "30;6")]).map(\.value) == ["ABC"])
        #expect(try code([("otp", "key=ABC&step=30&size=6")]).map(\.value) == ["ABC"])
        #expect(
            try code([("otp", "key=ABC&step=60&size=6")]).map(\.value)
                == ["otpauth://totp/t?secret=ABC&algorithm=SHA1&digits=6&period=60"])
        #expect(try code([("TimeOtp-Secret-Hex", "48656c6c6f21deadbeef")]).map(\.value) == ["JBSWY3DPEHPK3PXP"])
        #expect(
            try code([("TimeOtp-Secret", "12345678901234567890")]).map(\.value) == ["GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"])
        // Steam's codes have letters.
        #expect(try code([("TOTP Seed", "ABC"), ("TOTP Settings", "30;S")]).map(\.value) == ["steam://ABC"])
        #expect(try code([("otp", "key=ABC&type=Steam")]).map(\.value) == ["steam://ABC"])
        #expect(
            try code([("HmacOtp-Secret-Base32", "JBSWY3DPEHPK3PXP"), ("HmacOtp-Counter", "7")]).map(\.value)
                == ["otpauth://hotp/t?secret=JBSWY3DPEHPK3PXP&digits=6&counter=7"])
        // Two programs wrote one secret; two secrets are two.
        let address = "otpauth://totp/a:b?secret=JBSWY3DPEHPK3PXP&period=30&digits=6"
        #expect(
            try code([("otp", address), ("TimeOtp-Secret-Base32", "jbsw y3dp ehpk 3pxp")]).map(\.value) == [address])
        #expect(try code([("otp", address), ("TimeOtp-Secret-Base32", "JBSWY3DPEHPK3PXQ")]).count == 2)
    }

    @Test("files are attached, also packed ones")
    func files() throws {
        // gzip of "hello\n", by the program.
        let packed = "H4sIAAAAAAAAA8tIzcnJ5wIAIDA6NgYAAAA="
        let xml = """
            <KeePassFile><Meta><Binaries><Binary ID="0">aGVsbG8K</Binary>
            <Binary ID="1" Compressed="True">\(packed)</Binary></Binaries></Meta><Root><Group><Entry>
            <String><Key>Title</Key><Value>t</Value></String>
            <Binary><Key>plain</Key><Value Ref="0"/></Binary><Binary><Key>packed</Key><Value Ref="1"/></Binary>
            <Binary><Key>../..\\a/inline</Key><Value Compressed="True">\(packed)</Value></Binary>
            <Binary><Key>a/..</Key><Value Ref="0"/></Binary></Entry></Group></Root></KeePassFile>
            """
        let item = try #require(try VaultImport.read(.keepassXML, from: Array(xml.utf8)).items.first)
        #expect(item.attachments.map(\.name) == ["plain", "packed", "inline", "file"])
        #expect(item.attachments.allSatisfy { $0.bytes == Array("hello\n".utf8) })
    }

    @Test(
        "a broken file is refused for a reason that says where",
        arguments: [
            ("cut", "the file is damaged: line 1: it ends too early"),
            ("entities", "the file is not in this format: it has a document type declaration"),
            ("external-entity", "the file is not in this format: it has a document type declaration"),
            ("file", #"item 1 "Bank": field scan is not base64"#),
            ("html", "the file is not in this format: its root element is not KeePassFile"),
            ("latin1", "the file is damaged: it is not UTF-8"),
            ("no-root", "the file is not in this format: there is no root group"),
            ("protected", #"item 1 "Bank": field Password is encrypted with a key that the file does not have"#),
        ])
    func broken(name: String, reason: String) throws {
        #expect(try Fixtures.fault(.keepassXML, "keepass-xml/broken/\(name).xml") == reason)
    }

    /// The fields of an entry "t" with these strings.
    private func code(_ strings: [(String, String)]) throws -> [Field] {
        let parts = strings.map { key, value in
            "<String><Key>\(key)</Key><Value>\(value.replacing("&", with: "&amp;"))</Value></String>"
        }
        let xml = """
            <KeePassFile><Root><Group><Entry><String><Key>Title</Key><Value>t</Value></String>\(parts.joined())\
            </Entry></Group></Root></KeePassFile>
            """
        return try VaultImport.read(.keepassXML, from: Array(xml.utf8)).items[0].fields
    }
}
