import CommandOutput
import Vault

/// Why the vault refused something, in both languages and on one line.
struct FaultMessages: Bilingual {
    let fault: VaultFault

    var texts: (spanish: String, english: String) {
        switch fault {
        case .damaged, .truncated, .foreign, .newer, .older, .noVault, .vaultExists, .busy, .storage, .full: file
        case .unknownSlot, .lastSlot, .invalidSlot, .invalidPoint, .invalidProof, .invalidCost, .derivationFailed,
            .weakCipher, .travelling, .tooLarge:
            parameters
        case .name, .nameTaken, .unknownRecord, .changedMeanwhile, .ambiguous, .emptyItem, .protectedCategory: records
        default: unlocking
        }
    }

    /// The seconds in words: minutes from two on, since nobody counts 900 seconds.
    private static func wait(_ seconds: Int64) -> (spanish: String, english: String) {
        let minutes = seconds >= 120 ? " (\((seconds + 59) / 60) min)" : ""
        return ("\(seconds) segundos\(minutes)", "\(seconds) seconds\(minutes)")
    }

    private var file: (spanish: String, english: String) {
        switch fault {
        case .damaged(let part): ("la bóveda está dañada (\(part))", "the vault is damaged (\(part))")
        case .truncated: ("la bóveda está cortada: faltan datos al final", "the vault is truncated")
        case .foreign: ("el archivo no es una bóveda", "the file is no vault")
        case .newer(let format):
            (
                "la bóveda es de una versión posterior del programa (formato \(format))",
                "the vault was written by a later version of the program (format \(format))"
            )
        case .older:
            (
                "el archivo es una copia más antigua que la que este equipo ha visto; si es lo que quiere, ábralo con "
                    + "--accept-older y el código de recuperación (--recovery-file)",
                "the file is an older copy than this device has seen; if that is meant, open it with --accept-older "
                    + "and the recovery code (--recovery-file)"
            )
        case .noVault: ("no existe esa bóveda", "there is no such vault")
        case .vaultExists: ("ya existe una bóveda con ese nombre", "there is a vault of that name already")
        case .busy: ("otro programa está escribiendo en la bóveda", "another program is writing the vault")
        case .storage(let reason): ("no se puede leer o escribir: \(reason)", "it cannot be read or written: \(reason)")
        case .full:
            ("el disco está lleno; no se ha cambiado nada", "the disk is full, and nothing was changed")
        default: unlocking
        }
    }

    private var unlocking: (spanish: String, english: String) {
        switch fault {
        case .doesNotOpen: ("no se puede abrir con lo que se ha dado", "what was given does not open the vault")
        case .lockedOut(let seconds):
            (
                "bloqueada: quedan \(Self.wait(seconds).spanish)",
                "locked out: \(Self.wait(seconds).english) left"
            )
        case .stopped:
            (
                "bloqueada tras \(LockoutRule.stop) intentos: solo la abre el código de recuperación",
                "locked out after \(LockoutRule.stop) attempts: only the recovery code opens it"
            )
        case .noDeviceKeys:
            (
                "este equipo no tiene las claves de la bóveda: aquí solo la abre el código de recuperación "
                    + "(--recovery-file)",
                "this device lacks the vault's keys: only the recovery code opens it here (--recovery-file)"
            )
        case .noLockoutRecord:
            (
                "el registro de intentos falta o ha sido cambiado: solo la abre el código de recuperación "
                    + "(--recovery-file)",
                "the record of attempts is missing or was changed: only the recovery code opens it (--recovery-file)"
            )
        case .place(let fault): PlaceWords(fault: fault).texts
        case .missingFactor(let kind):
            (
                "falta: \(FactorMessages(kind: kind).texts.spanish)",
                "missing: \(FactorMessages(kind: kind).texts.english)"
            )
        case .locked: ("la bóveda está cerrada", "the vault is locked")
        default: ("la bóveda ha rechazado la operación", "the vault refused")
        }
    }

    private var parameters: (spanish: String, english: String) {
        switch fault {
        case .unknownSlot(let id): ("no hay ninguna ranura \(id)", "there is no slot \(id)")
        case .lastSlot:
            (
                "es la última ranura de uso diario, y no se puede quitar",
                "it is the last slot for daily use, and cannot be removed"
            )
        case .invalidSlot(let reason): ("esa ranura no es posible: \(reason)", "there can be no such slot: \(reason)")
        case .invalidPoint:
            ("el servidor dio un punto que no está en la curva", "the server gave a point that is not on the curve")
        case .invalidProof:
            ("la respuesta no es del servidor conocido", "the answer is not of the server that is known")
        case .invalidCost:
            ("ese coste de derivación está fuera de los límites", "that cost of key derivation is out of bounds")
        case .derivationFailed:
            ("no hay memoria suficiente para derivar la clave", "there is not enough memory to derive the key")
        case .weakCipher(let cipher):
            (
                "\(cipher.name) es un cifrado débil; si aun así lo quiere, diga --allow-weak",
                "\(cipher.name) is a weak cipher; if you want it all the same, say --allow-weak"
            )
        case .travelling:
            (
                "no es posible durante un viaje: falta la clave que vuelve con `cerca vault travel off`",
                "not while travelling: it needs the key that comes back with `cerca vault travel off`"
            )
        case .tooLarge(let what): ("demasiado grande: \(what)", "too large: \(what)")
        default: unlocking
        }
    }

    private var records: (spanish: String, english: String) {
        switch fault {
        case .name(let fault): NameMessages(fault: fault).texts
        case .nameTaken(let name): ("ya existe: \(name)", "there is one already: \(name)")
        case .unknownRecord: ("no existe", "there is no such thing")
        case .changedMeanwhile:
            (
                "alguien lo ha cambiado mientras tanto; no se ha escrito nada",
                "somebody else has changed it meanwhile; nothing was written"
            )
        case .ambiguous(let title):
            (
                "hay varios elementos con el título \(title); diga --category o use el identificador",
                "several items have the title \(title); name a --category, or use the identifier instead"
            )
        case .emptyItem:
            ("un elemento necesita al menos un campo con valor", "an item needs at least one field with a value")
        case .protectedCategory:
            (
                "es una categoría predeterminada: no se puede cambiar de nombre ni borrar",
                "it is a default category, which can be neither renamed nor removed"
            )
        default: unlocking
        }
    }
}

extension VaultFault {
    /// The fault as the command's end: one line, and 3 for a vault that is locked out.
    func failure(_ subject: String? = nil) -> CommandFailure {
        let reason = FaultMessages(fault: self).text
        let code: Int32 =
            switch self {
            case .lockedOut, .stopped: 3
            default: 1
            }
        return CommandFailure(subject.map { "\(TerminalText.harmless($0)): \(reason)" } ?? reason, exitCode: code)
    }
}
