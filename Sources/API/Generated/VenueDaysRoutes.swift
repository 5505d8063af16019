// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Gives the key with which credentials for contributions are issued at present.
    package static let venueDayIssuer = Endpoint<NoBody, VenueDayIssuerBody>(
        "venueDayIssuer", .get, "/api/exposure/venue-days",
        "Gives the key with which credentials for contributions are issued at present.")
    /// Takes one contribution: that somebody who reported was in a shop on a day.
    package static let contributeVenueDay = Endpoint<VenueDayBody, NoBody>(
        "contributeVenueDay", .post, "/api/exposure/venue-days",
        "Takes one contribution: that somebody who reported was in a shop on a day.")
    /// Issues, blindly and once, the credential for contributions of a phone whose upload was accepted.
    package static let claimVenueDays = Endpoint<VenueDayClaimBody, VenueDayCredentialBody>(
        "claimVenueDays", .post, "/api/exposure/venue-days/credential",
        "Issues, blindly and once, the credential for contributions of a phone whose upload was accepted.")
    /// Tells where in a venue at least five people were who later reported; it changes once a day.
    package static let venueRisk = Endpoint<NoBody, VenueRiskBody>(
        "venueRisk", .get, "/api/venues/{uuid}/risk",
        "Tells where in a venue at least five people were who later reported; it changes once a day.")

    /// These, in the order in which documents list them.
    static let venueDaysRoutes: [Route] = [
        venueDayIssuer.route, contributeVenueDay.route, claimVenueDays.route, venueRisk.route,
    ]
}
