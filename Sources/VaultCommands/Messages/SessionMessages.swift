/// What is said while a vault is found and opened.
enum SessionMessages: Bilingual {
    case noVaultYet
    case sayWhose([String])
    case cannotTellWhose(String)
    case nothingToOpenWith
    case askPassword(user: String)
    case noPassword(file: String)
    case noRecoveryCode(file: String)
    case unreadable(path: String, reason: String)
    case tooLongSecret(path: String)
    case asksAgain(title: String)
    case askNewPassword
    case repeatPassword
    case passwordsDiffer
    case noNewPassword
    case weakPassword
    case nothingGiven
    case waitingForPosition(String)
    case tangUnreachable(slot: String, reason: String)
    case cannotBeHeard(slot: String, reason: String)

    var texts: (spanish: String, english: String) {
        switch self {
        case .noVaultYet:
            (
                "aquí no hay ninguna bóveda; haga una con `cerca vault create-user NOMBRE`",
                "there is no vault here; make one with `cerca vault create-user NAME`"
            )
        case .sayWhose(let users):
            (
                "diga de quién es la bóveda con --user" + (users.isEmpty ? "" : ": \(users.joined(separator: ", "))"),
                "say whose vault with --user" + (users.isEmpty ? "" : ": \(users.joined(separator: ", "))")
            )
        case .cannotTellWhose(let reason):
            ("\(reason); con --user se dice de quién es la bóveda", "\(reason); --user says whose vault it is")
        case .nothingToOpenWith:
            (
                "la bóveda está cerrada; dé --password-file, --position, --gpsd, --nmea o --recovery-file, o ábrala "
                    + "antes con `cerca vault unlock`",
                "the vault is locked; give --password-file, --position, --gpsd, --nmea or --recovery-file, or open it "
                    + "first with `cerca vault unlock`"
            )
        case .askPassword(let user): ("Contraseña de \(user): ", "Password of \(user): ")
        case .noPassword(let file):
            (
                "\(file): la primera línea no es una contraseña (de 1 a 1000 caracteres UTF-8)",
                "\(file): the first line is no password (1 to 1,000 characters of UTF-8)"
            )
        case .noRecoveryCode(let file):
            (
                "\(file): no hay ningún código de recuperación (ocho grupos de cuatro caracteres)",
                "\(file): there is no recovery code (eight groups of four characters)"
            )
        case .unreadable(let path, let reason):
            ("\(path): no se puede leer: \(reason)", "\(path) cannot be read: \(reason)")
        case .tooLongSecret(let path):
            ("\(path): demasiado largo para ser un secreto", "\(path) is too long to be a secret")
        case .asksAgain(let title):
            (
                "\(title) pide abrir de nuevo la bóveda: dé --password-file o una posición",
                "\(title) asks to open the vault once more: give --password-file or a position"
            )
        case .askNewPassword: ("Contraseña nueva: ", "New password: ")
        case .repeatPassword: ("Otra vez: ", "Once more: ")
        case .passwordsDiffer: ("las dos contraseñas no son iguales", "the two passwords differ")
        case .noNewPassword:
            (
                "una contraseña tiene de 1 a 1000 caracteres",
                "a password has 1 to 1,000 characters"
            )
        case .weakPassword:
            (
                "aviso: esa contraseña se adivina con facilidad; `cerca vault generate` hace otra",
                "note: that password is easily guessed; `cerca vault generate` makes another"
            )
        case .nothingGiven:
            (
                "una bóveda necesita con qué abrirse: dé --password-file, o una posición, o ambas",
                "a vault needs something to open it: give --password-file, a position, or both"
            )
        case .waitingForPosition(let source): ("esperando la posición de \(source) …", "waiting for \(source) …")
        case .tangUnreachable(let slot, let reason):
            ("la ranura \(slot) no sirve ahora: \(reason)", "slot \(slot) is of no use now: \(reason)")
        case .cannotBeHeard(let slot, let reason):
            ("la ranura \(slot) no sirve ahora: \(reason)", "slot \(slot) is of no use now: \(reason)")
        }
    }
}
