import Loyalty
import Phone
import Presence
import Proximity
import Radio
import Randomness
import Server
import Time

/// A phone in the simulated air, with the same code that runs on a real one, signed in to the server.
struct SimulatedPhone {
    private var radio: SimulatedRadio
    private(set) var core: PhoneCore
    /// The session in which its sightings are sent.
    var session: Session

    init(
        venue: PhoneVenue, choices: Set<ChosenShop>, session: Session, at position: PlanPosition,
        in air: inout SimulatedAir, now: Timestamp, random: inout SplitMix64
    ) {
        core = PhoneCore(venues: [venue], choices: choices)
        radio = SimulatedRadio(
            role: HCIHost.Role(scan: true, advertise: nil), address: .random(using: &random),
            at: AirPosition(position), in: &air, now: now)
        self.session = session
    }

    /// The owner carries the phone to `position`.
    func move(to position: PlanPosition, in air: inout SimulatedAir) {
        air.move(radio.device, to: AirPosition(position))
    }

    /// Takes the phone out of the air.
    func leave(_ air: inout SimulatedAir) {
        air.remove(radio.device)
    }

    /// The owner chooses shops.
    mutating func choose(_ shops: Set<ChosenShop>) {
        core.choices = shops
    }

    /// Hears what is in the air.
    mutating func listen(in air: inout SimulatedAir) {
        for advertisement in radio.exchange(with: &air) { core.hear(advertisement) }
    }

    /// Once a second: ranges, follows regions, and gives the sighting that is to be sent now, if one is.
    mutating func tick(at now: Timestamp) -> PresenceSighting? {
        core.tick(at: now).sighting
    }

    /// Tells the phone what became of its sighting.
    mutating func conclude(_ sighting: PresenceSighting, _ outcome: SightingOutcome, at now: Timestamp) {
        core.conclude(sighting, outcome, at: now)
    }
}
