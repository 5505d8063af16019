import AnonymousCredentials
import Basics
import Beacons
import Crypto
import HTTPKit
import Loyalty
import ServiceKit
import Storage

/// A stay as it came, from nobody.
package struct StayShowing: Sendable {
    /// Where and when.
    package let stay: ShownStay
    /// What shows the credential of the first ten minutes.
    package let first: [UInt8]
    /// What shows the credential of the last ten minutes.
    package let last: [UInt8]
    /// The blinded request for a credential of the venue and day.
    package let request: [UInt8]

    /// A showing of these parts.
    package init(stay: ShownStay, first: [UInt8], last: [UInt8], request: [UInt8]) {
        self.stay = stay
        self.first = first
        self.last = last
        self.request = request
    }
}

/// What became of a stay that was shown; it is counted for whoever runs the server, and of a refusal nobody is told why.
package enum ShowingOutcome: String, Sendable {
    /// It was taken, and a credential issued.
    case taken
    /// It had been taken with this request, and was answered as before.
    case again
    /// There is no such shop, or nothing is given for time there.
    case place
    /// The two are less than twenty minutes apart, or the second is before the first.
    case near
    /// Midnight is between them, or it is not the time for their day.
    case day
    /// One of the two was not made with a credential of its ten minutes in this shop.
    case forged
    /// One of the two was used before.
    case used
    /// What it asks for is no credential.
    case request
}

extension StayService {
    /// Takes a stay that nobody shows, and answers with a credential of the venue and day, blindly; nil when it is refused.
    ///
    /// Each credential of ten minutes is of use once, also when the server was stopped in between: the digests of what was
    /// used go when the day can be paid no more.
    package func show(
        _ showing: StayShowing
    ) async throws(ServiceError) -> (outcome: ShowingOutcome, response: [UInt8]?) {
        let (day, refusal) = try await day(of: showing.stay)
        guard let day, refusal == nil, let marks = try await marks(of: showing) else {
            // As long as what is taken, so that the wait tells nothing either.
            try await database.writing { _ in }
            return (refusal ?? .forged, nil)
        }
        let issuer = try await issuer(of: day.context)
        guard let response = issuer.issue(showing.request) else {
            try await database.writing { _ in }
            return (.request, nil)
        }
        let exchange = Array(SHA256.hash(data: marks.joined() + showing.request))
        do throws(ServiceError) {
            let kept = try await database.writing { connection in
                try StayStore(connection).exchange(marks, for: response, as: exchange, on: day.day)
            }
            return (kept == response ? .taken : .again, kept)
        } catch {
            guard case .refused(let fault) = error, fault as? StayError == .used else { throw error }
            return (.used, nil)
        }
    }

    private func day(of stay: ShownStay) async throws(ServiceError) -> (StayDay?, ShowingOutcome?) {
        let venue: Venue
        do throws(ServiceError) {
            venue = try await self.venue(stay.shop.venue, major: stay.shop.major)
        } catch {
            guard case .refused = error else { throw error }
            return (nil, .place)
        }
        guard stay.isLongEnough else { return (nil, .near) }
        let days = LocalDays(timeZone: venue.timeZone)
        let today = Int(days.day(of: clock.now()))
        guard let day = stay.day(by: { Int(days.day(of: $0)) }), StayTimes.isShown(day, on: today) else {
            return (nil, .day)
        }
        return (StayDay(venue: venue.uuid, day: day), nil)
    }

    /// The digests of the tags of both credentials; nil when one of them is forged.
    private func marks(of showing: StayShowing) async throws(ServiceError) -> [[UInt8]]? {
        var marks: [[UInt8]] = []
        let stay = showing.stay
        for (slot, presentation) in [(stay.first, showing.first), (stay.last, showing.last)] {
            let issuer = try await issuer(of: slot.context(in: stay.shop))
            guard let tag = issuer.tag(of: presentation, for: StaySlot.presentation) else { return nil }
            marks.append(Array(SHA256.hash(data: tag)))
        }
        return marks
    }
}
