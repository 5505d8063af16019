import Basics
import Beacons
import HTTPKit
import Loyalty
import ServiceKit
import Storage

extension CountingService {
    /// How long after its end a quarter or a day is counted, in seconds.
    static let delaySeconds: Int64 = 300
    /// How long quarters are kept, in days; days stay.
    private static let quarterDays: Int64 = 400
    /// How many days one call counts at most, so that others have a turn.
    private static let mostDays = 40

    /// Does what is to be done about once a minute: counts what is over, releases what is due, and removes what is old.
    package func keepCounting(at now: Timestamp) async throws(ServiceError) {
        var chores = Chores()
        for venue in try await loyalty.venues() {
            await chores.attempt { () throws(ServiceError) in try await count(venue, at: now) }
            await chores.attempt { () throws(ServiceError) in
                try await database.writing { connection in
                    let store = EventStore(connection)
                    let oldest = now.advanced(bySeconds: -Self.eventDays * 86_400)
                    try store.deleteEvents(of: venue.uuid, before: VisitEvent.minute(of: oldest))
                    try store.deleteQuarters(
                        of: venue.uuid, majors: venue.shops.map(\.major),
                        before: now.advanced(bySeconds: -Self.quarterDays * 86_400))
                }
            }
        }
        await chores.attempt { () throws(ServiceError) in try await release(at: now) }
        await chores.attempt { () throws(ServiceError) in
            guard let first = ReportPeriod.issued(on: Int(now.day)).first else { return }
            try await database.writing { try ReportStore($0).deletePeriods(before: first) }
        }
        try chores.finish()
    }

    private func count(_ venue: Venue, at now: Timestamp) async throws(ServiceError) {
        let (zone, uuid, calendars) = (venue.timeZone, venue.uuid, calendars)
        let closed = now.advanced(bySeconds: -Self.delaySeconds)
        var known = try await database.reading {
            try EventStore($0).progress(of: uuid).map { [Int64($0.day), $0.quarter.milliseconds] }
        }
        if known == nil {
            known = try await database.writing { connection in
                let store = EventStore(connection)
                let first = try store.firstVisit(of: uuid) ?? closed
                let day = calendars.day(of: first, in: zone)
                let quarter = Self.quarter(of: calendars.beginning(of: day, in: zone))
                try store.begin(uuid, day: day, quarter: quarter)
                return try store.progress(of: uuid).map { [Int64($0.day), $0.quarter.milliseconds] }
            }
        }
        guard let known else { return }
        var quarter = Timestamp(milliseconds: known[1])
        let end = Self.quarter(of: closed)
        var steps = 0
        while quarter < end, steps < Self.mostDays {
            // A day at most in one transaction.
            let (from, next) = (quarter, min(end, quarter.advanced(bySeconds: 86_400)))
            // Visits of quarters that are over change no more, so that nobody who writes need wait while they are read.
            let counts = try await database.readingHistory {
                try EventStore($0).quarterCounts(of: uuid, from: from, until: next)
            }
            try await database.writing { connection in
                let store = EventStore(connection)
                guard try store.advance(uuid, from: from, to: next) else { return }
                try store.keep(counts, of: uuid)
            }
            (quarter, steps) = (next, steps + 1)
        }
        var day = Int(known[0])
        steps = 0
        while calendars.beginning(of: day + 1, in: zone) <= closed, steps < Self.mostDays {
            try await countDay(day, of: venue)
            (day, steps) = (day + 1, steps + 1)
        }
    }

    /// Counts one day of a venue, in one transaction, unless another server has.
    private func countDay(_ day: Int, of venue: Venue) async throws(ServiceError) {
        let from = calendars.beginning(of: day, in: venue.timeZone)
        let until = calendars.beginning(of: day + 1, in: venue.timeZone)
        let minutes = (from: VisitEvent.minute(of: from), until: VisitEvent.minute(of: until))
        let (counts, stays) = try await database.readingHistory { connection in
            let store = EventStore(connection)
            return (
                try store.dayCounts(of: venue.uuid, from: from, until: until, gapSeconds: Stay.gapSeconds),
                try store.stays(of: venue.uuid, from: minutes.from, until: minutes.until)
            )
        }
        try await database.writing { connection in
            let store = EventStore(connection)
            guard try store.advance(venue.uuid, from: day) else { return }
            try store.keep(counts, of: venue.uuid, on: day)
            try store.keep(stays, of: venue.uuid, on: day)
            try store.countEvents(day, of: venue.uuid, from: minutes.from, until: minutes.until)
        }
    }

    /// The beginning of the quarter of an hour of an instant.
    static func quarter(of instant: Timestamp) -> Timestamp {
        Timestamp(seconds: instant.seconds.flooredQuotient(by: 900) * 900)
    }
}
