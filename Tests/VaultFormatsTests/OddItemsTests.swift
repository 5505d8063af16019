import Basics
import Testing
import Vault
import VaultFormats

/// Bounds and forms of a vault don't refuse a file of another program: what does not fit is changed, and listed.
@Suite("Items that do not fit")
struct OddItemsTests {
    private func read(_ text: String, _ format: ImportFormat = .bitwarden, skips: Bool = false) throws -> ImportedVault
    {
        try VaultImport.read(format, from: Array(text.utf8), skips: skips)
    }

    /// What is known of the changes: the item, the field and the kind.
    private func changes(_ vault: ImportedVault) -> [String] {
        vault.changes.map { "\($0.place.number) \($0.place.field) \($0.kind.code)" }
    }

    private func order(_ left: Field, _ right: Field) -> Bool { left.kind.word < right.kind.word }

    private func login(_ members: String) -> String {
        #"{"items":[{"type":1,"name":"Uno","login":{"username":"u"}\#(members)}]}"#
    }

    @Test(
        "every odd item of a fixture is imported",
        arguments: [
            (ImportFormat.bitwarden, "bitwarden/odd/date.json", ["2 creationDate unreadable-date"]),
            (
                .bitwarden, "bitwarden/odd/field-name.json",
                ["1 \(String(repeating: "y", count: 40))… shortened"]
            ),
            (.bitwarden, "bitwarden/odd/folder.json", ["1 folderId missing-folder"]),
            (.bitwarden, "bitwarden/odd/folder-name.json", ["0  cleaned"]),
            (.bitwarden, "bitwarden/odd/title.json", ["2 title shortened"]),
            (.bitwarden, "bitwarden/odd/type.json", []),
            (.bitwarden, "bitwarden/odd/username.json", ["3 username kept-as-written"]),
            (.csv, "csv/odd/date.csv", ["1 created unreadable-date"]),
            (.keepassXML, "keepass-xml/odd/time.xml", ["1 CreationTime unreadable-date"]),
        ])
    func fixtures(format: ImportFormat, path: String, expected: [String]) throws {
        #expect(changes(try Fixtures.vault(format, path)) == expected)
    }

