// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Gives the keys with which credentials for anonymous reports are issued at present.
    package static let reportIssuers = Endpoint<NoBody, ReportIssuersBody>(
        "reportIssuers", .get, "/api/reports/issuer",
        "Gives the keys with which credentials for anonymous reports are issued at present.")
    /// Issues, blindly and once for each account and month, the credential for anonymous reports.
    package static let issueReportCredential = Endpoint<ReportCredentialRequestBody, ReportCredentialBody>(
        "issueReportCredential", .post, "/api/reports/credential",
        "Issues, blindly and once for each account and month, the credential for anonymous reports.", needsSession: true
    )
    /// Takes one anonymous report; what becomes of it is told to nobody, so that nobody can try.
    package static let report = Endpoint<ReportBody, NoBody>(
        "report", .post, "/api/reports",
        "Takes one anonymous report; what becomes of it is told to nobody, so that nobody can try.")
    /// Keeps at which beacons somebody came and went, in shops that may know of visits; send it five minutes later.
    package static let recordEvents = Endpoint<VisitEventsBody, KeptEventsBody>(
        "recordEvents", .post, "/api/events",
        "Keeps at which beacons somebody came and went, in shops that may know of visits; send it five minutes later.",
        needsSession: true)
    /// Tells a shop's figures by day, each with its interval of 95 %; without days, those of the last four weeks.
    package static let shopFigures = Endpoint<NoBody, ShopFiguresBody>(
        "shopFigures", .get, "/api/merchant/{venue}/{major}/figures",
        "Tells a shop's figures by day, each with its interval of 95 %; without days, those of the last four weeks.",
        query: ["firstDay", "lastDay"], needsRole: .merchant)
    /// Gives a shop's figures as a table, with intervals and definitions.
    package static let shopFiguresTable = Route(
        "shopFiguresTable", .get, "/api/merchant/{venue}/{major}/figures.csv",
        "Gives a shop's figures as a table, with intervals and definitions.", query: ["firstDay", "lastDay"],
        needsRole: .merchant, answer: .text(mediaType: "text/csv"))
    /// Tells of each quarter of an hour of a day that is over how many visitors a shop had; without a day, of today.
    package static let shopQuarters = Endpoint<NoBody, ShopQuartersBody>(
        "shopQuarters", .get, "/api/merchant/{venue}/{major}/quarters",
        "Tells of each quarter of an hour of a day that is over how many visitors a shop had; without a day, of today.",
        query: ["chosenDay"], needsRole: .merchant)
    /// Tells of a shop and of each of its beacons how often somebody came and how often that was proved, and when that
    /// is odd.
    package static let shopBeacons = Endpoint<NoBody, ShopBeaconsBody>(
        "shopBeacons", .get, "/api/merchant/{venue}/{major}/beacons",
        "Tells of a shop and of each of its beacons how often somebody came and how often that was proved, and when that is odd.",
        query: ["firstDay", "lastDay"], needsRole: .merchant)
    /// Lists the shops where phones come and far fewer stays than usual are verified: a beacon may be copied, send no
    /// codes or have a wrong clock.
    package static let venueStays = Endpoint<NoBody, VenueStaysBody>(
        "venueStays", .get, "/api/operator/{venue}/stays",
        "Lists the shops where phones come and far fewer stays than usual are verified: a beacon may be copied, send no codes or have a wrong clock.",
        needsRole: .operator)
    /// Writes down how many people came through a shop's door on a day.
    package static let setDoorCount = Endpoint<DoorCountBody, DoorCountBody>(
        "setDoorCount", .put, "/api/merchant/{venue}/{major}/door-counts/{day}",
        "Writes down how many people came through a shop's door on a day.", needsRole: .merchant)
    /// Takes back how many people came through a shop's door on a day.
    package static let deleteDoorCount = Endpoint<NoBody, NoBody>(
        "deleteDoorCount", .delete, "/api/merchant/{venue}/{major}/door-counts/{day}",
        "Takes back how many people came through a shop's door on a day.", needsRole: .merchant)

    /// These, in the order in which documents list them.
    static let countingRoutes: [Route] = [
        reportIssuers.route, issueReportCredential.route, report.route, recordEvents.route, shopFigures.route,
        shopFiguresTable, shopQuarters.route, shopBeacons.route, venueStays.route, setDoorCount.route,
        deleteDoorCount.route,
    ]
}
