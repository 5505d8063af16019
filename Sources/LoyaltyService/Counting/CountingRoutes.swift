import API
import Basics
import Beacons
import HTTPKit
import HTTPTypes
import Hummingbird
import Loyalty

extension RouteHandlers {
    /// Credentials, anonymous reports and events; what a merchant is told of a shop, and an operator of all shops.
    package mutating func addCountingRoutes(_ counting: CountingService, _ figures: ServerMetrics) {
        let reports = figures.outcomes("cerca_reports_total", "Anonymous reports by what became of them.")
        on(Routes.reportIssuers) { _ in
            ReportIssuersBody(
                issuers: try await counting.issuers().map {
                    ReportIssuerBody(period: $0.period.text, publicKey: $0.publicKey.hexadecimal)
                })
        }
        on(Routes.issueReportCredential) { call, body in
            guard let period = ReportPeriod(body.period) else { throw ServiceError.counting(.periodClosed) }
            let response = try await counting.issueCredential(
                try bytes(body.request, "$.request"), of: period, to: try call.session)
            return ReportCredentialBody(response: response.hexadecimal)
        }
        on(Routes.report) { _, body in
            reports.count(try await counting.take(try body.report).rawValue)
        }
        on(Routes.recordEvents) { call, body in
            let events = try body.events.map { try $0.event }
            return KeptEventsBody(kept: try await counting.record(events, of: try call.session))
        }
        addMerchantRoutes(counting)
    }

    private mutating func addMerchantRoutes(_ counting: CountingService) {
        on(Routes.shopFigures) { call in
            let (first, last) = try call.days
            return ShopFiguresBody(try await counting.figures(of: try call.merchantShop, from: first, through: last))
        }
        respond(Routes.shopFiguresTable) { call in
            let (first, last) = try call.days
            let figures = try await counting.figures(of: try call.merchantShop, from: first, through: last)
            return .text(FigureTable.text(figures), mediaType: "text/csv; charset=utf-8; header=present")
        }
        on(Routes.shopQuarters) { call in
            let chosen = try call.optional(RouteParameters.chosenDay).map { try RouteCall.day($0) }
            let told = try await counting.quarters(of: try call.merchantShop, on: chosen)
            return ShopQuartersBody(
                day: CountingDay.text(told.day), until: told.until,
                quarters: told.quarters.map {
                    ShopQuarterBody(from: $0.from, visitors: $0.visitors, disputed: $0.disputed)
                })
        }
        on(Routes.shopBeacons) { call in
            let (first, last) = try call.days
            let shop = try call.merchantShop
            let beacons = try await counting.beacons(of: shop, from: first, through: last)
            let stays = try await counting.stays(of: shop, from: first, through: last)
            return ShopBeaconsBody(
                stays: stays.map { StayRatioDayBody($0) },
                beacons: beacons.map {
                    ShopBeaconBody(minor: Int($0.minor), days: $0.days.map { BeaconRatioDayBody($0) })
                })
        }
        on(Routes.venueStays) { call in
            // What is no UUID is looked after by nobody.
            let venue = UUID128(try call.value(RouteParameters.venue)) ?? UUID128(high: 0, low: 0)
            let shops = try await counting.oddShops(of: venue, by: try call.session.accountID)
            return VenueStaysBody(
                shops: shops.map {
                    ShopStaysBody(major: Int($0.major), shop: $0.name, stays: StayRatioDayBody($0.stays))
                })
        }
        on(Routes.setDoorCount) { call, body in
            let day = CountingDay.day(try call.value(RouteParameters.day))
            try await counting.setDoorCount(body.people, on: day, of: try call.merchantShop)
            return body
        }
        on(Routes.deleteDoorCount) { call in
            let day = CountingDay.day(try call.value(RouteParameters.day))
            try await counting.setDoorCount(nil, on: day, of: try call.merchantShop)
        }
    }
}

extension RouteCall {
    /// The shop that the path names, as the session's owner asks for it.
    fileprivate var merchantShop: CountingService.MerchantShop {
        get throws {
            guard let venue = UUID128(try value(RouteParameters.venue)) else {
                throw BodyError.invalid([Fault(path: "venue", message: "must be a UUID")])
            }
            return CountingService.MerchantShop(
                venue: venue, major: UInt16(clamping: try value(RouteParameters.major)), session: try session)
        }
    }

    /// The days that the query names.
    fileprivate var days: (first: Int?, last: Int?) {
        get throws {
            (
                try optional(RouteParameters.firstDay).map { try Self.day($0) },
                try optional(RouteParameters.lastDay).map { try Self.day($0) }
            )
        }
    }

    fileprivate static func day(_ text: String) throws -> Int {
        guard let day = CountingDay.day(text) else { throw ServiceError.counting(.invalidDays) }
        return day
    }
}

/// The bytes of hexadecimal digits, which the schema has looked at already.
private func bytes(_ text: String, _ path: String) throws(BodyError) -> [UInt8] {
    guard let bytes = [UInt8](hexadecimal: text) else {
        throw .invalid([Fault(path: path, message: "must be hexadecimal digits")])
    }
    return bytes
}

extension ReportBody {
    /// The report that this body says; what no report can be is malformed, and told.
    fileprivate var report: AnonymousReport {
        get throws(BodyError) {
            guard let venue = UUID128(venue) else {
                throw .invalid([Fault(path: "$.venue", message: "must be a UUID")])
            }
            guard let day = CountingDay.day(day) else {
                throw .invalid([Fault(path: "$.day", message: "must be a day")])
            }
            guard let cell = Cell(rawValue: cell), cell.cube.rawValue == cube.rawValue else {
                throw .invalid([Fault(path: "$.cell", message: "must be a cell of the cube")])
            }
            guard let period = ReportPeriod(period) else {
                throw .invalid([Fault(path: "$.period", message: "must be a month")])
            }
            return AnonymousReport(
                place: ShopDay(shop: ShopKey(venue: venue, major: UInt16(clamping: major)), day: day), cell: cell,
                period: period, presentation: try bytes(presentation, "$.presentation"))
        }
    }
}

extension VisitEventBody {
    fileprivate var event: VisitEvent {
        get throws(BodyError) {
            guard let venue = UUID128(venue) else {
                throw .invalid([Fault(path: "$.events", message: "must have the UUID of a venue each")])
            }
            let beacon = BeaconIdentity(uuid: venue, major: UInt16(clamping: major), minor: UInt16(clamping: minor))
            return VisitEvent(kind == .enter ? .enter : .exit, at: beacon, at)
        }
    }
}
