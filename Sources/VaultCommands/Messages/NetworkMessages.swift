import VaultDevice

/// Why a server of Cerca did not do what was asked.
struct ServerMessages: Bilingual {
    let fault: ServerFault

    var texts: (spanish: String, english: String) { (spanish, fault.description) }

    private var spanish: String {
        switch fault {
        case .notAServer: "un servidor se nombra con http://NOMBRE[:PUERTO] o https://NOMBRE[:PUERTO]"
        case .insecure(let server):
            "\(server) recibiría la contraseña de la cuenta por una conexión que otros pueden leer; use https://, o "
                + "diga --insecure"
        case .unreachable(let server): "\(server) no responde"
        case .malformed(let server): "\(server) no responde como un servidor de Cerca"
        case .failed(let server, let status): "\(server) ha respondido con el estado \(status)"
        case .wrongCredentials: "el correo o la contraseña de la cuenta no son correctos"
        case .notSignedIn: "la sesión ha terminado"
        case .lockedOut(let seconds): "el servidor mantiene cerrada esta ranura \(seconds) segundos más"
        case .refused: "el servidor lo rechaza: \(fault.description)"
        case .vault(let fault): FaultMessages(fault: fault).texts.spanish
        case .stopped: "interrumpido"
        }
    }
}

/// Why a Tang server gave no key.
struct TangMessages: Bilingual {
    let fault: NetworkFactorFault

    var texts: (spanish: String, english: String) { (spanish, fault.description) }

    private var spanish: String {
        switch fault {
        case .notAServer: ServerMessages(fault: .notAServer).texts.spanish
        case .unreachable(let server): "\(server) no responde"
        case .refused(let server, let status): "\(server) ha respondido con el estado \(status)"
        case .unknownKey(let server): "\(server) ya no tiene la clave"
        case .malformed(let server, let reason): "\(server) ha respondido otra cosa: \(reason)"
        case .notSigned(let server): "\(server) no firma sus claves con todas sus claves de firma"
        case .notTrusted(let server, let thumbprints):
            "\(server) no tiene la clave de confianza; tiene \(thumbprints.joined(separator: ", "))"
        case .noExchangeKey(let server): "\(server) no tiene ninguna clave P-521 de intercambio"
        case .vault(let fault): FaultMessages(fault: fault).texts.spanish
        case .stopped: "interrumpido"
        }
    }
}
