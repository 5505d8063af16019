import HTTPTypes

extension Routes {
    /// Lists levels, measures and days.
    public static let zones = Endpoint<NoBody, ZonesBody>(
        "zones", .get, "/api/zones",
        "Lists the levels of areas with what is counted in them, and the traffic light's rule.")
    /// Gives the areas of a level.
    public static let zoneAreas = Endpoint<NoBody, ZoneAreasBody>(
        "zoneAreas", .get, "/api/zones/{level}", "Gives the areas of a level with their borders.",
        problems: [.zonesUnknown])
    /// Gives the cases of a measure.
    public static let zoneSeries = Endpoint<NoBody, ZoneSeriesBody>(
        "zoneSeries", .get, "/api/zones/{level}/{measure}",
        "Gives the cases of a measure for all areas and days, so that nobody need ask day by day.",
        problems: [.zonesUnknown])
    /// The largest file of areas or cases, bytes.
    public static let zoneFileBytes = 16 << 20
    /// Replaces the areas of a level.
    public static let importZoneAreas = Route(
        "importZoneAreas", .put, "/api/health/zones/{level}",
        "Replaces the areas of a level by those of a file of GeoJSON in the body, of at most 16 MiB.",
        needsRole: .health, upload: "application/geo+json", bodyBytes: zoneFileBytes,
        answer: .json(.init(ZoneImportBody.self)),
        problems: [.zonesUnknown, .zonesInvalidFile])
    /// Replaces the cases of a measure.
    public static let importZoneCases = Route(
        "importZoneCases", .put, "/api/health/zones/{level}/{measure}",
        "Replaces the cases of a measure by those of a file of CSV in the body, of at most 16 MiB.",
        needsRole: .health, upload: "text/csv", bodyBytes: zoneFileBytes, answer: .json(.init(ZoneImportBody.self)),
        problems: [.zonesUnknown, .zonesInvalidFile])

    /// Gives the key for contributions.
    public static let venueDayIssuer = Endpoint<NoBody, VenueDayIssuerBody>(
        "venueDayIssuer", .get, "/api/exposure/venue-days",
        "Gives the key with which credentials for contributions are issued at present.")
    /// Issues a credential for contributions.
    public static let claimVenueDays = Endpoint<VenueDayClaimBody, VenueDayCredentialBody>(
        "claimVenueDays", .post, "/api/exposure/venue-days/credential",
        "Issues, blindly and once, the credential for contributions of a phone whose upload was accepted.",
        problems: [.exposureCodeRefused])
    /// Takes a contribution.
    public static let contributeVenueDay = Endpoint<VenueDayBody, NoBody>(
        "contributeVenueDay", .post, "/api/exposure/venue-days",
        "Takes one contribution: that somebody who reported was in a shop on a day.",
        problems: [.zonesUnknown, .exposureCodeRefused])
    /// Tells where in a venue people were who later reported.
    public static let venueRisk = Endpoint<NoBody, VenueRiskBody>(
        "venueRisk", .get, "/api/venues/{uuid}/risk",
        "Tells where in a venue at least five people were who later reported; it changes once a day.",
        problems: [.loyaltyUnknownVenue])

    /// Areas and venues with what is known of their risk.
    static let riskZones: [Route] = [
        zones.route, zoneAreas.route, zoneSeries.route, importZoneAreas, importZoneCases, venueDayIssuer.route,
        claimVenueDays.route, contributeVenueDay.route, venueRisk.route,
    ]
}
