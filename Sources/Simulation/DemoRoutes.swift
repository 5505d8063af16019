import API
import AccountService
import Basics
import Beacons
import ExposureService
import HTTPKit
import Loyalty
import LoyaltyService
import Phone
import Proximity

/// The routes under `/api/demo`: the simulated centre for those who watch, and a phone in it for those who join.
package struct DemoRoutes: Sendable {
    private let configuration: SimulationConfiguration
    private let venue: Venue
    private let speed: Double
    private let clock: SimulationClock
    private let feed: SimulationFeed
    private let guestBook: GuestBook
    private let board: ExposureBoard
    private let exposure: ExposureService
    private let accounts: AccountService
    private let surveys: DemoSurveys

    /// Routes to one running simulation.
    ///
    /// - Parameters:
    ///   - accounts: The accounts of those at the page, and of the staff that they may enter as.
    ///   - surveys: What those who look after the centre hear of its beacons.
    package init(
        configuration: SimulationConfiguration, venue: Venue, speed: Double, clock: SimulationClock,
        feed: SimulationFeed,
        guestBook: GuestBook, board: ExposureBoard, exposure: ExposureService, accounts: AccountService,
        surveys: DemoSurveys
    ) {
        self.configuration = configuration
        self.venue = venue
        self.speed = speed
        self.clock = clock
        self.feed = feed
        self.guestBook = guestBook
        self.board = board
        self.exposure = exposure
        self.accounts = accounts
        self.surveys = surveys
    }

    /// Adds the routes to a server's.
    package func add(to handlers: inout RouteHandlers) {
        handlers.on(Routes.demo) { _ in
            DemoBody(
                seed: Int(truncatingIfNeeded: configuration.seed), speed: speed, visitors: configuration.visitors,
                venue: venue.uuid.description, startedAt: configuration.start, now: clock.now)
        }
        handlers.stream(Routes.demoStream) { _ in
            guard let frames = feed.watch() else { throw ProblemCode.demoFull.problem() }
            return frames.map { try ServerSentEvent("frame", $0) }
        }
        handlers.on(Routes.demoEnter) { call in
            guard let number = guestBook.enter(try call.session) else { throw ProblemCode.demoFull.problem() }
            return DemoGuestBody(visitor: number, x: guestBook.entrance.x, y: guestBook.entrance.y)
        }
        handlers.on(Routes.demoLeave) { (call) -> Void in
            guard guestBook.leave(try call.session.accountID) else { throw ProblemCode.demoNoGuest.problem() }
        }
        handlers.on(Routes.demoWalk) { (call, destination) -> Void in
            let inside = PlanPosition(
                x: min(max(destination.x, 0), venue.plan.width), y: min(max(destination.y, 0), venue.plan.height))
            guard guestBook.walk(try call.session.accountID, to: inside) else {
                throw ProblemCode.demoNoGuest.problem()
            }
        }
        handlers.on(Routes.demoLocate) { call in
            let account = try call.session.accountID
            for await position in guestBook.locate(account) { return DemoLocatedBody(position) }
            throw guestBook.isGuest(account) ? ProblemCode.requestTooMany.problem() : ProblemCode.demoNoGuest.problem()
        }
        handlers.stream(Routes.demoGuestStream) { call in
            guard let reports = guestBook.reports(of: try call.session.accountID) else {
                throw ProblemCode.demoNoGuest.problem()
            }
            return reports.map { try ServerSentEvent("position", DemoPositionBody($0)) }
        }
        addExposure(to: &handlers)
        addConsoles(to: &handlers)
    }

    /// The consoles of the centre's staff, which anybody at the page may enter.
    private func addConsoles(to handlers: inout RouteHandlers) {
        handlers.on(Routes.consoleEntrances) { _ in
            ConsoleEntrancesBody(
                now: clock.now, speed: speed, entrances: DemoStaff.entrances(of: venue), password: DemoStaff.password)
        }
        handlers.addVouchedSignIn(Routes.demoEnterConsole, clock: clock.serverClock) { body in
            try await DemoStaff.enter(body.role, accounts)
        }
        handlers.on(Routes.demoSurvey) { (call, place) in
            try await surveys.listen(
                at: PlanPosition(x: place.x, y: place.y), of: try call.ownVenue, for: try call.session.accountID)
        }
    }

    /// What there is to see of tracing, and a guest's own phone.
    private func addExposure(to handlers: inout RouteHandlers) {
        handlers.on(Routes.demoExposure) { _ in
            // The first look may come before the centre is there.
            guard let body = try await board.look() else { throw ProblemCode.requestOverloaded.problem() }
            return body
        }
        handlers.on(Routes.demoCode) { call in
            let account = try call.session.accountID
            guard guestBook.isGuest(account) else { throw ProblemCode.demoNoGuest.problem() }
            guard guestBook.mayHaveCode(account) else { throw ProblemCode.requestTooMany.problem() }
            let issued = try await exposure.issueCode(by: .operatorOfTheMachine)
            guestBook.gave(code: issued.id)
            return DemoCodeBody(code: issued.code, expiresAt: issued.expiresAt)
        }
        handlers.addTracingRoutes { call in
            guard let tracing = guestBook.tracing(of: try call.session.accountID) else {
                throw ProblemCode.exposureNoPhone.problem()
            }
            return tracing.shown(at: guestBook.pageAddress)
        }
    }
}

private func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

extension DemoPlaceBody {
    fileprivate init(_ place: PhonePlace?) {
        self.init(major: place.map { Int($0.beacon.major) }, shop: place?.shop, zone: place?.zone)
    }
}

extension DemoLocatedBody {
    /// The answer of a guest's phone, as it travels.
    fileprivate init(_ position: PhonePosition?) {
        self.init(
            position: position.map { PlanPositionBody(x: rounded($0.point.x), y: rounded($0.point.y)) },
            doubt: position.map { rounded($0.doubt) }, place: DemoPlaceBody(position?.place))
    }
}

extension DemoPositionBody {
    /// What a guest's phone says, as it travels.
    fileprivate init(_ report: GuestBook.Report) {
        self.init(
            x: rounded(report.position.x), y: rounded(report.position.y),
            estimate: report.estimate.map { PlanPositionBody(x: rounded($0.x), y: rounded($0.y)) },
            place: DemoPlaceBody(report.place),
            ranged: report.ranged.map { beacon in
                let shown = beacon.shown(parts: 100)
                return RangedBeaconBody(
                    major: Int(beacon.identity.major), minor: Int(beacon.identity.minor), rssi: rounded(beacon.rssi),
                    distance: shown.distance ?? -1, proximity: shown.proximity.rawValue)
            })
    }
}
