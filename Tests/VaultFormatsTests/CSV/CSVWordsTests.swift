import Testing
import Vault
import VaultFormats

@Suite("Tables in the words of people")
struct CSVWordsTests {
    private func vault(_ text: String) throws -> ImportedVault {
        try VaultImport.read(.csv, from: Array(text.utf8))
    }

    @Test(
        "the columns of a login are known in six languages, with accents and without, in any case",
        arguments: [
            "Título,Usuario,Contraseña,Sitio web,Notas", "TITULO,USUARIO,CONTRASEÑA,URL,NOTAS",
            "Nombre,Nombre de usuario,Contrasena,Página web,Notas", "Título,Usuário,Senha,Site,Observações",
            "Titulo,Utilizador,Palavra-passe,Endereço web,Notas", "Titolo,Utente,Password,Sito web,Note",
            "Nome,Nome utente,Parola chiave,Indirizzo,Note", "Titel,Benutzername,Passwort,Webseite,Notizen",
            "Bezeichnung,Benutzer,Kennwort,URL,Bemerkungen", "Titre,Nom d'utilisateur,Mot de passe,Site web,Remarques",
            "Nom,Identifiant,mot_de_passe,Adresse web,Notes", "name,LOGIN,Pwd,Url,Note",
            "Account Name,User ID,Pass,Link,Comment",
        ])
    func languages(header: String) throws {
        let item = try #require(try vault("\(header)\nUno,ana,s3creto,https://a.example,texto\n").items.first)
        #expect(item.title == "Uno")
        #expect(
            item.fields == [
                Field(kind: .user, value: "ana"), Field(kind: .password, value: "s3creto"),
                Field(kind: .url, value: "https://a.example"), Field(kind: .note, value: "texto"),
            ])
    }

    @Test("folders, favorites, codes and mail addresses as well")
    func others() throws {
        let item = try #require(
            try vault(
                "Carpeta,Favorito,Título,Contraseña,OTP,Correo electrónico,Teléfono\nCasa,sí,Uno,p,JBSWY3DP,a@b.org,600\n"
            )
            .items.first)
        #expect(item.category == "Casa" && item.isFavourite)
        #expect(item.fields.map(\.kind) == [.password, .oneTimePassword, .email, .phone])
        for header in ["Ordner", "Dossier", "Cartella", "Pasta", "Grupo"] {
            #expect(try vault("\(header),title,password\nx,y,z\n").items[0].category == "x")
        }
    }

    @Test("a column that is not known is hidden, and one that says so is shown")
    func unknown() throws {
        let item = try vault("name,url,Lösenord,text:Color,Antwort\nUno,a.example,hemligt,red,42\n").items[0]
        #expect(
            item.fields == [
                Field(kind: .url, value: "a.example"), Field(kind: .concealed(name: "Lösenord"), value: "hemligt"),
                Field(kind: .text(name: "Color"), value: "red"), Field(kind: .concealed(name: "Antwort"), value: "42"),
            ])
    }

    @Test("of RoboForm have their passwords, and each further value of a form hidden")
    func roboForm() throws {
        let vault = try vault(
            """
            Name,Url,MatchUrl,Login,Pwd,Note,Folder,RfFieldsV2
            Uno,https://a.example,https://a.example,ana,s3creto,n,/Casa,"User ID$,,,txt,ana","Password$,,,pwd,s3creto"
            Dos,https://b.example,https://b.example/login,eva,x,,/,
            """)
        #expect(vault.items.map(\.category) == ["Casa", nil])
        #expect(
            vault.items[0].fields == [
                Field(kind: .url, value: "https://a.example"), Field(kind: .user, value: "ana"),
                Field(kind: .password, value: "s3creto"), Field(kind: .note, value: "n"),
                Field(kind: .concealed(name: "RfFieldsV2"), value: "User ID$,,,txt,ana"),
                Field(kind: .concealed(name: "RfFieldsV2"), value: "Password$,,,pwd,s3creto"),
            ])
    }

    @Test("of Zoho have what their secrets say")
    func zoho() throws {
        let item = try vault(
            """
            "Password Name","Description","Password URL","SecretData","Notes","CustomData","Tags","Classification","Favorite",\
            "login_totp","Folder Name"
            "Uno","d","https://a.example","User Name:ana
            Password:s3:creto","n","","","E","1","","Casa",
            """
        ).items[0]
        #expect(item.title == "Uno" && item.category == "Casa" && item.isFavourite)
        #expect(
            item.fields == [
                Field(kind: .description, value: "d"), Field(kind: .url, value: "https://a.example"),
                Field(kind: .user, value: "ana"), Field(kind: .password, value: "s3:creto"),
                Field(kind: .note, value: "n"),
                Field(kind: .text(name: "Classification"), value: "E"),
            ])
    }

    /// KeePass writes these tables with a backslash before quotation marks and backslashes.
    @Test("of KeePass 1 have its own escaping, also for a doubled quotation mark")
    func keePass1() throws {
        let vault = try vault(
            #"""
            "Account","Login Name","Password","Web Site","Comments"
            "Uno","ana","p\\a","https://a.example","one
            \"two\" \n three"
            "Dos \"2\"","e\\va","\\","",""
            "Tres","x","a""b","",""
            """#)
        #expect(vault.items.map(\.title) == ["Uno", #"Dos "2""#, "Tres"])
        #expect(vault.items[0].fields[1].value == #"p\a"#)
        #expect(vault.items[0].fields[3].value == "one\n\"two\" \\n three")
        #expect(vault.items[1].fields.map(\.value) == [#"e\va"#, #"\"#])
        #expect(vault.items[2].fields[1].value == #"a"b"#)
    }

    @Test("of others keep a backslash as it is")
    func backslash() throws {
        #expect(try vault(#"title,password"# + "\n" + #"Uno,"p\\a""#).items[0].fields[0].value == #"p\\a"#)
    }

    @Test("of LastPass with entities in a password are read as they are, and told")
    func entities() throws {
        let vault = try vault(
            "url,username,password,totp,extra,name,grouping,fav\nhttps://a.example,ana,a&amp;b,,,Uno,,0\n"
                + "https://b.example,eva,a&b,,,Dos,,0\n")
        #expect(vault.items.map { $0.fields[2].value } == ["a&amp;b", "a&b"])
        #expect(vault.changes.map(\.kind) == [.looksEscaped] && vault.changes[0].place.number == 1)
    }
}
