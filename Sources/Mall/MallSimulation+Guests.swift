import Beacons
import Loyalty
import Phone
import Proximity
import Radio
import Randomness
import Server
import Time

extension MallSimulation {
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
                    venue: phoneVenue, choices: [], session: session, at: entrance, in: &air, now: now, random: &own)
                consent.welcomed(session)
                guests.append(
                    Guest(
                        number: number, session: session, position: entrance, destination: nil, phone: phone,
                        tracing: guestBook.tracing(of: session.accountID, server: exposureServer)))
            case .walk(let account, let destination):
                for index in guests.indices where guests[index].session.accountID == account {
                    guests[index].destination = grid.standable(near: destination)
                }
            case .leave(let account):
                for guest in guests where guest.session.accountID == account { guest.phone.leave(&air) }
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

    mutating func useGuestsPhones(isSecond: Bool) async {
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
                    let receipt = try await services.loyalty.recordSighting(sighting, session: session)
                    outcome = .accepted(ProvedSighting(receipt))
                } catch {
                    outcome = .refused(code: error.code)
                }
                guests[index].phone.conclude(sighting, outcome, at: now)
            }
            let core = guests[index].phone.core
            guestBook.publish(
                GuestBook.Report(
                    position: guests[index].position, estimate: core.position, place: core.place, ranged: core.ranged),
                to: session.accountID)
        }
    }
}
