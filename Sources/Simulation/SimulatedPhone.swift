import Basics
import Beacons
import HTTPKit
import Loyalty
import Phone
import Presence
import Proximity
import Radio

/// A phone in the simulated air, with the same code that runs on a real one, signed in to the server.
struct SimulatedPhone {
    private var radio: SimulatedRadio
    private(set) var core: PhoneCore
    /// What "update my position" came to in the last second; empty while nobody asked or it still looks.
    private(set) var located: [PhonePosition?] = []
    /// Tracing, which knows of no account; nil where somebody else takes care of it, or nobody.
    var tracing: SimulatedTracing?
    /// The session in which its sightings are sent.
    var session: Session
    /// When it came to beacons of shops that may know of it, and left them, until that is told.
    private var visits = VisitEventQueue()
    /// For what the queue leaves to chance.
    private var chance: SplitMix64

    init(
        venue: PhoneVenue, choices: Set<ChosenShop>, session: Session, tracing: SimulatedTracing? = nil,
        at position: PlanPosition, in air: inout SimulatedAir, now: Timestamp, random: inout SplitMix64
    ) {
        core = PhoneCore(venues: [venue], choices: choices)
        let plan = (tracing?.broadcast).map { broadcast in
            AdvertisingPlan(intervalMilliseconds: SimulatedTracing.intervalMilliseconds) { broadcast.moment(at: $0) }
        }
        radio = SimulatedRadio(
            role: HCIHost.Role(scan: true, advertise: plan), address: .random(using: &random),
            at: AirPosition(position), in: &air, now: now)
        if tracing != nil { air.setPower(SimulatedTracing.power, of: radio.device) }
        self.session = session
        self.tracing = tracing
        chance = random.split(7)
    }

    /// The owner carries the phone to `position`.
    func move(to position: PlanPosition, in air: inout SimulatedAir) {
        air.move(radio.device, to: AirPosition(position))
    }

    /// Takes the phone out of the air.
    func leave(_ air: inout SimulatedAir) {
        air.remove(radio.device)
    }

    /// The radio goes off for the night.
    mutating func sleep(in air: inout SimulatedAir) {
        radio.sleep(in: &air)
    }

    /// The radio comes on in the morning.
    mutating func wake(in air: inout SimulatedAir, at now: Timestamp) {
        radio.wake(in: &air, at: now)
    }

    /// The owner asks where they are; `located` has the answer within some seconds.
    mutating func updatePosition(at now: Timestamp) {
        core.updatePosition(at: now)
    }

    /// The phone has fetched its venue anew.
    mutating func know(_ venue: PhoneVenue) {
        core.replaceVenues([venue])
    }

    /// The owner chooses shops.
    mutating func choose(_ shops: Set<ChosenShop>) {
        core.choices = shops
        visits.keep { shops.contains(ChosenShop(venue: $0.venue, major: $0.major)) }
    }

    /// Hears what is in the air, and gives what other phones sent for tracing when nobody here takes care of it.
    @discardableResult
    mutating func listen(in air: inout SimulatedAir) -> [HeardAdvertisement] {
        var left: [HeardAdvertisement] = []
        for advertisement in radio.exchange(with: &air) {
            guard Self.isOfTracing(advertisement) else {
                core.hear(advertisement)
                continue
            }
            if tracing != nil { tracing?.hear(advertisement) } else { left.append(advertisement) }
        }
        return left
    }

    /// Whether an advertisement names the service of tracing, at the place where ours does; it spares a look at the rest.
    static func isOfTracing(_ advertisement: HeardAdvertisement) -> Bool {
        advertisement.data.count > 6 && advertisement.data[5] == 0x68 && advertisement.data[6] == 0xFD
    }

    /// Once a second: ranges, follows regions, and gives the sighting that is to be sent now, if one is.
    mutating func tick(at now: Timestamp) -> PresenceSighting? {
        let tick = core.tick(at: now)
        located.removeAll(keepingCapacity: true)
        for event in tick.events {
            switch event {
            case .regionEntered(let beacon)
            where core.choices.contains(ChosenShop(venue: beacon.uuid, major: beacon.major)):
                visits.enter(beacon, at: now, using: &chance)
            case .regionExited(let beacon): visits.exit(beacon, at: now)
            case .located(let position): located.append(position)
            default: break
            }
        }
        visits.tick(at: now, using: &chance)
        return tick.sighting
    }

    /// The events that are to be told now; they are told once.
    mutating func eventsToTell(at now: Timestamp) -> [VisitEvent] {
        let batch = visits.batch(at: now)
        if !batch.isEmpty { visits.remove(batch, using: &chance) }
        return batch
    }

    /// Tells the phone what became of its sighting.
    mutating func conclude(_ sighting: PresenceSighting, _ outcome: SightingOutcome, at now: Timestamp) {
        core.conclude(sighting, outcome, at: now)
    }
}
