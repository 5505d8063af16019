import Basics
import Testing
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
                // A column that is not known might hold a secret.
                Field(kind: .note, value: "hello"), Field(kind: .concealed(name: "Shoe size"), value: "38"),
                Field(kind: .concealed(name: "Word"), value: "secret"), Field(kind: .phone, value: "600"),
            ])
        #expect(vault.items[1].fields == [Field(kind: .user, value: "ana")])
    }

    @Test("of Firefox are called as their addresses are, and keep their times and what tells them apart")
    func firefox() throws {
        let vault = try vault(
            """
            "url","username","password","httpRealm","formActionOrigin","guid","timeCreated","timeLastUsed",\
            "timePasswordChanged"
            "https://Shop.example:8443","ana","x",,"https://Shop.example:8443",\
            "{0a1b2c3d-0000-4000-8000-0123456789ab}","1500000000000","1700000000000","1600000000000"
            "https://nas.example","","y","Disk","https://login.example","{11111111-0000-4000-8000-0123456789ab}",\
            "1500000000000","1700000000000","1600000000000"
            """)
        #expect(vault.items.map(\.title) == ["Shop.example:8443", "nas.example"])
        #expect(
            vault.items[0].fields == [
                Field(kind: .url, value: "https://Shop.example:8443"), Field(kind: .user, value: "ana"),
                Field(kind: .password, value: "x"),
            ])
        #expect(vault.items[0].created == Timestamp(seconds: 1_500_000_000))
        #expect(vault.items[0].modified == Timestamp(seconds: 1_600_000_000))
        #expect(vault.items[0].identifier == "0a1b2c3d0000400080000123456789ab")
        #expect(vault.items[1].fields.suffix(2).map(\.value) == ["Disk", "https://login.example"])
    }

    @Test("of LastPass keep their folders, and cards are no pages")
    func lastPass() throws {
        let vault = try vault(
            """
            url,username,password,totp,extra,name,grouping,fav
            https://a.example,ana,x,JBSWY3DPEHPK3PXP,a note,A,Work\\Project,1
            http://sn,,,,"NoteType:Credit Card
            Language:en-US
            Name on Card:Ana
            Number:4111111111111111
            Security Code:123
            Start Date:,
            Notes:first: line
            second",Card,,0
            http://sn,,,,just text,Note,,0
            http://group,,,,,,Empty\\Folder,0
            https://b.example/path,eva,z,,,,,0
            """)
        #expect(vault.categories == ["Work/Project", "Empty/Folder"])
        #expect(vault.items.map(\.title) == ["A", "Card", "Note", "b.example"])
        #expect(vault.items[0].category == "Work/Project" && vault.items[0].isFavourite)
        #expect(
            vault.items[1].fields == [
                Field(kind: .type, value: "Credit Card"), Field(kind: .text(name: "Name on Card"), value: "Ana"),
                Field(kind: .secretNumber, value: "4111111111111111"),
                Field(kind: .concealed(name: "Security Code"), value: "123"),
                Field(kind: .text(name: "Start Date"), value: ","),
                Field(kind: .note, value: "first: line\nsecond"),
            ])
        #expect(vault.items[2].fields == [Field(kind: .note, value: "just text")])
    }

    @Test("of Dashlane keep second names, and cards and persons have titles")
    func dashlane() throws {
        let logins = try vault(
            """
            username,username2,username3,title,password,note,url,category,otpSecret
            ana,ana@example.org,tercera,Shop,x,n,https://a.example,Work,JBSWY3DPEHPK3PXP
            """)
        #expect(logins.items.map(\.title) == ["Shop"] && logins.items[0].category == "Work")
        #expect(
            logins.items[0].fields.map(\.kind) == [
                .user, .email, .text(name: "Username 3"), .password, .note, .url, .oneTimePassword,
            ])
        let persons = try vault(
            """
            type,title,first_name,middle_name,last_name,login,date_of_birth,place_of_birth,email,email_type,item_name,\
            phone_number,address
            name,MR,Juan,,Pérez,,,,,,,,
            email,,,,,,,,juan@example.org,personal,Mail,,
            number,,,,,,,,,,,600 100 200,
            """)
        #expect(persons.items.map(\.title) == ["Juan Pérez", "Mail", "600 100 200"])
        #expect(persons.items[0].fields.contains(Field(kind: .text(name: "Form of address"), value: "MR")))
        #expect(persons.items[1].fields.contains(Field(kind: .email, value: "juan@example.org")))
        let cards = try vault(
            """
            type,account_name,account_holder,cc_number,code,expiration_month,expiration_year,routing_number,\
            account_number,country,issuing_bank,note,name
            credit_card,Visa,Ana,4111,123,12,2030,,,ES,,,mine
            """)
        #expect(cards.items[0].title == "Visa")
        #expect(cards.items[0].fields.contains(Field(kind: .secretNumber, value: "4111")))
        #expect(cards.items[0].fields.contains(Field(kind: .concealed(name: "Code"), value: "123")))
        #expect(cards.items[0].fields.contains(Field(kind: .text(name: "name"), value: "mine")))
    }

    @Test("of NordPass: folders are no items, and further addresses are addresses")
    func nordPass() throws {
        let vault = try vault(
            """
            name,url,additional_urls,username,password,note,cardholdername,cardnumber,cvc,pin,expirydate,zipcode,folder,\
            full_name,phone_number,email,address1,address2,city,country,state,type,custom_fields
            Work,,,,,,,,,,,,,,,,,,,,,folder,
            Shop,https://a.example,"[""https://b.example"",""https://c.example""]",ana,x,,,,,,,,Work,,,,,,,,,password,\
            "[{""label"":""Word"",""type"":""hidden"",""value"":""s""}]"
            Card,,,,,,Ana,4111,123,0000,12/30,,,,,,,,,,,credit_card,
            Me,,,,,,,,,,,,,Ana Ruiz,600,ana@example.org,,,,,,identity,
            """)
        #expect(vault.categories == ["Work"])
        #expect(vault.items.map(\.title) == ["Shop", "Card", "Me"])
        #expect(vault.items.map(\.category) == ["Work", nil, nil])
        #expect(
            vault.items[0].fields == [
                Field(kind: .url, value: "https://a.example"), Field(kind: .url, value: "https://b.example"),
                Field(kind: .url, value: "https://c.example"), Field(kind: .user, value: "ana"),
                Field(kind: .password, value: "x"), Field(kind: .concealed(name: "Word"), value: "s"),
            ])
        #expect(
            vault.items[1].fields.map(\.kind) == [
                .text(name: "Cardholder"), .secretNumber, .concealed(name: "CVC"), .pin, .text(name: "Expiry date"),
                .type,
            ])
        #expect(vault.items[2].fields.contains(Field(kind: .email, value: "ana@example.org")))
    }

    @Test("of Proton Pass keep the vault, the e-mail address and both addresses of the page")
    func proton() throws {
        let item = try #require(
            try vault(
                """
                type,name,url,email,username,password,note,totp,createTime,modifyTime,vault
                login,Shop,"https://a.example, https://b.example/x,y",ana@example.org,ana,x,,,1500000000,1600000000,Mine
                """
            ).items.first)
        #expect(item.category == "Mine" && item.title == "Shop")
        #expect(
            item.fields == [
                Field(kind: .url, value: "https://a.example"), Field(kind: .url, value: "https://b.example/x,y"),
                Field(kind: .email, value: "ana@example.org"), Field(kind: .user, value: "ana"),
                Field(kind: .password, value: "x"),
            ])
        #expect(item.created == Timestamp(seconds: 1_500_000_000) && item.modified == Timestamp(seconds: 1_600_000_000))
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
            ("latin1", "the file is damaged: line 2: a text is not UTF-8"),
            ("open-quote", "the file is damaged: line 2: a quoted value does not end"),
            ("quote-inside", "the file is damaged: line 2: a quotation mark within a value that is not quoted"),
            ("too-many-values", #"item 1 "Bank": field password (line 2) has more values than there are columns"#),
            ("unknown-columns", "the file is not in this format: no column is called title, username, password or url"),
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
