import Basics
import Beacons
import Phone
import Proximity
import Radio
import RadioMaps
import Testing

@Suite("A phone in a venue that was surveyed")
struct SurveyedPhoneTests {
    /// How far from the truth a phone is on a walk of ten minutes, and how often within its doubt.
    private func errors(
        seed: UInt64, hall: inout CrookedHall, venue: PhoneVenue
    ) throws -> (mean: Double, within: Double) {
        var (errors, within): ([Double], Int) = ([], 0)
        for position in hall.positions(seconds: 600, seed: seed, venue: venue).dropFirst(11) {
            guard let told = position.told, let doubt = position.doubt else { continue }
            errors.append(told.distance(to: position.truth))
            within += told.distance(to: position.truth) <= doubt ? 1 : 0
        }
        #expect(errors.count > 550)
        return (errors.reduce(0, +) / Double(errors.count), Double(within) / Double(errors.count))
    }

    @Test("where the air is not the plan's, a phone with the map is nearer to the truth than one without")
    func nearer() throws {
        var hall = CrookedHall(seed: 1)
        let plain = hall.venue
        var surveyed = plain
        let fit = surveyed.use(RadioMapFile(hall.survey(), on: plain.surveyedPlan, day: 20_000))
        #expect(fit == .fits)
        var (without, with): ([Double], [Double]) = ([], [])
        for seed in 10..<16 as Range<UInt64> {
            without.append(try errors(seed: seed, hall: &hall, venue: plain).mean)
            with.append(try errors(seed: seed, hall: &hall, venue: surveyed).mean)
        }
        let (before, after) = (without.reduce(0, +) / 6, with.reduce(0, +) / 6)
        #expect(after < 0.85 * before, "\(after) m with the map, \(before) m without")
    }

    @Test("a map of another plan is not used, and the plan is")
    func otherPlan() throws {
        var hall = CrookedHall(seed: 2)
        var venue = hall.venue
        let other = SurveyedPlan(
            venue: CrookedHall.uuid, width: CrookedHall.width, height: CrookedHall.height,
            beacons: venue.surveyedPlan.beacons, walls: [])
        #expect(venue.use(RadioMapFile(hall.survey(), on: other, day: 1)) == .changed([]))
        #expect(venue.radioMap == nil)
        #expect(try errors(seed: 3, hall: &hall, venue: venue).mean < 8)
    }

    @Test("where nobody surveyed, the plan says where the phone is")
    func elsewhere() throws {
        var hall = CrookedHall(seed: 3)
        var venue = hall.venue
        var corner = RadioSurvey()
        for place in hall.survey().places where place.point.x < 8 { _ = corner.add(place) }
        #expect(venue.use(RadioMapFile(corner, on: venue.surveyedPlan, day: 1)) == .fits)
        var core = PhoneCore(venues: [venue], choices: [])
        var now = Timestamp(seconds: 1_795_253_400)
        let truth = PlanPoint(x: 33, y: 9)
        for _ in 0..<30 {
            for (beacon, strength) in hall.packets(at: truth) {
                core.hear(
                    HeardAdvertisement(
                        time: now, address: DeviceAddress(value: 0xC000_0000_0001, kind: .random), rssi: strength,
                        data: Frame.iBeacon(IBeacon(identity: beacon, measuredPower: -59)).advertisement))
            }
            now = now.advanced(bySeconds: 1)
            _ = core.tick(at: now)
        }
        #expect(try #require(core.position).distance(to: truth) < 10)
    }
}
