/// What the name of a field that somebody else named says of its value.
package enum SecretNames {
    /// Whether the name says that the value is a password, in one of the languages that people name fields in.
    package static func sayPassword(_ name: String) -> Bool {
        has(name, of: passwordWords)
    }

    /// Whether the name says that the value is a secret of any kind.
    package static func saySecret(_ name: String) -> Bool {
        sayPassword(name) || has(name, of: secretWords)
    }

    private static func has(_ name: String, of words: [String]) -> Bool {
        let letters = Self.letters(name)
        return words.contains { word in
            // A short word stands alone: "pin" is not in "shopping".
            word.utf8.count > 4 ? letters.joined.contains(word) : letters.words.contains(word)
        }
    }

    /// The name in lower case without accents, as its words and as one text without spaces.
    private static func letters(_ name: String) -> (words: Set<String>, joined: String) {
        let folded = String(decoding: SearchText.folded(String(name.prefix(200))), as: UTF8.self)
        let words = folded.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        return (Set(words), words.joined())
    }

    private static let passwordWords = [
        "password", "passwd", "passphrase", "passcode", "passwort", "kennwort", "contrasena", "clave", "senha",
        "palavrapasse", "parola", "motdepasse", "mdp", "pwd", "pass", "pw", "wachtwoord", "losenord", "passord",
        "kodeord",
        "adgangskode", "salasana", "haslo", "heslo", "jelszo", "sifre", "contrasenya", "пароль", "密码", "パスワード",
        "비밀번호",
    ]

    private static let secretWords = [
        "secret", "secreto", "secreta", "segreto", "segredo", "geheim", "privatekey", "token", "apikey",
        "key", "seed", "pin", "puk", "cvv", "cvc", "code", "codigo", "codice", "answer", "respuesta", "resposta",
        "risposta",
        "antwort", "reponse", "recovery", "recuperacion", "otp", "totp",
    ]
}
