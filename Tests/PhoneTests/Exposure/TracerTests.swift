import Basics
import Beacons
import Exposure
import ExposureWire
import Radio
import Testing

@testable import Phone

@Suite("Tracing: sending and collecting")
struct TracerTests {
    private let start = TracingFixture.start

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `address and identifier change together, every fifteen minutes, and none comes back`(seed: UInt64) throws {
        var tracer = TracingFixture.phone(seed: seed)
        var pairs: [Identifier128: Set<DeviceAddress>] = [:]
        var now = start
        var changes = 0
        var last: TracingAdvertisement?
        for _ in 0..<2 * 24 * 60 {
            _ = tracer.tick(at: now)
            let sent = try #require(tracer.advertisement(at: now))
            #expect(sent.epoch == Epoch.index(at: now))
            if sent != last { changes += 1 }
            if let last { #expect((sent.identifier == last.identifier) == (sent.address == last.address)) }
            last = sent
            pairs[sent.identifier, default: []].insert(sent.address)
            now = now.advanced(bySeconds: 60)
        }
        #expect(changes == 2 * 96)
        #expect(pairs.count == 2 * 96)
        #expect(pairs.values.allSatisfy { $0.count == 1 })
        let addresses = Set(pairs.values.flatMap { $0 })
        #expect(addresses.count == 2 * 96)
        // Non-resolvable private addresses.
        #expect(addresses.allSatisfy { $0.kind == .random && $0.value >> 46 == 0 })
    }

    @Test func `what is sent fits, says the power, and is one of the day's identifiers`() throws {
        var tracer = TracingFixture.phone(seed: 1)
        _ = tracer.tick(at: start)
        let sent = try #require(tracer.advertisement(at: start))
        #expect(sent.payload.count == 30)
        let frame = Frame.exposure(ExposureFrame(identifier: sent.identifier, transmitPower: -21))
        #expect(try Frame(advertisement: sent.payload) == frame)
        let key = try #require(tracer.settings.keys?.newest.key)
        #expect(key.identifiers.contains(sent.identifier))
    }

    @Test(arguments: [-21, 0, 8, nil] as [Int8?])
    func `a radio that knows its power has it stated, and one that does not states none`(power: Int8?) throws {
        var tracer = TracingFixture.phone(seed: 1)
        _ = tracer.tick(at: start)
        let broadcast = TracingBroadcast()
        broadcast.send(tracer.currentSignal)
        let sent = try #require(tracer.advertisement(at: start))
        let moment = broadcast.moment(at: start, transmitPower: power)
        let frame = Frame.exposure(ExposureFrame(identifier: sent.identifier, transmitPower: power))
        #expect(moment.address == sent.address)
        #expect(try moment.payloads.map { try Frame(advertisement: $0) } == [frame])
    }

    @Test func `a phone that starts again in an epoch sends the same from the same address`() throws {
        var tracer = TracingFixture.phone(seed: 2)
        let later = start.advanced(bySeconds: 26 * 3600)
        _ = tracer.tick(at: later)
        var again = Tracer(restoring: tracer.snapshot)
        #expect(again.advertisement(at: later) == nil)
        _ = again.tick(at: later)
        #expect(again.advertisement(at: later) == tracer.advertisement(at: later))
        #expect(again.advertisement(at: later) != nil)
    }

    @Test func `after midnight nothing is sent until the new day has begun, and never yesterday's again`() throws {
        var tracer = TracingFixture.phone(seed: 3)
        let midnight = UTCDay(containing: start).advanced(by: 1).begin
        _ = tracer.tick(at: midnight.advanced(bySeconds: -1))
        #expect(tracer.advertisement(at: midnight) == nil)
        _ = tracer.tick(at: midnight)
        #expect(tracer.advertisement(at: midnight) != nil)
        // A clock that is put back by a day: those identifiers were sent before.
        _ = tracer.tick(at: start)
        #expect(tracer.advertisement(at: start) == nil)
        _ = tracer.tick(at: midnight)
        #expect(tracer.advertisement(at: midnight) != nil)
    }

    @Test func `two phones side by side have contacts, one across the street has none`() {
        var ana = TracingFixture.phone(seed: 4)
        var ben = TracingFixture.phone(seed: 5)
        var far = TracingFixture.phone(seed: 6)
        TracingFixture.meet(&ana, &ben, from: start, minutes: 30)
        TracingFixture.meet(&ana, &far, from: start.advanced(bySeconds: 1800), minutes: 30, rssi: -95)
        _ = ana.tick(at: start.advanced(bySeconds: 3600))
        // Two epochs of three windows each; by the original rule −21 + 95 = 74 dB is too far.
        #expect(ana.contacts.map(\.windows) == [3, 3])
        #expect(ana.contactDays.map(\.contacts) == [2])
        #expect(ana.heard.observations.isEmpty)
    }

    @Test func `what is no frame of tracing, unmeasured, or one's own is passed over`() throws {
        var tracer = TracingFixture.phone(seed: 7)
        var other = TracingFixture.phone(seed: 8)
        _ = tracer.tick(at: start)
        _ = other.tick(at: start)
        let own = try #require(tracer.advertisement(at: start))
        let sent = try #require(other.advertisement(at: start))
        tracer.hear(TracingFixture.heard(own, at: start))
        tracer.hear(TracingFixture.heard(sent, at: start, rssi: nil))
        tracer.hear(TracingFixture.heard(sent, at: start, rssi: 127))
        let short = Array(sent.payload.prefix(7)) + [18, 0x16, 0x68, 0xFD] + [UInt8](repeating: 1, count: 15)
        let long = Array(sent.payload.prefix(7)) + [20, 0x16, 0x68, 0xFD] + [UInt8](repeating: 1, count: 17)
        let notification = Frame.exposureNotification(
            ExposureNotificationFrame(
                rollingProximityIdentifier: sent.identifier, associatedEncryptedMetadata: 0))
        for data in [short, long, notification.advertisement, []] {
            tracer.hear(HeardAdvertisement(time: start, address: sent.address, rssi: -50, data: data))
        }
        #expect(tracer.heard.observations.isEmpty)
        tracer.hear(TracingFixture.heard(sent, at: start))
        #expect(tracer.heard.observations.map(\.transmitPower) == [-21])
        // Yesterday's own may come back in an echo just after midnight.
        let midnight = UTCDay(containing: start).advanced(by: 1).begin
        _ = tracer.tick(at: midnight)
        tracer.hear(TracingFixture.heard(own, at: midnight))
        #expect(tracer.heard.observations.isEmpty)
    }

    @Test func `off means off, and on again goes on with the same chain`() throws {
        var tracer = TracingFixture.phone(seed: 9)
        var other = TracingFixture.phone(seed: 10)
        TracingFixture.meet(&tracer, &other, from: start, minutes: 20)
        let off = start.advanced(bySeconds: 1200)
        _ = tracer.switchOff(at: off)
        #expect(tracer.advertisement(at: off) == nil)
        // What was collected before is a contact, and nothing is added.
        let contacts = tracer.contacts.count
        #expect(contacts == 1)
        TracingFixture.meet(&tracer, &other, from: off, minutes: 40)
        #expect(tracer.contacts.count == contacts)
        var random = SplitMix64(seed: 11)
        let later = start.advanced(bySeconds: 3 * 86_400)
        let step = tracer.switchOn(at: later, using: &random)
        #expect(step != nil)
        #expect(tracer.settings.keys?.entries.count == 4)
        #expect(tracer.advertisement(at: later) != nil)
        #expect(tracer.settings.startedOn == UTCDay(containing: start))
    }

    @Test func `heartbeats come on days 2, 6 and 7, once each, and after a pause only the latest`() {
        var tracer = TracingFixture.phone(seed: 12)
        var told: [Int: [TracingNotice.Kind]] = [:]
        for day in 0...21 {
            for hour in 0..<24 as Range<Int64> {
                let step = tracer.tick(at: start.advanced(bySeconds: Int64(day) * 86_400 + hour * 3600))
                if !step.notices.isEmpty { told[day, default: []] += step.notices.map(\.kind) }
            }
        }
        #expect(
            told.values.flatMap { $0 }.count == 3
                && tracer.settings.notices.map(\.kind) == [
                    .heartbeat(days: 2), .heartbeat(days: 6), .heartbeat(days: 7),
                ])
        var sleeper = TracingFixture.phone(seed: 13)
        let step = sleeper.tick(at: start.advanced(bySeconds: 10 * 86_400))
        #expect(step.notices.map(\.kind) == [.heartbeat(days: 7)])
    }

