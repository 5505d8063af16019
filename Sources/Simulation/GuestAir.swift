import Basics
import Phone
import Radio

/// The air into which guests' phones send for tracing, apart from that of the day.
///
/// What a guest sends must change nothing that a seed lives, not even by a collision: so it has the same walls and
/// people, but an air of its own, in which guests send and everybody listens. The people at the entrance who collect
/// identifiers are not in it.
struct GuestAir {
    /// Whoever hears or sends in it.
    enum Person: Hashable {
        /// A visitor, by number.
        case visitor(Int)
        /// A guest, by number.
        case guest(Int)
    }

    private var air: SimulatedAir
    private var radios: [Person: SimulatedRadio] = [:]
    /// In the order in which they came, in which they are served.
    private var order: [Person] = []
    private var random: SplitMix64
    private var guests = 0

    /// An air without anybody in it.
    init(seed: SplitMix64, walls: [Wall]) {
        random = seed
        air = SimulatedAir(seed: random.next(), walls: walls)
    }

    /// Whether a guest is there who might send.
    var hasGuests: Bool { guests > 0 }

    /// Lets a guest's phone in, which sends what `moment` says and hears the others.
    mutating func enter(
        _ number: Int, sending moment: @escaping @Sendable (Timestamp) -> AdvertisingMoment,
        at position: AirPosition, now: Timestamp
    ) {
        air.advance(to: now)
        let plan = AdvertisingPlan(intervalMilliseconds: SimulatedTracing.intervalMilliseconds, moment: moment)
        let device = add(.guest(number), HCIHost.Role(scan: true, advertise: plan), at: position, now: now)
        air.setPower(SimulatedTracing.power, of: device)
        guests += 1
    }

    /// Takes a guest's phone away.
    mutating func leave(_ number: Int) {
        guard let radio = radios.removeValue(forKey: .guest(number)) else { return }
        air.remove(radio.device)
        order.removeAll { $0 == .guest(number) }
        guests -= 1
    }

    /// Somebody is now here; whoever is not in it yet begins to listen.
    mutating func move(_ person: Person, to position: AirPosition, now: Timestamp) {
        guard let radio = radios[person] else {
            _ = add(person, HCIHost.Role(scan: true, advertise: nil), at: position, now: now)
            return
        }
        air.move(radio.device, to: position)
    }

    /// Lets time pass up to `now` and gives what each phone heard of guests, in a fixed order.
    mutating func advance(to now: Timestamp) -> [(Person, [HeardAdvertisement])] {
        air.advance(to: now)
        var heard: [(Person, [HeardAdvertisement])] = []
        for person in order {
            guard var radio = radios[person] else { continue }
            let advertisements = radio.exchange(with: &air)
            radios[person] = radio
            if !advertisements.isEmpty { heard.append((person, advertisements)) }
        }
        return heard
    }

    /// Every radio goes off for the night, or on in the morning.
    mutating func switchDevices(on isOn: Bool, at now: Timestamp) {
        // The night is passed over while nobody sends.
        air.advance(to: now)
        for person in order {
            guard var radio = radios[person] else { continue }
            if isOn { radio.wake(in: &air, at: now) } else { radio.sleep(in: &air) }
            radios[person] = radio
        }
    }

    private mutating func add(
        _ person: Person, _ role: HCIHost.Role, at position: AirPosition, now: Timestamp
    ) -> Int {
        let radio = SimulatedRadio(
            role: role, address: .random(using: &random), at: position, in: &air, now: now)
        radios[person] = radio
        order.append(person)
        return radio.device
    }
}
