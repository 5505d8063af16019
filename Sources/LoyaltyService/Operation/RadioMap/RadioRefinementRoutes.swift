import API
import Basics
import Beacons
import HTTPKit
import RadioMaps
import ServiceKit

extension RouteHandlers {
    /// What phones say of radio maps, in nobody's name; and what operators are told of it.
    mutating func addRadioRefinementRoutes(_ maps: RadioMapService) {
        on(Routes.reportRadioResidual) { _, body in
            try await maps.take(
                try body.residual, presentation: try bytes(body.presentation, "$.presentation"))
        }
        on(Routes.radioRefinement) { call in
            RadioRefinementBody(try await maps.refinement(of: try call.ownVenue, for: try call.session.accountID))
        }
        on(Routes.setRadioRefinement) { call, body in
            let (venue, account) = (try call.ownVenue, try call.session.accountID)
            try await maps.setTaken(body.isTaken, of: venue, match: try call.matchedNumber, by: account)
            return RadioRefinementBody(try await maps.refinement(of: venue, for: account))
        }
    }
}

extension RadioRefinementBody {
    /// How far a map is refined, as it travels: numbers of reports in whole tens.
    fileprivate init(_ refinement: RadioRefinement) {
        let step = RadioMapService.reportStep
        self.init(
            number: Int(refinement.number), isTaken: refinement.isTaken,
            closedUntil: refinement.day.map { Timestamp(day: Int64($0)).dayText },
            beacons: refinement.figures.map { figure in
                RadioResidualFigureBody(
                    major: Int(figure.beacon.major), minor: Int(figure.beacon.minor), decibels: figure.decibels,
                    correction: ResidualHistogram.correction(of: figure.decibels),
                    reports: figure.reports / step * step)
            })
    }
}

extension RadioResidualBody {
    /// The residual that this body says; what no residual can be is malformed, and told.
    fileprivate var residual: BeaconResidual {
        get throws(BodyError) {
            guard let venue = UUID128(venue) else {
                throw .invalid([Fault(path: "$.venue", message: "must be a UUID")])
            }
            guard let day = Timestamp(dayText: day)?.day else {
                throw .invalid([Fault(path: "$.day", message: "must be a day")])
            }
            return BeaconResidual(
                beacon: BeaconIdentity(uuid: venue, major: UInt16(clamping: major), minor: UInt16(clamping: minor)),
                number: Int64(number), decibels: decibels, day: Int(day))
        }
    }
}

/// The bytes of hexadecimal digits, which the schema has looked at already.
private func bytes(_ text: String, _ path: String) throws(BodyError) -> [UInt8] {
    guard let bytes = [UInt8](hexadecimal: text) else {
        throw .invalid([Fault(path: path, message: "must be hexadecimal digits")])
    }
    return bytes
}
