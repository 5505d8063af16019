import API
import AccountService
import Basics
import Beacons
import ExposureService
import HTTPKit
import Loyalty
import LoyaltyService
import Phone
import Presence
import Proximity
import Radio

extension CentreSimulation {
    /// Lives the next tenth of a second, or in the night up to the next instant at which something happens.
    package mutating func step() async throws {
        guard part != .night else { return try await liveThroughNight() }
        steps += 1
        clock.advance(to: now)
        let isSecond = now.milliseconds % 1000 == 0
        try await moveVisitors(isSecond: isSecond)
        await takeGuestRequests()
        moveGuests()
        air.advance(to: now)
        for index in beacons.indices { beacons[index].step(in: &air) }
        await useVisitorsPhones(isSecond: isSecond)
        collector.step(in: &air)
        await attack(isSecond: isSecond)
        await useGuestsPhones(isSecond: isSecond)
        if isSecond {
            sendings.live(inside: visitors.indices.count { isInside($0) })
            try await followTracing()
        }
        if steps % Self.stepsBetweenPruning == 0 {
            try await services.loyalty.prune(at: now)
            try await services.exposure.prune(at: now)
        }
        if isSecond { await followOpeningHours() }
    }

    private static let stepsBetweenPruning: Int64 = 60_000 / stepMilliseconds

    private mutating func moveVisitors(isSecond: Bool) async throws {
        let seconds = Double(Self.stepMilliseconds) / 1000
        var entered: Set<Int> = []
        for party in walkers.indices {
            let change = walkers[party].step(
                seconds: seconds, now: now, through: &grid, of: places, tables: &tables)
            if change == .entered { entered.insert(party) }
        }
        for index in visitors.indices {
            let party = visitors[index].party
            let inside = isInside(index)
            visitors[index].position = position(of: index, hasEntered: entered.contains(party), seconds: seconds)
            visitors[index].phone.move(to: inside ? visitors[index].position : Self.outside(index), in: &air)
            if entered.contains(party) { try await begin(index) }
            if isSecond, inside, visitors[index].random.uniform() < Self.changesOfMindPerSecond {
                try await changeMind(index)
            }
        }
    }

    /// Where a visitor is after a step of the one who leads the party.
    private func position(of index: Int, hasEntered: Bool, seconds: Double) -> PlanPosition {
        // Field by field: a copy of a whole visitor would take its phone along.
        let (party, place) = (visitors[index].party, visitors[index].place)
        guard place > 0, !hasEntered else { return walkers[party].position }
        let wanted =
            if let table = walkers[party].sitsAt {
                tables.seat(place, at: table)
            } else {
                walkers[party].trail.place(behind: VisitorGroup.distance(ofPlace: place)) ?? walkers[party].position
            }
        return visitors[index].position.moved(by: VisitorGroup.pace * seconds, towards: wanted)
    }

    /// Once in twenty minutes somebody chooses one shop more or one less.
    private static let changesOfMindPerSecond = 1.0 / 1200

    private mutating func changeMind(_ index: Int) async throws {
        guard let shop = venue.shops.randomElement(using: &visitors[index].random)?.major else { return }
        visitors[index].choices.formSymmetricDifference([shop])
        try await choose(visitors[index].choices, for: visitors[index].phone.session)
        visitors[index].phone.choose(chosen(visitors[index].choices))
    }

    /// A third of those who come again sign in anew before, and have new pseudonyms.
    private mutating func begin(_ index: Int) async throws {
        guard visitors[index].random.uniform() < 0.33 else { return }
        let visitor = visitors[index]
        try await services.accounts.signOut(visitor.phone.session)
        let signedIn = try await services.accounts.signIn(email: visitor.email, password: visitor.password)
        consent.signedIn(signedIn.session)
        visitors[index].phone.session = signedIn.session
    }

    private mutating func useVisitorsPhones(isSecond: Bool) async {
        for index in visitors.indices {
            visitors[index].phone.listen(in: &air)
            await deliverSightings(of: index)
            guard isSecond, isInside(index) else { continue }
            if let sighting = visitors[index].phone.tick(at: now) {
                // What is sent later does not overtake what waits.
                let arrival = visitors[index].network.arrival(at: now)
                let before = visitors[index].underway.last?.arrival
                visitors[index].underway.append((max(arrival, before ?? arrival), sighting))
            }
            await tellEvents(of: index)
            if let estimate = visitors[index].phone.core.position {
                let truth = visitors[index].position
                positionErrors.add(truth.distance(to: PlanPosition(x: estimate.x, y: estimate.y)))
            }
        }
    }

    /// Tells the server at which beacons a visitor came and went some minutes ago.
    private mutating func tellEvents(of index: Int) async {
        let events = visitors[index].phone.eventsToTell(at: now)
        guard let counting = services.counting, !events.isEmpty else { return }
        await counting.take(
            events.map { ToldEvent(isEnter: $0.kind == .enter, beacon: $0.beacon, at: $0.at) },
            of: visitors[index].phone.session)
    }

    /// Hands the server what has arrived of a visitor's sightings.
    private mutating func deliverSightings(of index: Int) async {
        while let (arrival, sighting) = visitors[index].underway.first, arrival <= now {
            visitors[index].underway.removeFirst()
            let outcome = await prove(sighting, session: visitors[index].phone.session, by: index, attack: nil)
            visitors[index].phone.conclude(sighting, outcome, at: now)
        }
    }

    /// Sends a sighting to the service and keeps count of what came of it.
    mutating func prove(
        _ sighting: PresenceSighting, session: Session, by number: Int, attack: AttackKind?
    ) async -> SightingOutcome {
        var result = "accepted"
        let outcome: SightingOutcome
        do {
            let receipt = try await services.loyalty.recordSighting(sighting, session: session)
            if receipt.isDisputed {
                result = "disputed"
                report.rejected[result, default: 0] += 1
            } else {
                report.accepted += 1
            }
            if attack == nil {
                report.offers += receipt.coupons.count
                newOffers += receipt.coupons.map { coupon in
                    DemoOfferBody(visitor: number, major: Int(receipt.shop.major), text: coupon.text)
                }
            }
            outcome = .accepted(ProvedSighting(receipt))
        } catch {
            result = error.code
            report.rejected[error.code, default: 0] += 1
            outcome = .refused(code: error.code)
        }
        report.sightings += 1
        if attack == nil { sendings.note(sighting, by: number, result: result, at: now) }
        if let attack {
            report.attacks[attack.rawValue, default: .init()].attempts += 1
            if result == "accepted" { report.attacks[attack.rawValue, default: .init()].accepted += 1 }
        }
        newSightings.append(
            DemoSightingBody(
                visitor: number, major: Int(sighting.identity.major), minor: Int(sighting.identity.minor),
                result: result, attack: attack?.apiValue))
        // Nobody may be watching: what is shown is the newest.
        if newSightings.count > 500 { newSightings.removeFirst(newSightings.count - 500) }
        if newOffers.count > 500 { newOffers.removeFirst(newOffers.count - 500) }
        return outcome
    }

    /// The report of the day so far, but for what only an audit of the database can tell.
    package var currentReport: SimulationReport {
        var report = self.report
        report.positionError = positionErrors.summary
        report.sending = sendings.summary
        report.exposure = exposureSummary
        return report
    }
}

extension ProvedSighting {
    /// What the phone is told of a receipt.
    init(_ receipt: SightingReceipt) {
        self.init(
            shop: receipt.shop.name, visit: receipt.visit,
            offers: receipt.coupons.map { Offer(coupon: $0.id, text: $0.text) })
    }
}
