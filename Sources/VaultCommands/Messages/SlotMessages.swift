/// What is said about slots, keys and settings.
enum SlotMessages: Bilingual {
    case created(user: String)
    case recoveryOnce
    case placeLimits
    case presenceLimits
    case weakCipher(String)
    case calibrating
    case noPosition
    case slotAdded(Int, String)
    case slotRemoved(Int, String)
    case passwordChanged
    case placeChanged
    case newRecovery
    case slot, label, opensWith, made
    case cipherChanging
    case cipherChanged(String)
    case cipher, weak, inUse
    case tangKeys(server: String, thumbprints: [String])
    case settingsKept
    case unlocked(seconds: Int64)
    case locked
    case wasLocked
    case agentFailed
    case leavingNeedsSource
    case isOpen(seconds: Int64)

    var texts: (spanish: String, english: String) {
        switch self {
        case .placeLimits, .presenceLimits, .weakCipher, .recoveryOnce, .newRecovery: warnings
        case .unlocked, .locked, .wasLocked, .agentFailed, .leavingNeedsSource, .isOpen: agent
        default: reports
        }
    }

    private var warnings: (spanish: String, english: String) {
        switch self {
        case .placeLimits:
            (
                "aviso: una ranura de lugar no protege de quien tenga este equipo desbloqueado y falsifique su "
                    + "posición; añádale otro factor donde eso importe",
                "note: a place slot is no protection from somebody who has this device unlocked and forges its "
                    + "position; give it another factor where that matters"
            )
        case .presenceLimits:
            (
                "aviso: una ranura de presencia prueba que alguien estaba cerca de la baliza; un cómplice que reenvíe "
                    + "sus códigos en el momento puede fingirlo",
                "note: a presence slot proves that somebody was near the beacon; an accomplice who forwards its codes "
                    + "at once can feign it"
            )
        case .weakCipher(let name):
            ("aviso: \(name) es un cifrado débil", "note: \(name) is a weak cipher")
        case .recoveryOnce:
            (
                "el código de recuperación, que no se volverá a mostrar; guárdelo en papel:",
                "the recovery code, which will not be shown again; keep it on paper:"
            )
        default:
            (
                "el código nuevo, que no se volverá a mostrar; el anterior ya no abre nada:",
                "the new code, which will not be shown again; the one before opens nothing any more:"
            )
        }
    }

    private var agent: (spanish: String, english: String) {
        switch self {
        case .unlocked(let seconds):
            (
                "abierta; se cierra tras \(seconds) s sin uso, o con `cerca vault lock`",
                "open; it locks after \(seconds) s without use, or with `cerca vault lock`"
            )
        case .locked: ("cerrada", "locked")
        case .wasLocked: ("ya estaba cerrada", "it was locked already")
        case .agentFailed: ("el agente no ha podido empezar", "the agent could not start")
        case .leavingNeedsSource:
            (
                "aviso: para cerrar al salir del lugar hace falta --gpsd o --nmea",
                "note: to lock on leaving the place it takes --gpsd or --nmea"
            )
        default:
            if case .isOpen(let seconds) = self {
                ("abierta; se cierra dentro de \(seconds) s sin uso", "open; it locks in \(seconds) s without use")
            } else {
                reports
            }
        }
    }

    private var reports: (spanish: String, english: String) {
        switch self {
        case .created(let user): ("bóveda de \(user) creada", "made the vault of \(user)")
        case .calibrating: ("midiendo el coste de una clave en este equipo …", "measuring what a key costs here …")
        case .noPosition:
            (
                "un lugar necesita una posición: --position, --gpsd o --nmea",
                "a place needs a position: --position, --gpsd or --nmea"
            )
        case .slotAdded(let id, let label): ("ranura nueva \(id): \(label)", "slot \(id) added: \(label)")
        case .slotRemoved(let id, let label): ("ranura \(id) quitada: \(label)", "slot \(id) removed: \(label)")
        case .passwordChanged: ("contraseña cambiada", "password changed")
        case .placeChanged: ("lugar cambiado", "place changed")
        case .slot: ("Ranura", "Slot")
        case .label: ("Nombre", "Name")
        case .opensWith: ("Se abre con", "Opens with")
        case .made: ("Creada", "Made")
        case .cipherChanging: ("cifrando todo de nuevo …", "sealing everything anew …")
        case .cipherChanged(let name): ("cifrado: \(name)", "cipher: \(name)")
        case .cipher: ("Cifrado", "Cipher")
        case .weak: ("débil", "weak")
        case .inUse: ("en uso", "in use")
        case .tangKeys(let server, let thumbprints):
            (
                "desde ahora se confía en \(server) con las claves \(thumbprints.joined(separator: ", ")); compárelas "
                    + "con lo que dice su dueño (--trust CLAVE no confía en otra)",
                "from now on \(server) is trusted with the keys \(thumbprints.joined(separator: ", ")); compare them "
                    + "with what its owner says (--trust KEY trusts no other)"
            )
        case .settingsKept: ("configuración guardada", "settings kept")
        default: warnings
        }
    }
}
