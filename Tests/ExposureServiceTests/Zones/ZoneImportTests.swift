import API
import Basics
import Exposure
import Foundation
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import ExposureService

@Suite("Import of areas and cases")
struct ZoneImportTests {
    private func areas(_ zones: ZoneService) async throws -> ZoneAreasBody {
        try ZoneAreasBody(json: try await zones.areas(of: .state).bytes)
    }

    private func cases(_ zones: ZoneService, _ measure: ZoneMeasure = .confirmed) async throws -> ZoneSeriesBody {
        try ZoneSeriesBody(json: try await zones.series(of: measure, in: .state).bytes)
    }

    @Test("areas and cases come back as they were imported", arguments: Engine.allCases)
    func roundTrip(engine: Engine) async throws {
        try await World.with(engine) { world in
            let zones = world.zones()
            #expect(try await zones.overview().levels.isEmpty)
            #expect(try await zones.importAreas(ZoneSamples.areas(["01", "02"]), of: .state, by: .server).total == 2)
            try await zones.importCases(
                ZoneSamples.cases(["000", "2", "01"]), of: .confirmed, in: .state, by: .operatorOfTheMachine)
            let level = try #require(try await zones.overview().levels.first)
            #expect(level.level == .state && level.areas == 2 && !level.isFictional)
            #expect(
                level.measures == [
                    ZoneMeasureBody(measure: .confirmed, firstDay: "2026-11-01", lastDay: "2026-11-03")
                ])
            let areas = try await areas(zones)
            #expect(areas.areas.map(\.code) == ["01", "02"] && areas.areas[0].name == "Area 01")
            // A corner on a straight border is gone.
            #expect(areas.areas[0].polygons[0][0].count == 4)
            let series = try await cases(zones)
            #expect(series.areas.map(\.code) == ["01", "02"])
            #expect(series.areas[0].counts == [5, 6, 7] && series.areas[0].population == 100_000)
            #expect(series.areas[0].colours == "---")
            #expect(series.nation?.counts == [5, 6, 7])
            #expect(series.isPerPopulation && series.weekBounds == [5, 11, 18] && series.totalBounds == [18])
            #expect(try await world.trail() == ["zones.areas_imported", "zones.cases_imported"])
        }
    }

    @Test("a file with any fault changes nothing", arguments: Engine.allCases)
    func allOrNothing(engine: Engine) async throws {
        try await World.with(engine) { world in
            let zones = world.zones()
            #expect(
                await faults {
                    try await zones.importCases(ZoneSamples.cases(["01"]), of: .deaths, in: .state, by: .server)
                } == ["unknown"])
            try await zones.importAreas(ZoneSamples.areas(["01", "02"]), of: .state, by: .server)
            try await zones.importCases(ZoneSamples.cases(["01", "02"]), of: .deaths, in: .state, by: .server)
            let before = try await (areas(zones), cases(zones, .deaths))
            #expect(
                await faults {
                    try await zones.importCases(ZoneSamples.cases(["01", "03"]), of: .deaths, in: .state, by: .server)
                } == ["line 3, column 1: no area has this code"])
            #expect(
                await faults {
                    try await zones.importCases(
                        ZoneSamples.cases(["01", "02"], first: -5), of: .deaths, in: .state, by: .server)
                }?.first == "line 2, column 19: must not be negative")
            #expect(
                await faults {
                    try await zones.importAreas(ZoneSamples.areas(["01", "01"]), of: .state, by: .server)
                }?.count == 1)
            #expect(try await (areas(zones), cases(zones, .deaths)) == before)
            #expect(try await world.trail().count == 2)
        }
    }

    @Test("a second import takes the place of the first, and the tags of answers change", arguments: Engine.allCases)
    func again(engine: Engine) async throws {
        try await World.with(engine) { world in
            let zones = world.zones()
            // Another server of the same database sees it as well.
            let other = world.zones()
            try await zones.importAreas(ZoneSamples.areas(["01", "02"]), of: .state, by: .server)
            try await zones.importCases(ZoneSamples.cases(["01", "02"]), of: .confirmed, in: .state, by: .server)
            let first = try await other.series(of: .confirmed, in: .state)
            #expect(try await other.series(of: .confirmed, in: .state).entityTag == first.entityTag)
            try await zones.importCases(
                ZoneSamples.cases(["02"], first: 9, population: ""), of: .confirmed, in: .state, by: .server)
            let second = try await other.series(of: .confirmed, in: .state)
            #expect(second.entityTag != first.entityTag)
            let series = try await cases(other)
            #expect(series.areas.map(\.code) == ["02"] && series.areas[0].counts == [9, 10, 11])
            #expect(!series.isPerPopulation && series.areas[0].colours == "---")

            // Areas that are gone take their cases along; the others keep theirs, in the new order.
            try await zones.importCases(ZoneSamples.cases(["01", "02"]), of: .confirmed, in: .state, by: .server)
            try await zones.importAreas(
                ZoneSamples.areas(["03", "02"]), of: .state, isFictional: true, by: .server)
            #expect(try await cases(other).areas.map(\.code) == ["02"])
            #expect(try await areas(other).areas.map(\.code) == ["03", "02"])
            #expect(try await areas(other).isFictional)
            #expect(try await other.overview().levels.first?.isFictional == true)
        }
    }

    /// INEGI gives the municipalities in 32 files, one for each state.
    @Test("areas of a second file are added, and those with a known code are updated", arguments: Engine.allCases)
    func adding(engine: Engine) async throws {
        try await World.with(engine) { world in
            let zones = world.zones()
            func put(_ codes: [String], replacing: Bool = false) async throws -> ZoneImportResult {
                try await zones.put(
                    try GeoJSONAreas.read(ZoneSamples.areas(codes)), of: .state, replacing: replacing,
                    isFictional: false, by: .server)
            }
            func counts(_ result: ZoneImportResult) -> [Int] {
                [result.imported, result.added, result.updated, result.others, result.removed, result.total]
            }
            #expect(counts(try await put(["01", "02"])) == [2, 2, 0, 0, 0, 2])
            try await zones.importCases(ZoneSamples.cases(["01", "02"]), of: .confirmed, in: .state, by: .server)
            let tag = try await zones.areas(of: .state).entityTag
            // A check counts the same, and changes nothing.
            let checked = try await zones.checkAreas(ZoneSamples.areas(["03", "02"]), of: .state)
            #expect(counts(checked) == [2, 1, 1, 1, 0, 3] && checked.removable == 1)
            #expect(try await zones.areas(of: .state).entityTag == tag)
            #expect(counts(try await put(["03", "02"])) == [2, 1, 1, 1, 0, 3])
            #expect(try await zones.areas(of: .state).entityTag != tag)
            #expect(try await areas(zones).areas.map(\.code) == ["01", "02", "03"])
            #expect(try await cases(zones).areas.map(\.code) == ["01", "02"])
            try await zones.importCases(ZoneSamples.cases(["03", "01"]), of: .deaths, in: .state, by: .server)
            #expect(try await cases(zones, .deaths).areas.map(\.code) == ["01", "03"])
            #expect(counts(try await put(["03"], replacing: true)) == [1, 0, 1, 2, 2, 1])
            #expect(try await cases(zones, .deaths).areas.map(\.code) == ["03"])
        }
    }

    @Test(
        "an area whose name can't be shown stays as it was, also when a level is replaced", arguments: Engine.allCases)
    func refusedName(engine: Engine) async throws {
        try await World.with(engine) { world in
            let zones = world.zones()
            try await zones.importAreas(ZoneSamples.areas(["01", "02", "03"]), of: .state, by: .server)
            try await zones.importCases(ZoneSamples.cases(["01", "02", "03"]), of: .deaths, in: .state, by: .server)
            let before = try await areas(zones).areas
            let text = String(decoding: ZoneSamples.areas(["02", "04"]), as: UTF8.self)
            let file = Array(text.replacing("Area 02", with: "Area\u{202E} 02").utf8)
            let replaced = try await zones.importAreas(file, of: .state, by: .server)
            // 02 is among the others and stays.
            #expect(replaced.others == 3 && replaced.removable == 2)
            #expect(replaced.removed == 2 && replaced.total == 2)
            #expect(replaced.leftOut == 1 && replaced.refusals.count == 1)
            let after = try await areas(zones).areas
            #expect(after.map(\.code) == ["04", "02"])
            #expect(after[1] == before[1])
            #expect(try await cases(zones, .deaths).areas.map(\.code) == ["02"])
            // Added, it changes nothing of the area either.
            let result = try await zones.put(
                try GeoJSONAreas.read(file), of: .state, replacing: false, isFictional: false, by: .server)
            #expect(result.imported == 1 && result.added == 0 && result.others == 1)
            #expect(result.removed == 0 && result.total == 2)
            #expect(try await areas(zones).areas == after)
        }
    }

    @Test("a country whose borders are long is simplified until it can be downloaded")
    func longBorders() async throws {
        try await World.with(.sqlite) { world in
            // 300 areas with zigzag borders of 2,000 corners, each larger than the tolerance.
            let areas = (0..<300).map { number in
                let (west, south) = (Double(number % 20) * 8 - 80, Double(number / 20) * 8 - 60)
                let corners = (0..<2000).map { corner in
                    let (angle, radius) = (Double(corner) / 2000 * 2 * .pi, corner % 2 == 0 ? 3.5 : 3.4)
                    return GeoPoint(longitude: west + radius * cos(angle), latitude: south + radius * sin(angle))
                }
                return ZoneArea(
                    code: "A\(number)", name: "A", shape: ZoneShape(polygons: [ZonePolygon(rings: [corners])]))
            }
            let zones = world.zones()
            let result = try await zones.put(
                AreaFile(areas: areas), of: .municipality, replacing: false, isFictional: false, by: .server)
            #expect(result.total == 300)
            let stored = try ZoneAreasBody(json: try await zones.areas(of: .municipality).bytes)
            let corners = stored.areas.reduce(0) { $0 + $1.polygons.joined().reduce(0) { $0 + $1.count } }
            #expect(corners <= ZoneFileLimits.storedPoints)
        }
    }

    @Test("levels do not meet", arguments: Engine.allCases)
    func levels(engine: Engine) async throws {
        try await World.with(engine) { world in
            let zones = world.zones()
            try await zones.importAreas(ZoneSamples.areas(["01", "02"]), of: .state, by: .server)
            try await zones.importAreas(ZoneSamples.areas(["01001"]), of: .municipality, by: .server)
            try await zones.importCases(ZoneSamples.cases(["01001"]), of: .negative, in: .municipality, by: .server)
            let levels = try await zones.overview().levels
            #expect(levels.map(\.level) == [.state, .municipality])
            #expect(levels.map(\.measures.count) == [0, 1])
            #expect(await faults { _ = try await zones.series(of: .negative, in: .state) } == ["unknown"])
        }
    }

    @Test("stored shapes and counts that are damaged are refused, not trusted")
    func damaged() {
        let shape = ZoneShape(polygons: [
            ZonePolygon(rings: [
                [
                    GeoPoint(longitude: -179.5, latitude: 1), GeoPoint(longitude: 2, latitude: 89.123456),
                    GeoPoint(longitude: 3, latitude: -4),
                ]
            ])
        ])
        let bytes = StoredShape.bytes(shape)
        #expect(StoredShape.shape(bytes) == shape)
        for count in 0..<bytes.count { #expect(StoredShape.shape(Array(bytes.prefix(count))) == nil) }
        #expect(StoredShape.shape(bytes + [0]) == nil)
        #expect(StoredShape.shape([0x7F, 0xFF, 0xFF, 0xFF] + bytes) == nil)
        #expect(StoredCounts.counts(StoredCounts.bytes([0, 1, .max])) == [0, 1, .max])
        #expect(StoredCounts.counts([1, 2, 3]) == nil)
    }
}
