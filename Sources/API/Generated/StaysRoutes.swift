// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Gives the key with which credentials for time are issued, the same to everybody; ask without a session.
    package static let stayIssuer = Endpoint<NoBody, StayIssuerBody>(
        "stayIssuer", .get, "/api/stays/issuer",
        "Gives the key with which credentials for time are issued, the same to everybody; ask without a session.")
    /// Issues, blindly and once for each account, shop and ten minutes, a credential that somebody was proved there
    /// then.
    package static let issuePresence = Endpoint<PresenceRequestBody, StayCredentialBody>(
        "issuePresence", .post, "/api/stays/presence",
        "Issues, blindly and once for each account, shop and ten minutes, a credential that somebody was proved there then.",
        needsSession: true)
    /// Takes two credentials of one shop and day, at least twenty minutes apart, and issues a credential for time of
    /// the venue and day.
    package static let showStay = Endpoint<ShownStayBody, StayCredentialBody>(
        "showStay", .post, "/api/stays",
        "Takes two credentials of one shop and day, at least twenty minutes apart, and issues a credential for time of the venue and day."
    )
    /// Pays the points for time in a venue on a day, once for each account and each credential, from the next day on.
    package static let payStay = Endpoint<StayPaymentBody, PaidStayBody>(
        "payStay", .post, "/api/stays/points",
        "Pays the points for time in a venue on a day, once for each account and each credential, from the next day on.",
        needsSession: true)

    /// These, in the order in which documents list them.
    static let staysRoutes: [Route] = [stayIssuer.route, issuePresence.route, showStay.route, payStay.route]
}
