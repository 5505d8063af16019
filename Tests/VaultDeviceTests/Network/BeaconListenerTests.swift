import Basics
import Beacons
import Presence
import Radio
import Testing
import Vault

@testable import VaultDevice

@Suite("Hearing a beacon and its code")
struct BeaconListenerTests {
    private static let identity = BeaconIdentity(uuid: UUID128(high: 1, low: 2), major: 100, minor: 7)
    private static let start = Timestamp(milliseconds: 1_795_000_000_000)

    private let evidence: BeaconEvidence
    private let position = Frame.iBeacon(IBeacon(identity: identity, measuredPower: -59))

    init() throws {
        evidence = BeaconEvidence(of: try Self.beacon())
    }

    @Test("the code alone proves nothing, nor does the position frame")
    func both() throws {
        var (first, second) = (evidence, evidence)
        first.hear(Self.heard(position, -60))
        #expect(first.sighting == nil)
        second.hear(Self.heard(try Self.code(1), -60))
        #expect(second.sighting == nil)
        second.hear(Self.heard(position, -60, after: 5))
        let sighting = try #require(second.sighting)
        #expect(sighting.identity == Self.identity && sighting.heardAt == Self.start)
        #expect(sighting.code == SecurityCode(high: 1, low: 1))
    }

    @Test("a weaker sender of another code, a forger from afar, does not replace the beacon's")
    func strongest() throws {
        var heard = evidence
        heard.hear(Self.heard(position, -60))
        heard.hear(Self.heard(try Self.code(1), -60))
        heard.hear(Self.heard(try Self.code(2), -80, after: 1))
        #expect(heard.sighting?.code == SecurityCode(high: 1, low: 1))
        heard.hear(Self.heard(try Self.code(3), -55, after: 2))
        #expect(heard.sighting?.code == SecurityCode(high: 3, low: 3))
    }

    @Test("the same code counts from when it was heard last, even if more weakly")
    func newest() throws {
        var heard = evidence
        heard.hear(Self.heard(position, -60))
        heard.hear(Self.heard(try Self.code(1), -60))
        heard.hear(Self.heard(try Self.code(1), -70, after: 3))
        #expect(heard.sighting?.heardAt == Self.start.advanced(bySeconds: 3))
    }

    @Test("other beacons, and what is no beacon, say nothing")
    func others() throws {
        var heard = evidence
        let neighbour = BeaconIdentity(uuid: UUID128(high: 1, low: 2), major: 100, minor: 8)
        let stranger = BeaconIdentity(uuid: UUID128(high: 1, low: 3), major: 100, minor: 7)
        heard.hear(Self.heard(.iBeacon(IBeacon(identity: neighbour, measuredPower: -59)), -40))
        heard.hear(Self.heard(.iBeacon(IBeacon(identity: stranger, measuredPower: -59)), -40))
        heard.hear(Self.heard(try Self.code(1), -60))
        heard.hear(HeardAdvertisement(time: Self.start, address: Self.address, rssi: -40, data: [0xFF, 0x01]))
        #expect(heard.sighting == nil)
    }

    @Test("a controller that is not there is said, and not waited for")
    func noRadio() async throws {
        // Port 1 of this machine: nobody listens there.
        let listener = BeaconListener(transport: .tcp(host: "127.0.0.1", port: 1))
        let beacon = try Self.beacon()
        let fault = await #expect(throws: BeaconListener.Fault.self) {
            try await listener.sighting(of: beacon, within: .seconds(30))
        }
        guard case .radio(let reason)? = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
        #expect(reason.contains("127.0.0.1"))
    }

    private static var address: DeviceAddress { DeviceAddress(value: 0xC1A2_B3C4_D5E6, kind: .random) }

    private static func beacon() throws -> PresenceFactor.Beacon {
        try #require(PresenceFactor.Beacon(uuid: identity.uuid.bytes, major: identity.major, minor: identity.minor))
    }

    private static func code(_ number: UInt64) throws -> Frame {
        .security(
            SecurityFrame(major: identity.major, minor: identity.minor, code: SecurityCode(high: number, low: number)))
    }

    private static func heard(_ frame: Frame, _ rssi: Int8, after seconds: Int64 = 0) -> HeardAdvertisement {
        HeardAdvertisement(
            time: start.advanced(bySeconds: seconds), address: address, rssi: rssi, data: frame.advertisement)
    }
}
