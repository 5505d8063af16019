import Basics
import Beacons
import Exposure
import HTTPKit
import Loyalty
import LoyaltyService
import Phone
import Presence
import Proximity
import Radio

extension CentreSimulation {
    /// How fast a guest walks, in metres a second.
    private static let guestPace = 1.5

    mutating func takeGuestRequests() async {
        for request in guestBook.takeRequests() {
            switch request {
            case .enter(let number, let session):
                let entrance = grid.standable(near: guestBook.entrance)
                // A stream of its own, apart from the day's.
                var own = random.split(UInt64(number))
                let phone = SimulatedPhone(
                    venue: guestsMap.venue, choices: [], session: session, at: entrance, in: &air, now: now,
                    random: &own)
                consent.welcomed(session)
                let tracing = guestBook.tracing(of: session.accountID, server: exposureServer)
                guestAir.enter(number, sending: { tracing.moment(at: $0) }, at: AirPosition(entrance), now: now)
                guests.append(
                    Guest(
                        number: number, session: session, position: entrance, destination: nil, phone: phone,
                        tracing: tracing))
            case .walk(let account, let destination):
                for index in guests.indices where guests[index].session.accountID == account {
                    guests[index].destination = grid.standable(near: destination)
                }
            case .locate(let account):
                for index in guests.indices where guests[index].session.accountID == account {
                    guests[index].phone.updatePosition(at: now)
                }
            case .leave(let account):
                for guest in guests where guest.session.accountID == account {
                    guest.phone.leave(&air)
                    guestAir.leave(guest.number)
                }
                guests.removeAll { $0.session.accountID == account }
            }
        }
    }

    mutating func moveGuests() {
        for index in guests.indices {
            guard let destination = guests[index].destination else { continue }
            let walked = grid.walk(
                from: guests[index].position, towards: destination,
                metres: Self.guestPace * Double(Self.stepMilliseconds) / 1000)
            guests[index].position = walked.position
            guests[index].phone.move(to: walked.position, in: &air)
            if walked.arrived { guests[index].destination = nil }
        }
    }

    /// Lets everybody hear what guests' phones send for tracing.
    private mutating func listenToGuests() async {
        guard guestAir.hasGuests else { return }
        for index in visitors.indices {
            let place = isInside(index) ? visitors[index].position : Self.outside(index)
            guestAir.move(.visitor(index), to: AirPosition(place), now: now)
        }
        for guest in guests { guestAir.move(.guest(guest.number), to: AirPosition(guest.position), now: now) }
        for (person, advertisements) in guestAir.advance(to: now) {
            let heard = advertisements.filter(SimulatedPhone.isOfTracing)
            guard !heard.isEmpty else { continue }
            switch person {
            case .visitor(let index):
                if visitors[index].guestTracing == nil {
                    visitors[index].guestTracing = SimulatedTracing(
                        at: now, random: random.split(Self.guestTracingStream + UInt64(index)))
                }
                for advertisement in heard { visitors[index].guestTracing?.hear(advertisement) }
            case .guest(let number):
                guard let guest = guests.first(where: { $0.number == number }) else { continue }
                await guest.tracing.hear(heard)
            }
        }
    }

    /// The streams of chance of visitors' tracing of guests, apart from the day's.
    private static let guestTracingStream: UInt64 = 1 << 32

    mutating func useGuestsPhones(isSecond: Bool) async {
        await listenToGuests()
        if isSecond, !guests.isEmpty, await guestsMap.renew(at: now) {
            for index in guests.indices { guests[index].phone.know(guestsMap.venue) }
        }
        for index in guests.indices {
            await guests[index].tracing.hear(guests[index].phone.listen(in: &air))
            guard isSecond else { continue }
            await guests[index].tracing.live(at: now)
            let session = guests[index].session
            // The guest chooses at the page; the phone asks what was chosen, as a real one does.
            if let choices = try? await services.loyalty.choices(of: session) {
                guests[index].phone.choose(
                    Set(choices.map { ChosenShop(venue: $0.venue, major: $0.major) }))
            }
            if let sighting = guests[index].phone.tick(at: now) {
                let outcome: SightingOutcome
                do {
                    let receipt = try await unnoticed.recordSighting(sighting, session: session)
                    outcome = .accepted(ProvedSighting(receipt))
                    await guests[index].tracing.proved(
                        VenueDay(
                            venue: sighting.identity.uuid, major: sighting.identity.major,
                            day: UTCDay(containing: now).number))
                } catch {
                    outcome = .refused(code: error.code)
                }
                guests[index].phone.conclude(sighting, outcome, at: now)
            }
            for position in guests[index].phone.located { guestBook.answer(position, to: session.accountID) }
            let core = guests[index].phone.core
            guestBook.publish(
                GuestBook.Report(
                    position: guests[index].position, estimate: core.position, place: core.place, ranged: core.ranged),
                to: session.accountID)
        }
    }
}
