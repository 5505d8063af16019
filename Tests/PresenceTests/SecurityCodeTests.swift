import Basics
import Beacons
import Presence
import Testing

@Suite("Security codes and windows")
struct SecurityCodeTests {
    /// Computed with Python's `hmac` module from the definition in the design.
    @Test(
        "the code is the first 14 bytes of the HMAC over UUID, major, minor and window",
        arguments: [
            ([UInt8](0..<32), 100, 7, 29_920_890, "654f7d09e083d09960d6edab4d1f"),
            ([UInt8](repeating: 0xFF, count: 32), 0, 65_535, -1, "5353cb1497e3ee1467904f46d748"),
            ([UInt8](repeating: 0, count: 32), 65_535, 0, 0, "b9f9e12fb7364a776ce772a0d24f"),
        ] as [([UInt8], UInt16, UInt16, Int64, String)])
    func vectors(key: [UInt8], major: UInt16, minor: UInt16, window: Int64, code: String) throws {
        let key = try #require(BeaconKey(bytes: key))
        let identity = BeaconIdentity(uuid: .example, major: major, minor: minor)
        #expect(SecurityCode.make(key: key, identity: identity, window: window).hexadecimal == code)
        #expect(SecurityCode.makePortably(key: key, identity: identity, window: window).hexadecimal == code)
    }

    @Test("the portable code is the code, for any beacon", arguments: 0..<32 as Range<UInt64>)
    func portable(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let key = BeaconKey(using: &random)
        let uuid = UUID128(high: random.next(), low: random.next())
        let identity = BeaconIdentity(
            uuid: uuid, major: UInt16(truncatingIfNeeded: random.next()),
            minor: UInt16(truncatingIfNeeded: random.next()))
        let window = Int64(bitPattern: random.next())
        #expect(
            SecurityCode.make(key: key, identity: identity, window: window)
                == SecurityCode.makePortably(key: key, identity: identity, window: window))
    }

    @Test("another key, UUID, major, minor or window gives another code")
    func everythingCounts() throws {
        let key = try #require(BeaconKey(bytes: [UInt8](0..<32)))
        let otherKey = try #require(BeaconKey(bytes: [UInt8](1...32)))
        let identity = BeaconIdentity(uuid: .example, major: 100, minor: 7)
        let code = SecurityCode.make(key: key, identity: identity, window: 5)
        let otherUUID = BeaconIdentity(uuid: UUID128(high: 1, low: 2), major: 100, minor: 7)
        let otherMajor = BeaconIdentity(uuid: .example, major: 101, minor: 7)
        let otherMinor = BeaconIdentity(uuid: .example, major: 100, minor: 8)
        #expect(code != .make(key: otherKey, identity: identity, window: 5))
        #expect(code != .make(key: key, identity: otherUUID, window: 5))
        #expect(code != .make(key: key, identity: otherMajor, window: 5))
        #expect(code != .make(key: key, identity: otherMinor, window: 5))
        #expect(code != .make(key: key, identity: identity, window: 6))
        #expect(code == .make(key: key, identity: identity, window: 5))
    }

    @Test("a window begins at its first millisecond and ends before the next one's")
    func windows() {
        #expect(SecurityWindow.index(at: Timestamp(milliseconds: 0), periodSeconds: 60) == 0)
        #expect(SecurityWindow.index(at: Timestamp(milliseconds: 59_999), periodSeconds: 60) == 0)
        #expect(SecurityWindow.index(at: Timestamp(milliseconds: 60_000), periodSeconds: 60) == 1)
        #expect(SecurityWindow.index(at: Timestamp(milliseconds: -1), periodSeconds: 60) == -1)
        #expect(SecurityWindow.start(of: 3, periodSeconds: 30) == Timestamp(seconds: 90))
    }

    @Test("a nonsensical period counts as the nearest that makes sense")
    func periods() {
        let time = Timestamp(seconds: 100_000)
        for period in [0, -60, .min] as [Int64] {
            #expect(SecurityWindow.index(at: time, periodSeconds: period) == 100_000)
        }
        #expect(SecurityWindow.index(at: time, periodSeconds: .max) == 1)
        #expect(SecurityWindow.start(of: .max, periodSeconds: 60).milliseconds == .max)
        #expect(SecurityWindow.start(of: .min, periodSeconds: 60).milliseconds == .min)
    }
}