    @Test("a title is cut between characters that a person sees, and stays whole as a field")
    func longTitle() throws {
        let title = String(repeating: "👩‍👩‍👧", count: 45)
        let vault = try read(#"{"items":[{"type":1,"name":"\#(title)","login":{"username":"u"}}]}"#)
        // Five scalars each: forty of them are 200.
        #expect(vault.items[0].title == String(repeating: "👩‍👩‍👧", count: 40))
        #expect(vault.items[0].fields.last == Field(kind: .text(name: "Full title"), value: title))
        #expect(changes(vault) == ["1 title shortened"])
    }

    @Test("line breaks, control characters and marks of direction in a title are no reason to refuse it")
    func title() throws {
        #expect(try read(#"{"items":[{"type":2,"name":"Banco\r\nEjemplo\u0000"}]}"#).items[0].title == "Banco Ejemplo")
        let turned = try read(#"{"items":[{"type":2,"name":"a\u202eb"}]}"#)
        #expect(turned.items[0].title == "ab" && changes(turned) == ["1 title cleaned"])
        #expect(try read(#"{"items":[{"type":2,"name":"\u0001\u0002"}]}"#).items[0].title == "(untitled)")
        // Around a title they say nothing.
        #expect(try read(#"{"items":[{"type":2,"name":" Uno\n"}]}"#).changes == [])
    }

    @Test("a value that is too large becomes an attached file, whatever the field")
    func largeValues() throws {
        let long = String(repeating: "ñ", count: 150_000)
        let vault = try read(login(#","notes":"\#(long)","fields":[{"name":"a/b","value":"\#(long)","type":1}]"#))
        let item = vault.items[0]
        #expect(item.fields == [Field(kind: .user, value: "u")])
        #expect(item.attachments.map(\.name) == ["notes.txt", "a-b.txt"])
        #expect(item.attachments.allSatisfy { $0.bytes == Array(long.utf8) })
        #expect(changes(vault) == ["1 notes moved-to-file", "1 a/b moved-to-file"])
    }

    @Test("values that are too large together become files, the largest first")
    func largeItem() throws {
        let fields = (0..<6).map {
            #"{"name":"f\#($0)","value":"\#(String(repeating: "x", count: 200_000 + $0))","type":0}"#
        }
        let item = try read(login(#","fields":[\#(fields.joined(separator: ","))]"#)).items[0]
        #expect(item.attachments.map(\.name) == ["f5.txt", "f4.txt"])
        #expect(item.fields.map(\.kind.word) == ["user", "text:f0", "text:f1", "text:f2", "text:f3"])
    }

    @Test("fields beyond those that an item has stay in a file")
    func manyFields() throws {
        let fields = (0..<250).map { #"{"name":"f\#($0)","value":"v\#($0)","type":1}"# }
        let vault = try read(login(#","fields":[\#(fields.joined(separator: ","))]"#))
        #expect(vault.items[0].fields.count == 200)
        let file = try #require(vault.items[0].attachments.first)
        #expect(file.name == "fields.json" && String(decoding: file.bytes, as: UTF8.self).contains("v249"))
    }

    @Test("a folder or a collection that the file does not have is none")
    func folders() throws {
        let vault = try read(
            #"{"folders":[{"id":"a","name":""},{"name":"Sola"},null],"collections":[],"#
                + #""items":[{"type":2,"folderId":"a","collectionIds":["x"]},{"type":2,"folderId":7}]}"#)
        #expect(vault.items.map(\.category) == [nil, nil] && vault.categories == ["Sola"])
        #expect(changes(vault) == ["1 collectionIds missing-folder", "2 folderId missing-folder"])
    }

    @Test("a value of another form is kept hidden as it is written")
    func otherForms() throws {
        let vault = try read(
            #"{"items":[{"type":1,"name":7,"favorite":1,"notes":["a"],"login":{"uris":[null,"x"],"password":5},"#
                + #""fields":[null,3],"passwordHistory":["p"]}]}"#)
        #expect(vault.items[0].title == "7")
        #expect(
            vault.items[0].fields.sorted(by: order)
                == [
                    Field(kind: .password, value: "5"), Field(kind: .concealed(name: "login.uris"), value: "x"),
                    Field(kind: .concealed(name: "notes"), value: #"["a"]"#),
                    Field(kind: .concealed(name: "fields"), value: "3"),
                    Field(kind: .concealed(name: "passwordHistory"), value: "p"),
                ].sorted(by: order))
    }

    @Test("items that can't be taken are all listed, and skipped when that is asked for")
    func skipping() throws {
        let json = #"{"items":[null,{"type":2,"name":"Uno"},5]}"#
        do throws(ImportFault) {
            _ = try VaultImport.read(.bitwarden, from: Array(json.utf8))
            Issue.record("it was read")
        } catch {
            guard case .items(let refusals) = error else { throw error }
            #expect(refusals.map(\.place.number) == [1, 3])
        }
        let vault = try read(json, skips: true)
        #expect(vault.items.map(\.title) == ["Uno"])
        #expect(changes(vault) == ["1 items skipped", "3 items skipped"])
    }

    @Test("empty cells behind the last column say nothing; others make the row one that can be skipped")
    func furtherCells() throws {
        let vault = try read("title,user,password\nUno,ana,p,\nDos,eva,q,,,\n", .csv)
        #expect(vault.items.map(\.title) == ["Uno", "Dos"] && vault.changes == [])
        let table = "title,user,password\nUno,ana,p,q\nDos,eva,q\n"
        #expect(throws: ImportFault.item(.init(number: 1, title: "Uno", field: "password"), .furtherValues(line: 2))) {
            try read(table, .csv)
        }
        #expect(try read(table, .csv, skips: true).items.map(\.title) == ["Dos"])
    }

    @Test("a file that can't be read is left out when that is asked for, and the item stays")
    func files() throws {
        let xml = """
            <KeePassFile><Root><Group><Entry><String><Key>Title</Key><Value>t</Value></String>
            <Binary><Key>scan</Key><Value>A</Value></Binary></Entry></Group></Root></KeePassFile>
            """
        #expect(throws: ImportFault.item(.init(number: 1, title: "t", field: "scan"), .expected(.base64))) {
            try read(xml, .keepassXML)
        }
        let vault = try read(xml, .keepassXML, skips: true)
        #expect(vault.items[0].fields == [Field(kind: .text(name: "File that was not imported"), value: "scan")])
        #expect(changes(vault) == ["1 scan left-out"])
    }

    @Test("a secret that gives no codes is kept and told with its reason")
    func codes() throws {
        let vault = try read(
            #"{"items":[{"type":1,"name":"Uno","login":{"totp":"otpauth://totp/x?secret=AA&digits=9"}}]}"#)
        #expect(vault.items[0].fields == [Field(kind: .oneTimePassword, value: "otpauth://totp/x?secret=AA&digits=9")])
        #expect(vault.changes.map(\.kind) == [.noCodes(.unsupportedDigits)])
    }

    @Test("a database of KeePass is called one")
    func database() {
        let bytes: [UInt8] = [0x03, 0xD9, 0xA2, 0x9A, 0x67, 0xFB, 0x4B, 0xB5, 1, 0, 4, 0]
        #expect(
            throws: ImportFault.foreign(.otherFormat(.kdbx))
        ) { try VaultImport.read(.keepassXML, from: bytes) }
    }
}
