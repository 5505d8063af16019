import Basics
import HTTPKit
import Loyalty
import ServiceKit
import Storage
import Synchronization

extension LoyaltyService {
    /// What anybody may see of a venue; `LoyaltyError.unknownVenue` when there is none.
    ///
    /// It is the newest quarter of an hour that has been over for five minutes. Visitors are counted by pseudonym, so that
    /// one who stays and proves it every minute does not make a shop look visited by many, and is not shown as one of many.
    package func picture(of uuid: UUID128) async throws(ServiceError) -> VenuePicture {
        let now = clock.now()
        let venues = try await directory.snapshot(at: now, having: { $0[uuid] != nil })
        guard let served = venues[uuid] else { throw .loyalty(.unknownVenue) }
        let from = VenuePicture.newestCell(at: now)
        if let known = pictures.picture(of: uuid, from: from) { return known }
        try await closeCells(at: now)
        let (visitors, outcomes) = try await database.writing { connection in
            let store = PictureStore(connection)
            try store.publish(from, of: served.uuid)
            return (try store.visitors(in: from, of: served.uuid), try store.outcomes(in: from, of: served.uuid))
        }
        let refused = outcomes.filter {
            $0.key != CountedOutcome.accepted.code && $0.key != CountedOutcome.disputed.code
        }
        let picture = VenuePicture(
            from: from,
            shops: served.venue.shops.map { VenuePicture.ShopActivity(major: $0.major, visits: visitors[$0.major]) },
            accepted: outcomes[CountedOutcome.accepted.code, default: 0],
            disputed: outcomes[CountedOutcome.disputed.code, default: 0], rejected: refused)
        pictures.keep(picture, of: uuid)
        return picture
    }

    /// Writes down what was counted in quarters that are over, for whichever server publishes them.
    func closeCells(at now: Timestamp) async throws(ServiceError) {
        let closed = counters.takeClosed(at: now)
        guard !closed.isEmpty else { return }
        do {
            try await database.writing { connection in
                for cell in closed { try PictureStore(connection).add(cell) }
            }
        } catch {
            counters.putBack(closed)
            throw error
        }
    }

    /// How long what was published is kept, in seconds.
    static let publishedSeconds: Int64 = 86_400
}

/// The newest picture of each venue, so that many who look cost one query in a quarter of an hour.
final class PictureCache: Sendable {
    private let pictures = Mutex<[UUID128: VenuePicture]>([:])

    /// The picture of a venue's quarter, if it is the one that was asked for last.
    func picture(of venue: UUID128, from: Timestamp) -> VenuePicture? {
        pictures.withLock { $0[venue] }.flatMap { $0.from == from ? $0 : nil }
    }

    /// Keeps the newest picture of a venue that exists.
    func keep(_ picture: VenuePicture, of venue: UUID128) {
        pictures.withLock { $0[venue] = picture }
    }
}
