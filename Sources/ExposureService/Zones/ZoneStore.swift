import Exposure
import Storage

/// The SQL of areas and their cases, within one transaction.
struct ZoneStore {
    /// A level as the list tells of it.
    struct Level: Sendable {
        let level: ZoneLevel
        let isFictional: Bool
        let areas: Int
        var measures: [Measure]
    }

    /// A measure and its days.
    struct Measure: Sendable {
        let measure: ZoneMeasure
        let firstDay: Int
        let dayCount: Int
    }

    /// The areas of a level and the number of their import.
    struct Areas: Sendable {
        let isFictional: Bool
        let areas: [Placed]

        /// An area with the point for its mark.
        struct Placed: Sendable {
            let area: ZoneArea
            let point: GeoPoint
        }
    }

    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    // MARK: - Reading

    /// Every level that has areas, and what is counted in it.
    func levels() throws -> [Level] {
        let measures = try connection.query("SELECT level, measure, first_day, day_count FROM zone_measures")
        let rows = try connection.query(
            """
            SELECT level, is_fictional,
                (SELECT COUNT(*) FROM zone_areas WHERE zone_areas.level = zone_levels.level) AS areas
            FROM zone_levels
            """)
        var levels: [Level] = []
        for row in rows {
            let name = try row.text("level")
            guard let level = ZoneLevel(rawValue: name) else { throw StorageError.corrupt }
            let own = try measures.filter { try $0.text("level") == name }.map { row in
                guard let measure = ZoneMeasure(rawValue: try row.text("measure")) else { throw StorageError.corrupt }
                return Measure(
                    measure: measure, firstDay: Int(try row.integer("first_day")),
                    dayCount: Int(try row.integer("day_count")))
            }
            levels.append(
                Level(
                    level: level, isFictional: try row.integer("is_fictional") != 0,
                    areas: Int(try row.integer("areas")), measures: own))
        }
        // In the order of the enumerations, whatever the engine's.
        for index in levels.indices { levels[index].measures.sort { $0.measure.order < $1.measure.order } }
        return levels.sorted { $0.level.order < $1.level.order }
    }

    /// The number of the last import of a level, or nil when there was none.
    func version(of level: ZoneLevel) throws -> Int64? {
        try connection.first("SELECT version FROM zone_levels WHERE level = ?1", [.text(level.rawValue)])?.integer(
            "version")
    }

    /// The number of the last import of a measure, or nil when there was none.
    func version(of measure: ZoneMeasure, in level: ZoneLevel) throws -> Int64? {
        try connection.first(
            "SELECT version FROM zone_measures WHERE level = ?1 AND measure = ?2",
            [.text(level.rawValue), .text(measure.rawValue)])?.integer("version")
    }

    /// The areas of a level.
    func areas(of level: ZoneLevel) throws -> Areas? {
        guard
            let row = try connection.first(
                "SELECT is_fictional FROM zone_levels WHERE level = ?1", [.text(level.rawValue)])
        else { return nil }
        let rows = try connection.query(
            "SELECT code, name, longitude, latitude, shape FROM zone_areas WHERE level = ?1 ORDER BY place",
            [.text(level.rawValue)])
        let areas = try rows.map { row in
            guard let shape = StoredShape.shape(try row.blob("shape")) else { throw StorageError.corrupt }
            return Areas.Placed(
                area: ZoneArea(code: try row.text("code"), name: try row.text("name"), shape: shape),
                point: GeoPoint(longitude: try row.real("longitude"), latitude: try row.real("latitude")))
        }
        return Areas(isFictional: try row.integer("is_fictional") != 0, areas: areas)
    }

    /// The codes of a level's areas, in their order.
    func codes(of level: ZoneLevel) throws -> [String] {
        try connection.query(
            "SELECT code FROM zone_areas WHERE level = ?1 ORDER BY place", [.text(level.rawValue)]
        ).map { try $0.text("code") }
    }

    /// About how many corners the borders of a level have, without those of some areas.
    func corners(of level: ZoneLevel, without codes: Set<String>) throws -> Int {
        let rows = try connection.query(
            "SELECT code, LENGTH(shape) AS size FROM zone_areas WHERE level = ?1", [.text(level.rawValue)])
        return try rows.reduce(0) { sum, row in
            codes.contains(try row.text("code")) ? sum : sum + Int(try row.integer("size")) / 8
        }
    }

    /// The cases of a measure, in the order of the areas.
    func cases(of measure: ZoneMeasure, in level: ZoneLevel) throws -> CaseTable? {
        let key: [SQLValue] = [.text(level.rawValue), .text(measure.rawValue)]
        guard
            let days = try connection.first(
                "SELECT first_day, day_count FROM zone_measures WHERE level = ?1 AND measure = ?2", key)
        else { return nil }
        let rows = try connection.query(
            "SELECT code, population, counts FROM zone_series WHERE level = ?1 AND measure = ?2 ORDER BY place", key)
        let dayCount = Int(try days.integer("day_count"))
        return CaseTable(
            firstDay: Int(try days.integer("first_day")), dayCount: dayCount,
            rows: try rows.map { row in
                guard let counts = StoredCounts.counts(try row.blob("counts")), counts.count == dayCount else {
                    throw StorageError.corrupt
                }
                return CaseTable.Row(
                    code: try row.text("code"), population: try row.optionalInteger("population").map { Int($0) },
                    counts: counts)
            })
    }

