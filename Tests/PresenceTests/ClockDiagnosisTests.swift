import Basics
import Beacons
import Presence
import Testing

/// What refused codes say about the clocks and periods of beacons.
@Suite("Diagnoses of clocks")
struct ClockDiagnosisTests {
    private let identity = BeaconIdentity(uuid: UUID128(high: 1, low: 2), major: 100, minor: 1)

    private let now = Timestamp(seconds: 1_795_253_403)

    private func diagnosis(
        offset: Int64, sentPeriod: Int64 = 8, period: Int64 = 8, floor: Int64 = -30_000, key other: UInt8 = 7
    ) throws -> ClockDiagnosis? {
        let key = try #require(BeaconKey(bytes: [UInt8](repeating: 7, count: 32)))
        let sender = try #require(BeaconKey(bytes: [UInt8](repeating: other, count: 32)))
        let window = SecurityWindow.index(at: now.advanced(byMilliseconds: offset), periodSeconds: sentPeriod)
        let code = SecurityCode.make(key: sender, identity: identity, window: window)
        return ClockDiagnosis(
            code, of: identity, key: key, periodSeconds: period,
            clock: BeaconClock(floor: floor, ceiling: max(floor, 30_000), asOf: now), at: now)
    }

    @Test("a clock that was ahead and is right now went back by about what it was ahead", arguments: [20, 30, 60])
    func wentBack(ahead: Int64) throws {
        guard case .wentBack(let back) = try diagnosis(offset: 0, floor: ahead * 1000) else {
            Issue.record("no clock that went back")
            return
        }
        #expect(abs(back - ahead * 1000) <= 4000)
    }

    @Test(
        "local time and clocks that are minutes off are told by how much",
        arguments: [3600, -3600, 7200, 19_800, -34_200])
    func localTime(seconds: Int64) throws {
        guard case .off(let off) = try diagnosis(offset: seconds * 1000) else {
            Issue.record("no offset")
            return
        }
        #expect(abs(off - seconds * 1000) <= 4000)
    }

    @Test(
        "the right key with another period is told by the period", arguments: [(60, 8), (8, 60), (30, 60), (3600, 8)])
    func otherPeriod(sent: Int64, period: Int64) throws {
        #expect(try diagnosis(offset: 0, sentPeriod: sent, period: period) == .otherPeriod(seconds: sent))
    }

    @Test("another key says nothing")
    func otherKey() throws {
        #expect(try diagnosis(offset: 0, key: 8) == nil)
        #expect(try diagnosis(offset: 3_600_000, key: 8) == nil)
    }
}
