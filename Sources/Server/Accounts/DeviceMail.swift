/// The mail with the code that approves a device, in the languages of the house.
enum DeviceMail {
    /// The language of ours that a header `Accept-Language` asks for first; English when it names none of them.
    static func language(_ accepted: String?) -> String {
        // Weights are left aside: browsers list what they want in its order.
        for range in (accepted ?? "").utf8.prefix(200).split(separator: UInt8(ascii: ",")) {
            let tag = String(decoding: range, as: UTF8.self).lowercased().drop { $0 == " " }
            let language = tag.prefix { $0 != "-" && $0 != ";" && $0 != " " }
            if texts[String(language)] != nil { return String(language) }
        }
        return "en"
    }

    /// The subject and the text of the mail.
    static func text(code: String, label: String, in language: String) -> (subject: String, text: String) {
        let words = texts[language] ?? english
        return (
            words.subject,
            """
            \(words.opening) \(label)

                \(code)

            \(words.closing)
            """ + "\n"
        )
    }

    private typealias Words = (subject: String, opening: String, closing: String)

    private static let english: Words = (
        "Code for a new device", "Somebody signs in to your Cerca account with your password on a new device:",
        "Type this code there within ten minutes. If that is not you, ignore this mail and change your password."
    )
    private static let texts: [String: Words] = [
        "en": english,
        "es": (
            "Código para un dispositivo nuevo",
            "Alguien inicia sesión en tu cuenta de Cerca con tu contraseña en un dispositivo nuevo:",
            "Escribe allí este código en los próximos diez minutos. Si no eres tú, ignora este correo y cambia tu "
                + "contraseña."
        ),
        "pt": (
            "Código para um novo dispositivo",
            "Alguém está entrando na sua conta do Cerca com a sua senha em um novo dispositivo:",
            "Digite este código lá em até dez minutos. Se não for você, ignore este e-mail e troque a sua senha."
        ),
        "it": (
            "Codice per un nuovo dispositivo",
            "Qualcuno accede al tuo account Cerca con la tua password da un nuovo dispositivo:",
            "Scrivi lì questo codice entro dieci minuti. Se non sei tu, ignora questa mail e cambia la password."
        ),
    ]
}
