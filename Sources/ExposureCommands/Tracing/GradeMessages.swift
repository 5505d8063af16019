import Exposure
import Foundation

/// How grave a day of exposure is, in the words of the reader's language.
enum GradeMessages: String, CaseIterable {
    case spanish = "es"
    case english = "en"
    case portuguese = "pt"
    case italian = "it"

    /// The language that the environment names, in the order of POSIX: LC_ALL, LC_MESSAGES, LANG; English for others.
    static let current = named(in: { name in getenv(name).map { String(cString: $0) } })

    /// The language that `variable` gives.
    static func named(in variable: (String) -> String?) -> GradeMessages {
        // An empty variable counts as one that is not there (POSIX, section 8.2).
        let value = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
        return value.flatMap { GradeMessages(rawValue: String($0.prefix(2))) } ?? .english
    }

    /// The grade, minutes and probability of a day.
    func words(_ day: ExposureDay) -> String {
        let (minutes, percent) = (day.minutes, day.probability)
        return switch self {
        case .spanish:
            "\(grade(day.grade)): unos \(minutes) minutos cerca; es seguro al \(percent) % que fue a menos de 2 metros"
        case .english:
            "\(grade(day.grade)): about \(minutes) minutes near; \(percent) % sure that it was within 2 metres"
        case .portuguese:
            "\(grade(day.grade)): cerca de \(minutes) minutos perto; "
                + "\(percent)% de certeza de que foi a menos de 2 metros"
        case .italian:
            "\(grade(day.grade)): circa \(minutes) minuti vicino; sicuro al \(percent)% che fosse entro 2 metri"
        }
    }

    private func grade(_ grade: RiskGrade) -> String {
        switch (self, grade) {
        case (.spanish, .low): "riesgo bajo"
        case (.spanish, .medium): "riesgo medio"
        case (.spanish, .high): "riesgo alto"
        case (.english, .low): "low risk"
        case (.english, .medium): "medium risk"
        case (.english, .high): "high risk"
        case (.portuguese, .low): "risco baixo"
        case (.portuguese, .medium): "risco médio"
        case (.portuguese, .high): "risco alto"
        case (.italian, .low): "rischio basso"
        case (.italian, .medium): "rischio medio"
        case (.italian, .high): "rischio alto"
        }
    }
}
