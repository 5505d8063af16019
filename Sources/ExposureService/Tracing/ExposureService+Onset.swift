import Basics
import Exposure
import HTTPKit
import ServiceKit
import Storage

extension ExposureService {
    /// For how many days after its own a code can still be waiting.
    private static let waitingDays = 3

    /// Whether a day can be an onset now: none that has not begun, nor more than 21 days ago.
    package func canBeOnset(_ day: UTCDay) -> Bool {
        (0...PublishedKey.longestOnset).contains(UTCDay(containing: clock.now()).days(since: day))
    }

    /// Keeps the day of the onset beside a code that waits, or forgets it; whoever uses the code publishes nothing of
    /// earlier than two days before.
    ///
    /// It is the day alone, and it is in no audit trail: it speaks of the person, and the trail is kept for ever.
    ///
    /// - Throws: `exposure.unknown_code` when there is no such code, or none that waits.
    package func setOnset(_ onset: UTCDay?, ofCode id: String) async throws(ServiceError) {
        let oldest = UTCDay(containing: clock.now()).advanced(by: -Self.waitingDays)
        try await database.writing { connection in
            guard try ExposureStore(connection).setOnset(onset, ofCode: id, issuedFrom: oldest) else {
                throw ServiceError.exposure(.unknownCode)
            }
        }
    }

    /// Forgets onsets beside codes that nobody can use any more.
    func forgetOnsets() async throws(ServiceError) {
        let oldest = UTCDay(containing: clock.now()).advanced(by: -Self.waitingDays)
        guard try await database.reading({ try ExposureStore($0).hasOnsets(issuedBefore: oldest) }) else { return }
        try await database.writing { try ExposureStore($0).forgetOnsets(issuedBefore: oldest) }
    }
}

extension ExposureStore {
    /// Keeps an onset, or none, beside a code that waits; false when there is no such code.
    fileprivate func setOnset(_ onset: UTCDay?, ofCode id: String, issuedFrom oldest: UTCDay) throws -> Bool {
        try connection.execute(
            "UPDATE exposure_codes SET onset_day = ?3 WHERE id = ?1 AND state = 'waiting' AND issued_day >= ?2",
            [.text(id), .integer(Int64(oldest.number)), onset.map { .integer(Int64($0.number)) } ?? .null]) == 1
    }

    /// The keys that are to be published for a code that was just spent, whose onset is forgotten.
    func narrowed(_ keys: [PublishedKey], byCode digest: [UInt8]) throws -> [PublishedKey] {
        let row = try connection.first(
            "SELECT onset_day FROM exposure_codes WHERE digest = ?1 AND onset_day IS NOT NULL", [.blob(digest)])
        guard let row else { return keys }
        try connection.execute("UPDATE exposure_codes SET onset_day = NULL WHERE digest = ?1", [.blob(digest)])
        let onset = UTCDay(number: Int(try row.integer("onset_day")))
        return keys.map { $0.narrowed(toOnset: onset) }
    }

    fileprivate func hasOnsets(issuedBefore day: UTCDay) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM exposure_codes WHERE issued_day < ?1 AND onset_day IS NOT NULL LIMIT 1",
            [.integer(Int64(day.number))]) != nil
    }

    fileprivate func forgetOnsets(issuedBefore day: UTCDay) throws {
        try connection.execute(
            "UPDATE exposure_codes SET onset_day = NULL WHERE issued_day < ?1 AND onset_day IS NOT NULL",
            [.integer(Int64(day.number))])
    }
}
