import VaultDevice

/// What is said about the keys that a device keeps for its vaults.
enum KeyMessages: Bilingual {
    case kept(KeyProtection)
    case passedOver(KeyWrapFault)

    var texts: (spanish: String, english: String) {
        switch self {
        case .kept(.tpm):
            (
                "las claves de este equipo las guarda su TPM: ninguna copia de sus archivos abre la bóveda sin él",
                "this device's keys are wrapped by its TPM: no copy of its files opens the vault without it"
            )
        case .kept(.secretService):
            (
                "las claves de este equipo las guarda el servicio de secretos de la sesión: una copia de los archivos "
                    + "no abre la bóveda sin la contraseña de ese llavero",
                "this device's keys are wrapped by the session's Secret Service: a copy of the files does not open the "
                    + "vault without that keyring's password"
            )
        case .kept(.machine):
            (
                "las claves de este equipo están en un archivo atado a esta máquina: una copia de la carpeta personal "
                    + "no abre la bóveda en otra, una copia del sistema entero sí",
                "this device's keys are in a file that is bound to this machine: a copy of the home folder does not "
                    + "open the vault on another one, a copy of the whole system does"
            )
        case .kept(.none):
            (
                "aviso: las claves de este equipo están en un archivo que nada ata a él: quien copie la carpeta "
                    + "personal las tiene",
                "note: this device's keys are in a file that nothing binds to it: whoever copies the home folder has "
                    + "them"
            )
        case .passedOver(let fault): ("aviso: \(fault)", "note: \(fault)")
        }
    }
}
