import Basics
import Beacons
import Testing

@testable import Radio

@Suite("HCI host: at work")
struct HCIHostWorkTests {
    private let start = Timestamp(milliseconds: 1_000_000)
    private let first: [UInt8] = [2, 1, 6]
    private let second: [UInt8] = [3, 3, 0xAA, 0xFE]

    private func running(
        _ role: HCIHost.Role, _ change: (inout ScriptedController) -> Void = { _ in }
    ) -> (HCIHost, ScriptedController) {
        var host = HCIHost(role: role)
        var controller = ScriptedController()
        change(&controller)
        let actions = controller.carry(host.start(at: start), &host, at: start)
        #expect(actions.capabilities != nil)
        return (host, controller)
    }

    private func hex(_ text: String) -> [UInt8] {
        [UInt8](hexadecimal: text) ?? []
    }

    @Test("legacy and extended reports are heard, whichever scan was started")
    func bothReports() {
        var (host, _) = running(.init(scan: true))
        // As RootCanal and Bumble sent them.
        let legacy = hex(
            "043e2a02010301e6d5c4b3a2c11e0201061aff4c000215e2c56db5dffb48d2b060d0f5a71096e000640007c5fb")
        let extended = hex(
            "043e380d01010001e6d5c4b3a2c101010000ce0000000000000000001e0201061aff4c000215"
                + "e2c56db5dffb48d2b060d0f5a71096e000640007c5")
        let now = start.advanced(bySeconds: 1)
        let heard = host.receive(legacy + extended, at: now).heard
        #expect(heard.map(\.rssi) == [-5, -50])
        #expect(heard.allSatisfy { $0.address.description == "c1:a2:b3:c4:d5:e6" && $0.time == now })
        #expect(heard.first?.data == heard.last?.data)
        guard case .iBeacon(let beacon)? = heard.first?.frames.first(where: { _ in true }) else {
            Issue.record("no iBeacon frame")
            return
        }
        #expect(beacon.identity.major == 100)
    }

    @Test("scan responses are dropped, since nobody asked for them")
    func scanResponses() {
        var (host, _) = running(.init(scan: true))
        let legacy: [UInt8] = [0x04, 0x3E, 15, 0x02, 0x01, 0x04, 0x01, 1, 2, 3, 4, 5, 6, 3, 2, 1, 6, 0xC4]
        #expect(host.receive(legacy, at: start).isEmpty)
    }

    @Test("an advertiser that does not scan reports nothing")
    func notScanning() {
        var (host, _) = running(
            .init(scan: false, advertise: AdvertisingPlan(intervalMilliseconds: 100) { _ in [[2, 1, 6]] }))
        let legacy: [UInt8] = [0x04, 0x3E, 15, 0x02, 0x01, 0x03, 0x01, 1, 2, 3, 4, 5, 6, 3, 2, 1, 6, 0xC4]
        #expect(host.receive(legacy, at: start).isEmpty)
    }

    @Test("payloads take turns at each interval by changing data alone", arguments: [true, false])
    func turns(extended: Bool) {
        let payloads = [first, second]
        var (host, controller) = running(
            .init(scan: false, advertise: AdvertisingPlan(intervalMilliseconds: 100) { _ in payloads })
        ) {
            if !extended { $0.answers[.readLowEnergyFeatures] = .complete([0, 0, 0, 0, 0, 0, 0, 0, 0]) }
        }
        let before = controller.asked.count
        _ = controller.pass(until: start.advanced(byMilliseconds: 400), &host)
        let expected = [second, first, second, first].map { payload -> HCICommand in
            extended ? .setExtendedAdvertisingData(payload) : .setAdvertisingData(payload)
        }
        #expect(Array(controller.asked[before...]) == expected)
    }

    @Test("a payload that stays is sent to the controller once")
    func constantPayload() {
        var (host, controller) = running(
            .init(scan: false, advertise: AdvertisingPlan(intervalMilliseconds: 100) { _ in [[2, 1, 6]] }))
        let before = controller.asked.count
        _ = controller.pass(until: start.advanced(bySeconds: 5), &host)
        #expect(controller.asked.count == before)
    }

