import Basics
import Exposure
import TestServer
import Testing

@testable import ExposureService

/// Files of a small country: squares side by side.
enum ZoneSamples {
    /// Areas with these codes, each a square of a degree.
    static func areas(_ codes: [String], extra: String = "") -> [UInt8] {
        let features = codes.enumerated().map { index, code in
            let (west, east) = (-4 + index, -3 + index)
            return """
                {"type": "Feature", "properties": {"CVE_ENT": "\(code)", "nom_ent": "Area \(code)"}, "geometry":
                {"type": "Polygon", "coordinates":
                [[[\(west), 40], [\(east), 40], [\(east), 40.5], [\(east), 41], [\(west), 41], [\(west), 40]]]}}
                """
        }
        return Array(
            "{\"type\": \"FeatureCollection\",\(extra)\n\"features\": [\(features.joined(separator: ",\n"))]}".utf8)
    }

    /// Cases of three days from 2026-11-01 on, `first` on the first day in each area and one more each day.
    static func cases(_ codes: [String], first: Int = 5, population: String = "100000") -> [UInt8] {
        let rows = codes.map { code in
            "\(code),\(population),Area \(code),\(first),\(first + 1),\(first + 2)"
        }
        return Array("cve,poblacion,nombre,01-11-2026,02-11-2026,03-11-2026\n\(rows.joined(separator: "\n"))\n".utf8)
    }
}

extension World {
    /// The zones of this world; these secrets are those of accepted uploads.
    func zones(
        accepting secrets: Set<String> = [], rule: VenueRiskRule = .init(least: 5, step: 5, days: 14, leastShops: 3)
    ) -> ZoneService {
        ZoneService(
            database: database, clock: clock.serverClock, loyalty: loyalty, rule: rule,
            acceptedUpload: { secret in secrets.contains(secret) })
    }

    /// Today's number.
    var today: Int { UTCDay(containing: clock.now).number }
}

/// The text of a problem with a file, or nil when it was taken.
func faults(of body: () async throws -> Void) async -> [String]? {
    do {
        try await body()
        return nil
    } catch ZoneError.invalidFile(let faults) {
        return faults.faults.map(\.description)
    } catch {
        return ["\(error)"]
    }
}
