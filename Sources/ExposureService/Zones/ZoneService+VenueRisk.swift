import API
import Basics
import Exposure
import Loyalty
import LoyaltyService
import Storage

extension ZoneService {
    /// What anybody may know of where people were in a venue who later reported.
    package func venueRisk(of uuid: UUID128) async throws(ZoneError) -> VenueRiskBody {
        let shops: Int
        do { shops = try await loyalty.venue(uuid).shops.count } catch { throw .service(error) }
        try await publishIfDue()
        let (day, cells) = try await reading { connection in
            let store = VenueDayStore(connection)
            return (try store.publicationDay(), try store.shown(of: uuid.bytes))
        }
        return VenueRiskBody(
            publishedOn: day.map(DayText.iso), days: rule.days, least: rule.least,
            isTooSmall: shops < rule.leastShops,
            cells: cells.map { cell in
                VenueRiskCellBody(major: Int(cell.major), day: DayText.iso(cell.day), people: cell.people)
            })
    }

    /// Publishes the day's picture when it is due and removes what is older than is shown; to be called once a minute.
    package func prune(at now: Timestamp) async throws(ZoneError) {
        // What is old goes whether or not the picture can be made.
        let published: Result<Void, ZoneError>
        do throws(ZoneError) { published = .success(try await publishIfDue()) } catch { published = .failure(error) }
        let today = UTCDay(containing: now).number
        let oldest = today - rule.days
        let period = VenueDayPeriod(containing: today - VenueDayPeriod.graceDays)
        try await writing { try VenueDayStore($0).prune(before: oldest, period) }
        try published.get()
    }

    /// Publishes what is known at the first moment of a day, and then nothing until the next one: whoever looks before
    /// and after a contribution sees no difference that it made.
    private func publishIfDue() async throws(ZoneError) {
        let today = self.today
        if publication.isPublished(today) { return }
        var shops: [[UInt8]: Set<UInt16>] = [:]
        do {
            for venue in try await loyalty.venues() { shops[venue.uuid.bytes] = Set(venue.shops.map(\.major)) }
        } catch {
            throw .service(error)
        }
        let (rule, known) = (rule, shops)
        try await writing { connection in
            let store = VenueDayStore(connection)
            if let day = try store.publicationDay(), day >= today { return }
            let shown = try store.counts().map { venue, cells in
                (venue, rule.shown(of: cells, shops: known[venue] ?? [], on: today))
            }
            try store.publish(Dictionary(shown, uniquingKeysWith: { first, _ in first }), on: today)
        }
        publication.markPublished(today)
    }
}
