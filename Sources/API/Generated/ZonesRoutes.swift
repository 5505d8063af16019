// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Lists the levels of areas with what is counted in them, and the traffic light's rule.
    package static let zones = Endpoint<NoBody, ZonesBody>(
        "zones", .get, "/api/zones",
        "Lists the levels of areas with what is counted in them, and the traffic light's rule.")
    /// Gives the areas of a level with their borders.
    package static let zoneAreas = Endpoint<NoBody, ZoneAreasBody>(
        "zoneAreas", .get, "/api/zones/{level}", "Gives the areas of a level with their borders.")
    /// Gives the cases of a measure for all areas and days, so that nobody need ask day by day.
    package static let zoneSeries = Endpoint<NoBody, ZoneSeriesBody>(
        "zoneSeries", .get, "/api/zones/{level}/{measure}",
        "Gives the cases of a measure for all areas and days, so that nobody need ask day by day.")
    /// Adds or updates areas of a level from a file of GeoJSON in the body, of at most 16 MiB, or replaces the level.
    package static let importZoneAreas = Route(
        "importZoneAreas", .put, "/api/health/zones/{level}",
        "Adds or updates areas of a level from a file of GeoJSON in the body, of at most 16 MiB, or replaces the level.",
        query: ["mode"], needsRole: .health, upload: "application/geo+json", bodyBytes: 16_777_216,
        answer: .json(ZoneAreaImportBody.schema))
    /// Replaces the cases of a measure by those of a file of CSV in the body, of at most 16 MiB.
    package static let importZoneCases = Route(
        "importZoneCases", .put, "/api/health/zones/{level}/{measure}",
        "Replaces the cases of a measure by those of a file of CSV in the body, of at most 16 MiB.", needsRole: .health,
        upload: "text/csv", bodyBytes: 16_777_216, answer: .json(ZoneImportBody.schema))

    /// These, in the order in which documents list them.
    static let zonesRoutes: [Route] = [
        zones.route, zoneAreas.route, zoneSeries.route, importZoneAreas, importZoneCases,
    ]
}