    // MARK: - Writing

    /// Adds areas after those that a level has; those with a known code take the place of the area with that code.
    func add(_ areas: [ZoneArea], to level: ZoneLevel, known: [String], isFictional: Bool) throws {
        try connection.execute(
            """
            INSERT INTO zone_levels (level, is_fictional, version) VALUES (?1, ?2, 1)
            ON CONFLICT (level) DO UPDATE SET version = zone_levels.version + 1,
            is_fictional = CASE WHEN excluded.is_fictional = 1 THEN 1 ELSE zone_levels.is_fictional END
            """,
            [.text(level.rawValue), .integer(isFictional ? 1 : 0)])
        let last = try connection.first(
            "SELECT MAX(place) AS last FROM zone_areas WHERE level = ?1", [.text(level.rawValue)]
        )?.optionalInteger("last")
        var place = (last ?? -1) + 1
        let known = Set(known)
        for area in areas {
            if known.contains(area.code) {
                let point = area.shape.representativePoint
                try connection.execute(
                    """
                    UPDATE zone_areas SET name = ?3, longitude = ?4, latitude = ?5, shape = ?6
                    WHERE level = ?1 AND code = ?2
                    """,
                    [
                        .text(level.rawValue), .text(area.code), .text(area.name), .real(point.longitude),
                        .real(point.latitude), .blob(StoredShape.bytes(area.shape)),
                    ])
            } else {
                try insert(area, to: level, place: place)
                place += 1
            }
        }
        try connection.execute(
            "UPDATE zone_measures SET version = version + 1 WHERE level = ?1", [.text(level.rawValue)])
    }

    private func insert(_ area: ZoneArea, to level: ZoneLevel, place: Int64) throws {
        let point = area.shape.representativePoint
        try connection.execute(
            """
            INSERT INTO zone_areas (level, code, name, place, longitude, latitude, shape)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """,
            [
                .text(level.rawValue), .text(area.code), .text(area.name), .integer(place),
                .real(point.longitude), .real(point.latitude), .blob(StoredShape.bytes(area.shape)),
            ])
    }

    /// Replaces the areas of a level, and removes the cases of areas that are gone.
    func replace(_ areas: [ZoneArea], of level: ZoneLevel, isFictional: Bool) throws {
        try connection.execute(
            """
            INSERT INTO zone_levels (level, is_fictional, version) VALUES (?1, ?2, 1)
            ON CONFLICT (level) DO UPDATE SET is_fictional = excluded.is_fictional, version = zone_levels.version + 1
            """,
            [.text(level.rawValue), .integer(isFictional ? 1 : 0)])
        try connection.execute("DELETE FROM zone_areas WHERE level = ?1", [.text(level.rawValue)])
        for (place, area) in areas.enumerated() { try insert(area, to: level, place: Int64(place)) }
        let known = Set(areas.map(\.code)).union([CaseTable.nation])
        for row in try connection.query(
            "SELECT DISTINCT code FROM zone_series WHERE level = ?1", [.text(level.rawValue)])
        {
            let code = try row.text("code")
            if known.contains(code) { continue }
            try connection.execute(
                "DELETE FROM zone_series WHERE level = ?1 AND code = ?2", [.text(level.rawValue), .text(code)])
        }
        // Answers about cases follow the areas: their order, and which there are.
        try connection.execute(
            "UPDATE zone_measures SET version = version + 1 WHERE level = ?1", [.text(level.rawValue)])
        for (place, area) in areas.enumerated() {
            try connection.execute(
                "UPDATE zone_series SET place = ?3 WHERE level = ?1 AND code = ?2",
                [.text(level.rawValue), .text(area.code), .integer(Int64(place))])
        }
    }

    /// Replaces the cases of a measure.
    func replace(_ table: CaseTable, of measure: ZoneMeasure, in level: ZoneLevel, codes: [String]) throws {
        let places = Dictionary(
            codes.enumerated().map { ($0.element, Int64($0.offset)) }, uniquingKeysWith: { first, _ in first })
        try connection.execute(
            """
            INSERT INTO zone_measures (level, measure, first_day, day_count, version) VALUES (?1, ?2, ?3, ?4, 1)
            ON CONFLICT (level, measure) DO UPDATE SET first_day = excluded.first_day, day_count = excluded.day_count,
            version = zone_measures.version + 1
            """,
            [
                .text(level.rawValue), .text(measure.rawValue), .integer(Int64(table.firstDay)),
                .integer(Int64(table.dayCount)),
            ])
        try connection.execute(
            "DELETE FROM zone_series WHERE level = ?1 AND measure = ?2",
            [.text(level.rawValue), .text(measure.rawValue)])
        for row in table.rows {
            try connection.execute(
                """
                INSERT INTO zone_series (level, measure, code, place, population, counts)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                """,
                [
                    .text(level.rawValue), .text(measure.rawValue), .text(row.code), .integer(places[row.code] ?? -1),
                    SQLValue(row.population.map { Int64($0) }), .blob(StoredCounts.bytes(row.counts)),
                ])
        }
    }
}

extension ZoneLevel {
    fileprivate var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension ZoneMeasure {
    fileprivate var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
