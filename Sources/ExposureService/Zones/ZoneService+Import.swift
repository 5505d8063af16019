import AuditService
import Exposure
import HTTPKit
import Storage

extension ZoneService {
    /// Replaces the areas of a level by those of a file of GeoJSON; cases of areas that stay, stay.
    ///
    /// Borders are simplified by the level's tolerance, those of neighbours alike.
    ///
    /// - Parameters:
    ///   - isFictional: Whether the page must say that country and cases are invented.
    ///   - actor: Who did it, for the audit trail.
    /// - Returns: How many areas there are now.
    @discardableResult
    package func importAreas(
        _ file: [UInt8], of level: ZoneLevel, isFictional: Bool = false, by actor: AuditActor
    ) async throws(ZoneError) -> Int {
        let areas: [ZoneArea]
        do {
            areas = BorderSimplifier.simplify(try GeoJSONAreas.read(file), tolerance: level.tolerance)
        } catch {
            throw .invalidFile(error)
        }
        let now = clock.now()
        try await writing { connection in
            try ZoneStore(connection).replace(areas, of: level, isFictional: isFictional)
            try AuditTrail.append(.zoneAreasImported, subject: level.rawValue, by: actor, at: now, in: connection)
        }
        return areas.count
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

extension AuditAction {
    /// The areas of a level were replaced; the subject is the level.
    package static let zoneAreasImported = AuditAction(rawValue: "zones.areas_imported")
    /// The cases of a measure were replaced; the subject is the level and the measure.
    package static let zoneCasesImported = AuditAction(rawValue: "zones.cases_imported")
}
