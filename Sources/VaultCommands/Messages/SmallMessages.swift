import Vault

/// Why a name cannot be one.
struct NameMessages: Bilingual {
    let fault: NameFault

    var texts: (spanish: String, english: String) {
        switch fault {
        case .empty: ("el nombre está vacío", fault.description)
        case .blank: ("el nombre solo tiene espacios", fault.description)
        case .tooLong(let limit): ("el nombre tiene más de \(limit) caracteres", fault.description)
        case .controlCharacter: ("el nombre tiene un carácter de control", fault.description)
        }
    }
}

/// Why a position was refused.
struct PlaceWords: Bilingual {
    let fault: PlaceFault

    var texts: (spanish: String, english: String) {
        switch fault {
        case .noFix: ("no hay posición", fault.description)
        case .tooCoarse(let accuracy, let limit):
            (
                "la posición solo se conoce con \(Self.metres(accuracy)), y la celda pide \(Self.metres(limit))",
                fault.description
            )
        case .scattered(let distance, let limit):
            (
                "las posiciones distan \(Self.metres(distance)), y un lugar tiene como mucho \(Self.metres(limit))",
                fault.description
            )
        }
    }

    private static func metres(_ value: Double) -> String {
        "\((value * 10).rounded() / 10) m"
    }
}

/// What opens a slot.
struct FactorMessages: Bilingual {
    let kind: FactorKind

    var texts: (spanish: String, english: String) {
        switch kind {
        case .place: ("lugar", "place")
        case .presence: ("presencia", "presence")
        case .password: ("contraseña", "password")
        case .recovery: ("código de recuperación", "recovery code")
        case .tang: ("servidor Tang", "Tang server")
        }
    }
}
