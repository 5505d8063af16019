import AccountService
import Exposure
import HTTPKit
import Storage

extension ZoneService {
    /// Adds the areas of a file of GeoJSON to a level, or replaces the level by them; cases of areas that stay, stay.
    ///
    /// - Parameters:
    ///   - replacing: Whether all other areas are removed with their cases.
    ///   - isFictional: Whether the page must say that country and cases are invented.
    ///   - actor: Who did it, for the audit trail.
    @discardableResult
    package func importAreas(
        _ bytes: [UInt8], of level: ZoneLevel, replacing: Bool = true, isFictional: Bool = false, by actor: AuditActor
    ) async throws(ZoneError) -> ZoneImportResult {
        try await put(
            try Self.areas(bytes, of: level), of: level, replacing: replacing, isFictional: isFictional, by: actor)
    }

    /// What adding the areas of a file to a level would do; nothing is changed.
    package func checkAreas(_ bytes: [UInt8], of level: ZoneLevel) async throws(ZoneError) -> ZoneImportResult {
        let file = try Self.areas(bytes, of: level)
        return ZoneImportResult(file, known: try await reading { try ZoneStore($0).codes(of: level) }, replacing: false)
    }

    private static func areas(_ bytes: [UInt8], of level: ZoneLevel) throws(ZoneError) -> AreaFile {
        do {
            return try GeoJSONAreas.read(bytes, as: AreaFileForm(of: level))
        } catch {
            throw .invalidFile(error)
        }
    }

    /// Adds areas to a level, or replaces those with the same code; with `replacing`, all others are removed with their
    /// cases, except those that the file has under a name that can't be shown.
    ///
    /// Borders are simplified by the level's tolerance, those of neighbours alike, and by a larger one when the level would
    /// otherwise be too large to download.
    package func put(
        _ file: AreaFile, of level: ZoneLevel, replacing: Bool, isFictional: Bool, by actor: AuditActor
    ) async throws(ZoneError) -> ZoneImportResult {
        let areas = file.areas
        let (codes, refused) = (Set(areas.map(\.code)), Set(file.refusedCodes))
        let others = replacing ? 0 : try await reading { try ZoneStore($0).corners(of: level, without: codes) }
        let room = max(ZoneFileLimits.storedPoints - others, ZoneFileLimits.storedPoints / 10)
        var tolerance = level.tolerance
        var simple = BorderSimplifier.simplify(areas, tolerance: tolerance)
        for _ in 0..<6 where simple.reduce(0, { $0 + $1.shape.pointCount }) > room {
            tolerance *= 2
            simple = BorderSimplifier.simplify(areas, tolerance: tolerance)
        }
        let now = clock.now()
        return try await writing { [simple] connection in
            let store = ZoneStore(connection)
            let known = try store.codes(of: level)
            let left = known.filter { !codes.contains($0) && (!replacing || refused.contains($0)) }
            guard left.count + simple.count <= ZoneFileLimits.areas else {
                throw ZoneFileFaults([
                    ZoneFileFault(line: 1, column: 1, .levelTooLarge(limit: ZoneFileLimits.areas))
                ])
            }
            if replacing {
                let kept = left.isEmpty ? [] : try store.areas(of: level)?.areas.map(\.area) ?? []
                let stays = Set(left)
                try store.replace(simple + kept.filter { stays.contains($0.code) }, of: level, isFictional: isFictional)
            } else {
                try store.add(simple, to: level, known: known, isFictional: isFictional)
            }
            try AuditTrail.append(.zoneAreasImported, subject: level.rawValue, by: actor, at: now, in: connection)
            return ZoneImportResult(file, known: known, replacing: replacing)
        }
    }

    /// Replaces the cases of a measure by those of a file, all or nothing.
    ///
    /// - Returns: The cases as they are now, with the codes that the areas have.
    @discardableResult
    package func importCases(
        _ file: [UInt8], of measure: ZoneMeasure, in level: ZoneLevel, by actor: AuditActor
    ) async throws(ZoneError) -> CaseTable {
        let table: CaseTable
        do {
            table = try CaseFile.read(file)
        } catch {
            throw .invalidFile(error)
        }
        let now = clock.now()
        return try await writing { connection in
            let store = ZoneStore(connection)
            let codes = try store.codes(of: level)
            guard !codes.isEmpty else { throw ZoneError.unknown }
            let matched = try table.matched(to: codes)
            try store.replace(matched, of: measure, in: level, codes: codes)
            try AuditTrail.append(
                .zoneCasesImported, subject: "\(level.rawValue) \(measure.rawValue)", by: actor, at: now, in: connection
            )
            return matched
        }
    }
}

/// What came of an import of areas.
package struct ZoneImportResult: Equatable, Sendable {
    /// How many areas the files have.
    package let imported: Int
    /// How many of them are new.
    package let added: Int
    /// How many areas the level had that the files don't have.
    package let others: Int
    /// How many of these were removed with their cases.
    package let removed: Int
    /// How many of these a replacement removes: not those whose names in the files can't be shown.
    package let removable: Int
    /// How many areas were left out because their names can't be shown.
    package let leftOut: Int
    /// Why areas were left out; the first ones, as many as are told.
    package let refusals: [ZoneFileFault]

    /// How many areas the level had already.
    package var updated: Int { imported - added }
    /// How many areas the level has now.
    package var total: Int { imported + others - removed }

    /// What came of a file for a level that had areas with these codes.
    init(_ file: AreaFile, known: [String], replacing: Bool) {
        let codes = Set(file.areas.map(\.code))
        let others = Set(known).subtracting(codes)
        imported = file.areas.count
        added = codes.subtracting(known).count
        self.others = others.count
        removable = others.subtracting(file.refusedCodes).count
        removed = replacing ? removable : 0
        leftOut = file.refusedCodes.count
        refusals = file.refusals
    }
}

extension AuditAction {
    /// Areas of a level were added or replaced; the subject is the level.
    package static let zoneAreasImported = AuditAction(rawValue: "zones.areas_imported")
    /// The cases of a measure were replaced; the subject is the level and the measure.
    package static let zoneCasesImported = AuditAction(rawValue: "zones.cases_imported")
}