    @Test func `after 21 days everything is forgotten, also when the phone slept`() {
        var ana = TracingFixture.phone(seed: 14)
        var ben = TracingFixture.phone(seed: 15)
        TracingFixture.meet(&ana, &ben, from: start, minutes: 15)
        let day21 = UTCDay(containing: start).advanced(by: 21).begin
        _ = ana.tick(at: day21)
        #expect(ana.contacts.count == 1)
        #expect(ana.settings.keys?.entries.count == 22)
        _ = ana.tick(at: day21.advanced(bySeconds: 86_400))
        #expect(ana.contacts.isEmpty && ana.settings.keys?.entries.count == 22)
        #expect(ana.settings.notices.allSatisfy { $0.day > UTCDay(containing: start) })
    }

    @Test func `a flood of identifiers neither fills the memory nor drives out who stays`() throws {
        var policy = TracingPolicy.standard
        policy.mostIdentifiers = 100
        var random = SplitMix64(seed: 16)
        var tracer = Tracer(policy: policy, rule: .original, using: &random)
        _ = tracer.switchOn(at: start, using: &random)
        var friend = TracingFixture.phone(seed: 17)
        for second in 0..<1000 as Range<Int64> {
            let now = start.advanced(bySeconds: second)
            _ = tracer.tick(at: now)
            _ = friend.tick(at: now)
            for _ in 0..<20 {
                let frame = ExposureFrame(
                    identifier: Identifier128(high: random.next(), low: random.next()), transmitPower: -21)
                tracer.hear(
                    HeardAdvertisement(
                        time: now, address: DeviceAddress(value: random.next(), kind: .random), rssi: -50,
                        data: Frame.exposure(frame).advertisement))
            }
            if let sent = friend.advertisement(at: now) { tracer.hear(TracingFixture.heard(sent, at: now)) }
            #expect(Set(tracer.heard.observations.map(\.identifier)).count <= 100)
        }
        let key = try #require(friend.settings.keys?.newest.key)
        let known = Set(key.identifiers)
        #expect(tracer.contacts.contains { known.contains($0.identifier) && $0.windows == 3 })
    }

