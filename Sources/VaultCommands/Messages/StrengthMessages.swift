import Foundation
import Vault

/// How strong a password is, in words.
enum StrengthMessages: Bilingual {
    case score(Int)
    case guesses(log10: Double)
    case reason(PasswordStrength.Reason)

    init(score: Int) {
        self = .score(score)
    }

    var texts: (spanish: String, english: String) {
        switch self {
        case .score(...0): ("muy débil", "very weak")
        case .score(1): ("débil", "weak")
        case .score(2): ("regular", "fair")
        case .score(3): ("buena", "good")
        case .score: ("muy buena", "very good")
        case .guesses(let power):
            (
                "unos 10^\(Int(power.rounded())) intentos para adivinarla",
                "about 10^\(Int(power.rounded())) guesses to find it"
            )
        case .reason(.commonPassword): ("contiene una contraseña muy usada", "it has a very common password in it")
        case .reason(.commonWord): ("contiene una palabra corriente", "it has an everyday word in it")
        case .reason(.knownWord): ("contiene algo suyo o del sitio", "it has something of yours or of the site in it")
        case .reason(.keyboard): ("contiene teclas vecinas", "it has neighbouring keys in it")
        case .reason(.sequence): ("contiene una secuencia", "it has a sequence in it")
        case .reason(.repeated): ("repite algo", "it repeats something")
        case .reason(.date): ("contiene una fecha", "it has a date in it")
        case .reason(.short): ("es corta", "it is short")
        }
    }
}
