import VaultDevice

/// Why there is no position.
struct PositionMessages: Bilingual {
    let fault: PositionFault

    var texts: (spanish: String, english: String) {
        let spanish =
            switch fault {
            case .unreachable(let source, let reason): "no se llega a \(source): \(reason)"
            case .notFound(let path): "no existe \(path)"
            case .notPermitted(let path): "no hay permiso para leer \(path)"
            case .notGPSD(let source): "\(source) no es un gpsd conocido"
            case .noFix(let source): "\(source) no tiene posición"
            case .flatFix(let source): "\(source) ve pocos satélites para una posición en tres dimensiones"
            case .noAccuracy(let source): "\(source) no dice con qué precisión da sus posiciones"
            case .broken(let source): "se ha cortado la conexión con \(source)"
            case .stopped: "interrumpido"
            }
        return ("sin posición: \(spanish)", fault.description)
    }
}