    @Test("a controller that refuses new data while sending gets it in a pause from then on")
    func pauses() {
        let payloads = [first, second]
        var (host, controller) = running(
            .init(scan: false, advertise: AdvertisingPlan(intervalMilliseconds: 100) { _ in payloads }))
        controller.answers[.setExtendedAdvertisingData] = .complete([HCIStatus.commandDisallowed])
        let before = controller.asked.count
        _ = controller.carry(host.tick(at: start.advanced(byMilliseconds: 100)), &host, at: start)
        #expect(
            controller.asked[before...].prefix(2) == [
                .setExtendedAdvertisingData(second), .setExtendedAdvertisingEnable(false),
            ])
    }

    @Test("nothing to send stops the advertising, something to send starts it again")
    func silence() {
        let limit = start.advanced(byMilliseconds: 250)
        var (host, controller) = running(
            .init(
                scan: false,
                advertise: AdvertisingPlan(intervalMilliseconds: 100) { $0 < limit ? [[2, 1, 6]] : [] }))
        _ = controller.pass(until: start.advanced(byMilliseconds: 350), &host)
        #expect(controller.asked.last == .setExtendedAdvertisingEnable(false))
    }

    @Test("more than 31 bytes are never sent", arguments: [true, false])
    func tooLong(atOnce: Bool) {
        let limit = start.advanced(byMilliseconds: atOnce ? -1 : 50)
        var host = HCIHost(
            role: .init(
                scan: false,
                advertise: AdvertisingPlan(intervalMilliseconds: 100) { now in
                    [[UInt8](repeating: 0, count: now > limit ? 32 : 31)]
                }))
        var controller = ScriptedController()
        var actions = controller.carry(host.start(at: start), &host, at: start)
        actions += controller.pass(until: start.advanced(bySeconds: 1), &host)
        #expect(actions.failure == .payloadTooLong(32))
        #expect(controller.asked.allSatisfy { $0.parameters.count <= 35 })
    }

    @Test("a silent controller is asked after ten seconds, and given up when it does not answer")
    func goneSilent() {
        var (host, controller) = running(.init(scan: true))
        var actions = controller.pass(until: start.advanced(bySeconds: 35), &host)
        #expect(actions.isEmpty)
        #expect(controller.opcodes.suffix(3) == [.readAddress, .readAddress, .readAddress])
        controller.answers[.readAddress] = .silence
        actions = controller.pass(until: start.advanced(bySeconds: 60), &host)
        #expect(actions == [.failed(.noAnswer(.readAddress))])
    }

    @Test("failing hardware is given up")
    func hardwareError() {
        var (host, _) = running(.init(scan: true))
        #expect(host.receive([0x04, 0x10, 0x01, 0x42], at: start) == [.failed(.hardware(code: 0x42))])
    }

    @Test("deadlines follow a clock that is set back")
    func clockSetBack() {
        let payloads = [first, second]
        var (host, controller) = running(
            .init(scan: false, advertise: AdvertisingPlan(intervalMilliseconds: 100) { _ in payloads }))
        let past = start.advanced(bySeconds: -3600)
        _ = controller.carry(host.tick(at: past), &host, at: past)
        let deadline = host.nextDeadline ?? start
        #expect(deadline <= past.advanced(byMilliseconds: 100))
    }

    @Test("the farewell stops the advertising and resets")
    func farewell() {
        let (host, _) = running(
            .init(scan: true, advertise: AdvertisingPlan(intervalMilliseconds: 100) { _ in [[2, 1, 6]] }))
        #expect(host.farewell().hexadecimal == "013920020000" + "01030c00")
        #expect(HCIHost(role: .init(scan: true)).farewell().isEmpty)
    }

    @Test("a host can start again after a failure")
    func startAgain() {
        var (host, controller) = running(.init(scan: true))
        _ = host.receive([0x04, 0x10, 0x01, 0x42], at: start)
        let actions = controller.carry(host.start(at: start), &host, at: start)
        #expect(actions.capabilities?.commandFamily == .extended)
    }
}
