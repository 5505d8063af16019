import Randomness
import Testing
import Time
import Vault
import VaultFormats

@Suite("Comma-separated values")
struct CSVTests {
    private func vault(_ text: String) throws -> ImportedVault {
        try VaultImport.read(.csv, from: Array(text.utf8))
    }

    private func text(_ items: [ForeignItem]) throws -> String {
        var random = SplitMix64(seed: 1)
        let bytes = try VaultExport.write(
            .csv, ImportedVault(items: items), now: Timestamp(seconds: 0), using: &random)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("of Bitwarden are read")
    func bitwarden() throws {
        let vault = try Fixtures.vault(.csv, "csv/valid/bitwarden.csv")
        #expect(vault.categories == ["Banks"])
        let bank = vault.items[0]
        #expect(bank.title == "Bank" && bank.category == "Banks" && bank.isFavourite && bank.asksAgain)
        #expect(
            bank.fields == [
                Field(kind: .note, value: "two\nlines"), Field(kind: .text(name: "Branch"), value: "0001"),
                Field(kind: .text(name: "Remark"), value: "a\nb"),
                Field(kind: .url, value: "https://bank.example/a,b"),
                Field(kind: .url, value: "https://www.bank.example"),
                Field(kind: .user, value: "jane"), Field(kind: .password, value: #"a "quoted", password"#),
                Field(kind: .oneTimePassword, value: "JBSWY3DPEHPK3PXP"),
            ])
        #expect(vault.items[1].fields == [Field(kind: .note, value: "only text")])
    }

    @Test("of KeePassXC are read, their groups without the root")
    func keePassXC() throws {
        let vault = try Fixtures.vault(.csv, "csv/valid/keepassxc.csv")
        #expect(vault.items.map(\.title) == ["At the root", "Bank", "Señal", "Thrown away"])
        #expect(vault.items.map(\.category) == [nil, "Banks", "Banks/Años", "Recycle Bin"])
        #expect(vault.items[1].fields.map(\.kind) == [.user, .password, .url, .note, .oneTimePassword])
        #expect(vault.items[1].modified?.rfc3339.hasPrefix("2026-11-21T") == true)
    }

    @Test("of others are read by the names of their columns")
    func generic() throws {
        let vault = try Fixtures.vault(.csv, "csv/valid/generic.csv")
        #expect(vault.items.map(\.title) == ["Shop", "(untitled)"])
        #expect(
            vault.items[0].fields == [
                Field(kind: .user, value: "jane"), Field(kind: .url, value: "https://a.example"),
                Field(kind: .note, value: "hello"), Field(kind: .text(name: "Shoe size"), value: "38"),
                Field(kind: .concealed(name: "Word"), value: "secret"), Field(kind: .phone, value: "600"),
            ])
        #expect(vault.items[1].fields == [Field(kind: .user, value: "ana")])
    }

    @Test("may have semicolons between them")
    func semicolon() throws {
        let item = try Fixtures.vault(.csv, "csv/valid/semicolon.csv").items[0]
        #expect(item.title == "Tienda; uno")
        #expect(item.fields == [Field(kind: .user, value: "ana"), Field(kind: .password, value: "x,y")])
    }

    @Test("keep quotation marks, line breaks and separators (RFC 4180)")
    func quoting() throws {
        let vault = try vault("title,password,url\r\n\"a,b\",\"x\"\"y\r\nz\",\r\n\r\n  c  ,,u")
        #expect(vault.items.map(\.title) == ["a,b", "c"])
        #expect(vault.items[0].fields == [Field(kind: .password, value: "x\"y\r\nz")])
        #expect(vault.items[1].fields == [Field(kind: .url, value: "u")])
    }

    @Test(
        "that are broken are refused for a reason that says where",
        arguments: [
            ("after-quote", "the file is damaged: line 2: something follows a quoted value"),
            ("date", #"item 1 "Bank": field created is not a date"#),
            ("latin1", "the file is damaged: line 2: a value is not UTF-8"),
            ("open-quote", "the file is damaged: line 2: a quoted value does not end"),
            ("quote-inside", "the file is damaged: line 2: a quotation mark within a value that is not quoted"),
            ("too-many-values", "the file is damaged: line 2: more values than there are columns"),
            ("unknown-columns", "the file is not of this format: no column is called title, username, password or url"),
        ])
    func broken(name: String, reason: String) throws {
        #expect(try Fixtures.fault(.csv, "csv/broken/\(name).csv") == reason)
    }

    @Test("are written with KeePassXC's columns, and with no others unless an item needs them")
    func columns() throws {
        let plain = ForeignItem(
            category: "Banks", title: "Bank",
            fields: [Field(kind: .user, value: "=1+1"), Field(kind: .password, value: "a\"b")],
            created: Timestamp(seconds: 0), modified: Timestamp(seconds: 60))
        let header = #""Group","Title","Username","Password","URL","Notes","TOTP","Icon","Last Modified","Created""#
        #expect(
            try text([plain]) == header + "\r\n" + #""Root/Banks","Bank","=1+1","a""b","","","","0","#
                + #""1970-01-01T00:01:00.000Z","1970-01-01T00:00:00.000Z""# + "\r\n")
        var more = plain
        more.isFavourite = true
        more.fields += [
            Field(kind: .pin, value: "1"), Field(kind: .user, value: "second"),
            Field(kind: .text(name: "Title"), value: "t"), Field(kind: .concealed(name: "Word"), value: "w"),
        ]
        #expect(
            try text([more]).split(separator: "\r\n")[0]
                == header + #","Favorite","PIN","User (2)","text:Title","concealed:Word""#)
    }

    @Test("have no more columns than a reader can bear")
    func tooManyColumns() {
        let items = (0..<501).map { number in
            ForeignItem(title: "t", fields: [Field(kind: .text(name: "field \(number)"), value: "v")])
        }
        #expect(throws: ExportFault.tooManyColumns(limit: 500)) { try text(items) }
    }
}