    @Test func `of one identifier ten readings a second are kept, and of all no more than the limit`() throws {
        var tracer = TracingFixture.phone(seed: 18)
        var other = TracingFixture.phone(seed: 19)
        _ = tracer.tick(at: start)
        _ = other.tick(at: start)
        let sent = try #require(other.advertisement(at: start))
        for milliseconds in stride(from: 0 as Int64, to: 10_000, by: 10) {
            tracer.hear(TracingFixture.heard(sent, at: start.advanced(byMilliseconds: milliseconds)))
        }
        #expect(tracer.heard.observations.count == 100)
        var policy = TracingPolicy.standard
        policy.mostReadings = 20
        var heard = HeardIdentifiers(policy)
        for second in 0..<100 as Range<Int64> {
            let observation = Observation(
                time: start.advanced(bySeconds: second), identifier: sent.identifier, transmitPower: nil, rssi: -60)
            let isKept = heard.append(observation)
            #expect(isKept == (second < 20))
        }
        // What has been taken out makes room.
        let taken = heard.take(before: start.advanced(bySeconds: 10))
        #expect(taken.count == 10)
        let later = Observation(
            time: start.advanced(bySeconds: 100), identifier: sent.identifier, transmitPower: nil, rssi: -60)
        let isKept = heard.append(later)
        #expect(isKept)
    }

    @Test func `without a journal no changes are made, with one they repeat everything`() {
        var silent = TracingFixture.phone(seed: 20)
        #expect(silent.tick(at: start.advanced(bySeconds: 90_000)).changes.isEmpty)
        var kept = TracingFixture.phone(seed: 20, keepsJournal: true)
        #expect(!kept.tick(at: start.advanced(bySeconds: 90_000)).changes.isEmpty)
    }

    @Test func `the case code has the oldest key, its day and the installation, and words to compare`() throws {
        var tracer = TracingFixture.phone(seed: 21)
        let now = start.advanced(bySeconds: 3 * 86_400)
        _ = tracer.tick(at: now)
        let code = try #require(tracer.caseCode(at: now))
        let oldest = try #require(tracer.settings.keys?.oldest)
        #expect(Array(code.bytes.prefix(32)) == oldest.key.bytes)
        #expect(code.bytes[32..<36].reduce(0) { $0 << 8 | Int($1) } == oldest.day.number)
        #expect(Array(code.bytes.suffix(16)) == tracer.settings.application.bytes)
        let url = code.url(base: "https://cerca.example/")
        #expect(url.hasPrefix("https://cerca.example/console/health#case=V1."))
        #expect(url.split(separator: ".").last?.count == 70)
        #expect(url.split(separator: ".").last?.contains { "+/= ".contains($0) } == false)
        #expect(code.checkWords.count == 9)
    }
}
