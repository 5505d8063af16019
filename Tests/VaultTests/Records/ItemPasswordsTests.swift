import Basics
import Testing

@testable import Vault

@Suite("The passwords of an item")
struct ItemPasswordsTests {
    private func passwords(_ fields: [Field]) throws -> [String] {
        var random = SystemRandomNumberGenerator()
        let now = Timestamp(seconds: 0)
        return Item(
            id: RecordID(using: &random), category: RecordID(using: &random), title: try VaultName("t"), fields: fields,
            created: now, modified: now
        ).passwords
    }

    @Test(
        "a hidden field is one when its name says so, in any of these languages",
        arguments: [
            "Pwd", "Passwort", "Kennwort", "Contraseña", "contrasena 2", "Senha", "Palavra-passe", "Mot de passe",
            "Parola",
            "Admin password", "pass", "Lösenord", "Hasło", "Пароль", "パスワード", "Clave", "user_pwd",
        ])
    func names(name: String) throws {
        let fields = [Field(kind: .password, value: "a"), Field(kind: .concealed(name: name), value: "123456")]
        #expect(try passwords(fields) == ["a", "123456"])
    }

    @Test(
        "other hidden fields are none",
        arguments: ["PIN", "Security code", "Passport number", "Compass", "Shopping", "Word"])
    func others(name: String) throws {
        let fields = [Field(kind: .password, value: "a"), Field(kind: .concealed(name: name), value: "123456")]
        #expect(try passwords(fields) == ["a"])
    }

    @Test("of a login without a password, the hidden word is one")
    func login() throws {
        let hidden = Field(kind: .concealed(name: "Wurd"), value: "123456")
        #expect(try passwords([Field(kind: .user, value: "ana"), hidden]) == ["123456"])
        #expect(try passwords([hidden]) == [])
        #expect(
            try passwords([Field(kind: .url, value: "x"), Field(kind: .concealed(name: "a"), value: "two words")]) == []
        )
    }
}
