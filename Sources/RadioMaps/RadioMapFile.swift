import Basics
import Beacons
import Proximity

/// The file of a radio map: which venue and which plan it is of, and the survey that it is made from.
///
/// It has counts and sums alone: no scan, no instant, and nothing of the order in which somebody went about.
package struct RadioMapFile: Sendable {
    /// The largest file that is read, in bytes.
    package static let sizeLimit = 4 * 1024 * 1024

    /// The venue.
    package let venue: UUID128
    /// The digest of the plan that the survey was made on, `SurveyedPlan.digest`.
    package let plan: [UInt8]
    /// The number of the map at its venue's server; 0 where no server has taken it.
    package var number: Int64
    /// The day on which it was made or last added to, in days since 1970-01-01.
    package var day: Int64
    /// Where the beacons hung that the survey heard.
    package let beacons: [BeaconIdentity: PlanPoint]
    /// What was heard.
    package private(set) var survey: RadioSurvey

    /// By how many whole decibels beacons are heard louder than the survey heard them, where a server's visitors agree
    /// enough to say so; what is worked out from the survey alone has none.
    package private(set) var corrections: [BeaconIdentity: Int]

    /// A map of these parts.
    init(
        venue: UUID128, plan: [UInt8], number: Int64, day: Int64, beacons: [BeaconIdentity: PlanPoint],
        survey: RadioSurvey, corrections: [BeaconIdentity: Int] = [:]
    ) {
        self.venue = venue
        self.plan = plan
        self.number = number
        self.day = day
        self.beacons = beacons
        self.survey = survey
        self.corrections = corrections
    }

    /// The same map without corrections: a map that is taken in has none, or they would count twice once it is corrected.
    package var uncorrected: RadioMapFile {
        var map = self
        map.corrections = [:]
        return map
    }

    /// The map of a survey that was made on `plan`; beacons that the plan has not are left out.
    package init(_ survey: RadioSurvey, on plan: SurveyedPlan, number: Int64 = 0, day: Int64) {
        let known = survey.hearing(only: Set(plan.beacons.keys))
        let heard = Set(known.beacons)
        self.init(
            venue: plan.venue, plan: plan.digest, number: number, day: day,
            beacons: plan.beacons.filter { heard.contains($0.key) }, survey: known)
    }

    /// How many places it has.
    package var placeCount: Int { survey.places.count }

    /// How many scans it is made from.
    package var scanCount: Int { survey.scanCount }

    /// Whether, and how well, a map goes with a plan.
    package enum Fit: Equatable, Sendable {
        /// It was made on this plan.
        case fits
        /// It is of another venue.
        case otherVenue
        /// The plan has changed since; the beacons that hang elsewhere now, or are gone, by number. With none of them
        /// walls, the size, or beacons that the survey did not hear are what has changed.
        case changed([BeaconIdentity])
    }

    /// How well the map goes with a plan.
    package func fit(_ plan: SurveyedPlan) -> Fit {
        guard plan.venue == venue else { return .otherVenue }
        guard plan.digest != self.plan else { return .fits }
        let moved = beacons.filter { beacon, point in
            guard let now = plan.beacons[beacon] else { return true }
            return SurveyedPlan.centimetres(now.x) != SurveyedPlan.centimetres(point.x)
                || SurveyedPlan.centimetres(now.y) != SurveyedPlan.centimetres(point.y)
        }
        return .changed(moved.keys.sorted())
    }

    /// The same survey taken for one of another plan of the venue, without the beacons that hang elsewhere there.
    ///
    /// Whoever does that has to know that the walls around the others stand as they stood.
    package func carried(to plan: SurveyedPlan) -> RadioMapFile? {
        switch fit(plan) {
        case .fits: return self
        case .otherVenue: return nil
        case .changed(let moved):
            let kept = survey.hearing(only: Set(beacons.keys).subtracting(moved))
            return RadioMapFile(kept, on: plan, number: number, day: day)
        }
    }

    /// Adds up another survey of the same plan; false, and nothing changes, when the two are of different plans or come to
    /// more than a map may have.
    package mutating func add(_ other: RadioMapFile) -> Bool {
        guard other.venue == venue, other.plan == plan else { return false }
        var sum = survey
        guard sum.add(other.survey) else { return false }
        let both = beacons.merging(other.beacons) { first, _ in first }
        self = RadioMapFile(
            venue: venue, plan: plan, number: number, day: max(day, other.day), beacons: both, survey: sum)
        return true
    }
}

/// What keeps a document from being a radio map.
package struct RadioMapFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// Where, as a JSON path: `$.places[3].scans`.
    package let path: String
    /// What, in English, without the path.
    package let message: String

    /// `PATH: message`.
    package var description: String { "\(path): \(message)" }
}
