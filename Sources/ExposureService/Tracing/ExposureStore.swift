import Basics
import Exposure
import Storage

/// The SQL of codes, keys and batches, within one transaction.
struct ExposureStore {
    let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }
}

// MARK: - Codes

extension ExposureStore {
    /// Keeps a new code; false when there is one with this digest.
    func insertCode(_ id: String, _ digest: [UInt8], on day: UTCDay) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO exposure_codes (id, digest, issued_day, checked, state) VALUES (?1, ?2, ?3, 1, 'waiting')
            ON CONFLICT (digest) DO NOTHING
            """,
            [.text(id), .blob(digest), .integer(Int64(day.number))]) == 1
    }

    /// Spends a code that was issued on `oldest` or later, or says why not.
    ///
    /// One statement looks and spends, so that of two uploads with one code one alone finds it waiting.
    func spend(_ attempt: CodeAttempt, usableFrom oldest: UTCDay) throws -> CodeAttempt.Outcome {
        let isSpent =
            try connection.execute(
                """
                UPDATE exposure_codes SET state = 'used', binding = ?3, retry = ?4
                WHERE digest = ?1 AND state = 'waiting' AND issued_day >= ?2
                """,
                [
                    .blob(attempt.digest), .integer(Int64(oldest.number)), SQLValue(attempt.binding),
                    SQLValue(attempt.retry),
                ]) == 1
        if isSpent { return .spent }
        guard let retry = attempt.retry, let binding = attempt.binding else { return .refused }
        // What an older server bound was forgotten with a migration; its token is as good.
        let same = try connection.first(
            """
            SELECT 1 FROM exposure_codes
            WHERE digest = ?1 AND state = 'used' AND retry = ?3 AND (binding = ?2 OR checked = 0 AND binding IS NULL)
            """,
            [.blob(attempt.digest), .blob(binding), .blob(retry)])
        return same == nil ? .refused : .repeated
    }

    /// Whether a code waits that was issued before codes had a check digit.
    func hasUncheckedCodes(usableFrom oldest: UTCDay) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM exposure_codes WHERE checked = 0 AND issued_day >= ?1 LIMIT 1",
            [.integer(Int64(oldest.number))]) != nil
    }

    /// Makes a code that waits useless; false when there is none.
    func withdrawCode(_ id: String, usableFrom oldest: UTCDay) throws -> Bool {
        try connection.execute(
            "UPDATE exposure_codes SET state = 'withdrawn' WHERE id = ?1 AND state = 'waiting' AND issued_day >= ?2",
            [.text(id), .integer(Int64(oldest.number))]) == 1
    }

    /// Makes a withdrawn code wait again; false when there is none.
    func restoreCode(_ id: String, usableFrom oldest: UTCDay) throws -> Bool {
        try connection.execute(
            "UPDATE exposure_codes SET state = 'waiting' WHERE id = ?1 AND state = 'withdrawn' AND issued_day >= ?2",
            [.text(id), .integer(Int64(oldest.number))]) == 1
    }

    /// What became of every code that is kept, those of the latest day first.
    func codes(usableFrom oldest: UTCDay) throws -> [CodeRecord] {
        try connection.query(
            "SELECT id, issued_day, state FROM exposure_codes ORDER BY issued_day DESC, id LIMIT 1000"
        ).map { row in
            guard let state = CodeRecord.State(rawValue: try row.text("state")) else { throw StorageError.corrupt }
            let day = UTCDay(number: Int(try row.integer("issued_day")))
            return CodeRecord(
                id: try row.text("id"), issuedOn: day, state: state == .waiting && day < oldest ? .expired : state)
        }
    }
}

// MARK: - Keys

extension ExposureStore {
    /// The release of the batch that what comes now belongs to: the next one that was not made yet.
    ///
    /// A clock that lags behind, or a transaction that began before a release and ends after it, must not put a key
    /// into a batch that phones have fetched already: nobody would ever see it.
    func openRelease(at now: Timestamp) throws -> Timestamp {
        let next = BatchTime.next(after: now)
        let last = try connection.first(
            "SELECT release FROM exposure_batches WHERE release >= ?1 ORDER BY release DESC LIMIT 1",
            [.integer(next.milliseconds)])
        guard let last else { return next }
        return Timestamp(milliseconds: try last.integer("release")).advanced(byMilliseconds: BatchTime.milliseconds)
    }

    /// Keeps a key unless it is kept already.
    func insert(_ published: PublishedKey, for release: Timestamp, isHeld: Bool) throws {
        try connection.execute(
            "\(Self.insertion) DO NOTHING", Self.arguments(published, release) + [.integer(isHeld ? 1 : 0)])
    }

    /// Keeps a key that a person has approved; one that is held is held no longer.
    func insertApproved(_ published: PublishedKey, for release: Timestamp) throws {
        try connection.execute(
            "\(Self.insertion) DO UPDATE SET held = 0, release = ?3 WHERE exposure_keys.held = 1",
            Self.arguments(published, release) + [0])
    }

    private static let insertion = """
        INSERT INTO exposure_keys (day_key, key_day, release, held) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (day_key)
        """

    private static func arguments(_ published: PublishedKey, _ release: Timestamp) -> [SQLValue] {
        [.blob(published.key.bytes), .integer(Int64(published.day.number)), .integer(release.milliseconds)]
    }

    /// The keys of a batch in the order of their bytes, which tells nothing of the order in which they came.
    func keys(of release: Timestamp) throws -> [PublishedKey] {
        try connection.query(
            "SELECT day_key, key_day FROM exposure_keys WHERE release = ?1 AND held = 0 ORDER BY day_key",
            [.integer(release.milliseconds)]
        ).map { row in
            guard let key = DayKey(bytes: try row.blob("day_key")) else { throw StorageError.corrupt }
            return PublishedKey(key: key, day: UTCDay(number: Int(try row.integer("key_day"))))
        }
    }

    /// Whether there is anything for `deleteOld`.
    func hasOld(batchesUntil release: Timestamp, codesUsableFrom usable: UTCDay, listedFrom listed: UTCDay) throws
        -> Bool
    {
        for rows in Self.keptUntilRelease
        where try connection.first("SELECT 1 FROM \(rows) LIMIT 1", [.integer(release.milliseconds)]) != nil {
            return true
        }
        return try connection.first(
            "SELECT 1 FROM exposure_codes WHERE issued_day < ?1 OR \(Self.spentAndExpired) LIMIT 1",
            [.integer(Int64(listed.number)), .integer(Int64(usable.number))]) != nil
    }

    /// Deletes what was released up to `release`, codes that were issued before `listed`, and of every code that was
    /// issued before `usable`, and so has expired, what it was spent for.
    func deleteOld(batchesUntil release: Timestamp, codesUsableFrom usable: UTCDay, listedFrom listed: UTCDay) throws {
        for rows in Self.keptUntilRelease {
            try connection.execute("DELETE FROM \(rows)", [.integer(release.milliseconds)])
        }
        try connection.execute("DELETE FROM exposure_codes WHERE issued_day < ?1", [.integer(Int64(listed.number))])
        try connection.execute(
            """
            UPDATE exposure_codes SET binding = NULL, retry = NULL WHERE issued_day >= ?1 AND \(Self.spentAndExpired)
            """,
            [.integer(Int64(listed.number)), .integer(Int64(usable.number))])
    }

    private static let keptUntilRelease = [
        "exposure_keys WHERE release <= ?1", "exposure_batches WHERE release <= ?1",
        "exposure_arrivals WHERE release <= ?1",
    ]
    private static let spentAndExpired = "issued_day < ?2 AND retry IS NOT NULL"
}

// MARK: - Batches

extension ExposureStore {
    /// A batch that was made already, or nil.
    func batch(of release: Timestamp) throws -> BatchRecord? {
        try connection.first(
            "SELECT protobuf, signer, protobuf_signature, json_signature FROM exposure_batches WHERE release = ?1",
            [.integer(release.milliseconds)]
        ).map { row in
            BatchRecord(
                release: release, protobuf: try row.blob("protobuf"), signer: try row.blob("signer"),
                signature: try row.text("protobuf_signature"),
                jsonSignature: try row.text("json_signature"))
        }
    }

    /// Keeps a batch that was just made.
    func insert(_ batch: BatchRecord) throws {
        try connection.execute(
            """
            INSERT INTO exposure_batches (release, protobuf, signer, protobuf_signature, json_signature)
            VALUES (?1, ?2, ?3, ?4, ?5)
            """,
            [
                .integer(batch.release.milliseconds), .blob(batch.protobuf), .blob(batch.signer),
                .text(batch.signature), .text(batch.jsonSignature),
            ])
    }
}

// MARK: - The brake

extension ExposureStore {
    /// Counts an upload for a batch and says whether it is held.
    func countUpload(for release: Timestamp, _ policy: ExposurePolicy) throws -> Bool {
        let isHeld = try uploads(for: release) >= brakeLimit(for: release, policy)
        try connection.execute(
            """
            INSERT INTO exposure_arrivals (release, uploads, held) VALUES (?1, 1, ?2)
            ON CONFLICT (release) DO UPDATE
            SET uploads = exposure_arrivals.uploads + 1, held = exposure_arrivals.held + ?2
            """,
            [.integer(release.milliseconds), .integer(isHeld ? 1 : 0)])
        return isHeld
    }

    /// How many uploads came for a batch.
    func uploads(for release: Timestamp) throws -> Int {
        Int(
            try connection.first(
                "SELECT uploads FROM exposure_arrivals WHERE release = ?1", [.integer(release.milliseconds)])?
                .integer("uploads") ?? 0)
    }

    /// From how many uploads on further ones of this batch are held.
    ///
    /// What was held counts as nothing for later periods: a flood must not make the next one look usual.
    func brakeLimit(for release: Timestamp, _ policy: ExposurePolicy) throws -> Int {
        let counts = try arrivals(before: release).map { $0.uploads - $0.held }.sorted()
        return max(policy.brakeFloor, policy.brakeFactor * counts[counts.count / 2])
    }

    /// The uploads of each of the 84 batches of the seven days before one, oldest first.
    func arrivals(before release: Timestamp) throws -> [(release: Timestamp, uploads: Int, held: Int)] {
        let periods = 7 * UTCDay.milliseconds / BatchTime.milliseconds
        let first = release.advanced(byMilliseconds: -periods * BatchTime.milliseconds)
        let rows = try connection.query(
            "SELECT release, uploads, held FROM exposure_arrivals WHERE release >= ?1 AND release < ?2",
            [.integer(first.milliseconds), .integer(release.milliseconds)])
        var counts: [Int64: (uploads: Int, held: Int)] = [:]
        for row in rows {
            counts[try row.integer("release")] = (Int(try row.integer("uploads")), Int(try row.integer("held")))
        }
        // A period without uploads has no row.
        return (0..<periods).map { period in
            let release = first.advanced(byMilliseconds: period * BatchTime.milliseconds)
            let count = counts[release.milliseconds] ?? (0, 0)
            return (release, count.uploads, count.held)
        }
    }

    /// What is held, by the batch in which it would have been.
    func held() throws -> [BrakeState.Held] {
        try connection.query(
            "SELECT release, COUNT(*) AS total FROM exposure_keys WHERE held = 1 GROUP BY release ORDER BY release"
        ).map { row in
            BrakeState.Held(
                release: Timestamp(milliseconds: try row.integer("release")), keys: Int(try row.integer("total")))
        }
    }

    /// Moves what is held into a batch, and says how many keys they were.
    func releaseHeld(of release: Timestamp?, into current: Timestamp) throws -> Int {
        try connection.execute(
            "UPDATE exposure_keys SET held = 0, release = ?1 WHERE held = 1\(release == nil ? "" : " AND release = ?2")",
            [.integer(current.milliseconds)] + (release.map { [.integer($0.milliseconds)] } ?? []))
    }

    /// Deletes what is held, and says how many keys they were.
    func discardHeld(of release: Timestamp?) throws -> Int {
        try connection.execute(
            "DELETE FROM exposure_keys WHERE held = 1\(release == nil ? "" : " AND release = ?1")",
            release.map { [.integer($0.milliseconds)] } ?? [])
    }
}
