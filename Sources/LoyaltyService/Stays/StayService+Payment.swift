import AnonymousCredentials
import Basics
import Beacons
import Crypto
import HTTPKit
import LedgerService
import Loyalty
import ServiceKit
import Storage

extension StayService {
    /// Pays the session's owner for time in a venue on a day, and gives the points.
    ///
    /// An account is paid once for each venue and day, and a credential is paid once, whoever shows it: mark, payment and
    /// ledger are written in one transaction. The same presentation of the same account again is answered as before. The
    /// statement says venue and day, and is dated by the day of the payment: neither shop nor time. Throws `notOffered`,
    /// `closedDay`, `forged`, `used` and `paid`.
    package func pay(
        _ presentation: [UInt8], of day: StayDay, to session: Session
    ) async throws(ServiceError) -> Int {
        let venue = try await venue(day.venue)
        let days = LocalDays(timeZone: venue.timeZone)
        let today = days.day(of: clock.now())
        guard StayTimes.isPaid(day.day, on: Int(today)) else { throw .stays(.closedDay) }
        guard let tag = try await issuer(of: day.context).tag(of: presentation, for: StayDay.presentation) else {
            throw .stays(.forged)
        }
        let payment = StayPayment(
            account: session.accountID, day: day, points: venue.pointsForTime, mark: Array(SHA256.hash(data: tag)))
        let (random, at) = (random, days.beginning(of: today))
        let memo = "\(Timestamp(day: Int64(day.day)).dayText) \(venue.name)"
        let points = try await database.writingMarket { connection in
            let store = StayStore(connection)
            guard try store.insert(payment) else { return try store.points(paidBefore: payment) }
            try LedgerAdministration.grantPoints(
                Int64(payment.points), as: .time, toAccount: payment.account, memo: memo, at: at, random: random,
                in: connection)
            return payment.points
        }
        loyalty.noteRedemption()
        return points
    }
}

/// What an account is paid for a day.
struct StayPayment: Sendable {
    let account: [UInt8]
    let day: StayDay
    let points: Int
    /// The digest of the credential's tag.
    let mark: [UInt8]
}
