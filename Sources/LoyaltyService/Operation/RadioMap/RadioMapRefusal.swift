import API
import Beacons
import HTTPKit
import RadioMaps

/// Why something of a radio map is refused.
enum RadioMapRefusal: ServiceFault, Equatable {
    /// The venue has no radio map in force.
    case none
    /// Somebody else was quicker; the number of the newest version as it is now.
    case changed(Int64)
    /// The file is no radio map.
    case faulty(RadioMapFault)
    /// The map was made on another plan than the one in force; the beacons that hang elsewhere now.
    case otherPlan([BeaconIdentity])
    /// The map has no such version.
    case unknownVersion
    /// Residuals of the day are not taken now.
    case closedDay
    /// The map in force has another number; the number of now, 0 where none is in force.
    case otherMap(Int64)
    /// The map in force has no such beacon.
    case unknownBeacon
    /// No credential of the month made what was shown for the day.
    case forged
    /// The credential was used for the day.
    case used
    /// The two surveys together have more than a map may have.
    case tooLarge

    /// What an answer calls it; the table of the API has its status and its title.
    var problem: ProblemCode {
        switch self {
        case .none: .surveysNone
        case .changed: .surveysChanged
        case .faulty: .surveysFaulty
        case .otherPlan: .surveysOtherPlan
        case .unknownVersion: .surveysUnknownVersion
        case .tooLarge: .surveysTooLarge
        case .closedDay: .surveysClosedDay
        case .otherMap: .surveysOtherMap
        case .unknownBeacon: .surveysUnknownBeacon
        case .forged: .surveysForged
        case .used: .surveysUsed
        }
    }

    /// Adds the number of now, the fault, or the beacons.
    func complete(_ problem: inout ProblemBody) {
        switch self {
        case .changed(let number), .otherMap(let number):
            problem.faults = [Fault(path: "version", message: String(number))]
        case .faulty(let fault): problem.faults = [Fault(path: fault.path, message: fault.message)]
        case .otherPlan(let beacons):
            problem.faults = beacons.prefix(PlanFault.mostFaults).map {
                Fault(path: "\($0.major).\($0.minor)", message: "hangs elsewhere now, or is gone")
            }
        default: break
        }
    }
}

extension ServiceError {
    /// A refusal of a radio map.
    static func radioMap(_ refusal: RadioMapRefusal) -> ServiceError { .refused(refusal) }
}
