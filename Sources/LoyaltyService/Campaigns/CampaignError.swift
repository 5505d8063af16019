import API
import Basics
import HTTPKit
import ServiceKit

/// Why something of a campaign is refused.
enum CampaignError: ServiceFault {
    /// The shop has no such campaign.
    case unknown
    /// The campaign has changed since; this is its version now.
    case changed(version: Int64)
    /// What has begun stays as it is.
    case begun
    /// The campaign is not running.
    case notRunning
    /// Another campaign of the shop has some of these days.
    case overlap(firstDay: Int64, lastDay: Int64)
    /// There can be no such campaign.
    case invalidTerms([Fault])
    /// The shop has as many campaigns as it may.
    case tooMany

    var problem: ProblemCode {
        switch self {
        case .unknown: .campaignsUnknown
        case .changed: .campaignsChanged
        case .begun: .campaignsBegun
        case .notRunning: .campaignsNotRunning
        case .overlap: .campaignsOverlap
        case .invalidTerms: .campaignsInvalidTerms
        case .tooMany: .campaignsTooMany
        }
    }

    func complete(_ problem: inout ProblemBody) {
        switch self {
        case .changed(let version): problem.faults = [Fault(path: "version", message: String(version))]
        case .overlap(let first, let last):
            problem.faults = [
                Fault(path: "firstDay", message: Timestamp(day: first).dayText),
                Fault(path: "lastDay", message: Timestamp(day: last).dayText),
            ]
        case .invalidTerms(let faults): problem.faults = faults
        default: break
        }
    }
}

extension ServiceError {
    /// A fault of a campaign.
    static func campaign(_ error: CampaignError) -> ServiceError { .refused(error) }
}
