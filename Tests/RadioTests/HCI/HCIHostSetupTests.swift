import Basics
import Testing

@testable import Radio

@Suite("HCI host: setting a controller up")
struct HCIHostSetupTests {
    private let start = Timestamp(milliseconds: 1_000_000)
    private let plan = AdvertisingPlan(intervalMilliseconds: 100) { _ in [[2, 1, 6]] }

    @Test("a scanner gets a random static address before its scan parameters, and only extended commands")
    func extendedScan() {
        var host = HCIHost(role: .init(scan: true))
        var controller = ScriptedController()
        let actions = controller.carry(host.start(at: start), &host, at: start)
        let ready = actions.capabilities
        #expect(ready?.commandFamily == .extended)
        #expect(ready?.version == 11)
        #expect(ready?.manufacturer == 0x0102)
        #expect(ready?.publicAddress?.description == "06:05:04:03:02:01")
        #expect(ready?.randomAddress?.description == "c6:55:44:33:22:11")
        #expect(!controller.opcodes.contains { $0.isLegacy })
        let address = controller.opcodes.firstIndex(of: .setRandomAddress) ?? .max
        let parameters = controller.opcodes.firstIndex(of: .setExtendedScanParameters) ?? .min
        #expect(address < parameters)
        #expect(controller.asked.last == .setExtendedScanEnable(true))
    }

    @Test("a controller without extended advertising gets legacy commands only")
    func legacy() {
        var host = HCIHost(role: .init(scan: true, advertise: plan))
        var controller = ScriptedController()
        controller.answers[.readLowEnergyFeatures] = .complete([0, 0, 0, 0, 0, 0, 0, 0, 0])
        let actions = controller.carry(host.start(at: start), &host, at: start)
        #expect(actions.capabilities?.commandFamily == .legacy)
        #expect(!controller.opcodes.contains { $0.isExtended })
        #expect(controller.asked.contains(.setAdvertisingEnable(true)))
        #expect(controller.asked.last == .setScanEnable(true))
    }

    @Test("questions that get no answer cost a time-out each and no more")
    func silentQuestions() {
        var host = HCIHost(role: .init(scan: true))
        var controller = ScriptedController()
        for opcode: HCIOpcode in [.readLocalVersion, .readSupportedCommands, .readLocalFeatures, .random, .readAddress]
        {
            controller.answers[opcode] = .silence
        }
        controller.answers[.readLowEnergyFeatures] = .status(HCIStatus.unknownCommand)
        var actions = controller.carry(host.start(at: start), &host, at: start)
        #expect(actions.isEmpty)
        actions = controller.pass(until: start.advanced(bySeconds: 6), &host)
        #expect(actions.capabilities?.commandFamily == .legacy)
        #expect(actions.capabilities?.publicAddress == nil)
        #expect(actions.failure == nil)
    }

    @Test("a reset is tried three times, then given up")
    func deadController() {
        var host = HCIHost(role: .init(scan: true))
        var controller = ScriptedController()
        controller.answers[.reset] = .silence
        var actions = controller.carry(host.start(at: start), &host, at: start)
        actions += controller.pass(until: start.advanced(bySeconds: 60), &host)
        #expect(actions == [.failed(.noAnswer(.reset))])
        #expect(controller.opcodes == [.reset, .reset, .reset])
        #expect(host.nextDeadline == nil)
        #expect(host.tick(at: start.advanced(bySeconds: 61)).isEmpty)
        #expect(host.receive([4, 0x0E, 4, 1, 3, 0x0C, 0], at: start).isEmpty)
    }

    @Test("a required command that is refused fails, by Command Complete and by Command Status")
    func refusals() {
        for answer in [ScriptedController.Answer.complete([0x12]), .status(0x12)] {
            var host = HCIHost(role: .init(scan: true))
            var controller = ScriptedController()
            controller.answers[.setExtendedScanEnable] = answer
            let actions = controller.carry(host.start(at: start), &host, at: start)
            #expect(actions == [.failed(.refused(.setExtendedScanEnable, status: 0x12))])
        }
    }

    @Test(
        "extended commands promised in vain lead to a reset and the legacy ones",
        arguments: [true, false])
    func fallsBack(answers: Bool) {
        var host = HCIHost(role: .init(scan: true))
        var controller = ScriptedController()
        controller.answers[.setExtendedScanParameters] = answers ? .status(HCIStatus.unknownCommand) : .silence
        var actions = controller.carry(host.start(at: start), &host, at: start)
        actions += controller.pass(until: start.advanced(bySeconds: 3), &host)
        #expect(actions.capabilities?.commandFamily == .legacy)
        let reset = controller.opcodes.lastIndex(of: .reset) ?? 0
        #expect(reset > 0)
        #expect(!controller.opcodes[reset...].contains { $0.isExtended })
    }

    @Test("one command at a time, and none while the controller grants none")
    func flowControl() {
        var host = HCIHost(role: .init(scan: true))
        var actions = host.start(at: start)
        #expect(actions == [.send(HCICommand(.reset).packet)])
        actions = host.receive([0x04, 0x0E, 0x04, 0x00, 0x03, 0x0C, 0x00], at: start)
        #expect(actions.isEmpty)
        // Command Complete for no command only grants credits.
        actions = host.receive([0x04, 0x0E, 0x03, 0x05, 0x00, 0x00], at: start)
        #expect(actions == [.send(HCICommand(.readLocalVersion).packet)])
    }

    @Test("a controller that never grants a command again is given up")
    func starved() {
        var host = HCIHost(role: .init(scan: true))
        _ = host.start(at: start)
        _ = host.receive([0x04, 0x0E, 0x04, 0x00, 0x03, 0x0C, 0x00], at: start)
        let deadline = host.nextDeadline ?? start
        #expect(deadline > start)
        #expect(host.tick(at: deadline).failure == .noAnswer(.readLocalVersion))
    }

    @Test("a late answer to a command given up is ignored")
    func lateAnswer() {
        var host = HCIHost(role: .init(scan: true))
        var controller = ScriptedController()
        controller.answers[.readLocalVersion] = .silence
        _ = controller.carry(host.start(at: start), &host, at: start)
        _ = host.tick(at: start.advanced(bySeconds: 1))
        let late = host.receive([0x04, 0x0E, 0x04, 0x01, 0x01, 0x10, 0x00], at: start.advanced(bySeconds: 1))
        #expect(late.isEmpty)
    }

    @Test("an advertiser with a public address sets no random one")
    func publicAddress() {
        let address = DeviceAddress(value: 0x0102_0304_0506, kind: .public)
        var host = HCIHost(
            role: .init(
                scan: false,
                advertise: AdvertisingPlan(intervalMilliseconds: 100, address: address) { _ in [[2, 1, 6]] }))
        var controller = ScriptedController()
        let actions = controller.carry(host.start(at: start), &host, at: start)
        #expect(actions.capabilities != nil)
        #expect(!controller.opcodes.contains(.setRandomAddress))
        #expect(!controller.opcodes.contains(.setAdvertisingSetRandomAddress))
        let parameters = controller.asked.first { $0.opcode == .setExtendedAdvertisingParameters }
        #expect(parameters?.parameters[10] == 0)
    }

    @Test("a stream without packets is not HCI")
    func notHCI() {
        var host = HCIHost(role: .init(scan: true))
        _ = host.start(at: start)
        let actions = host.receive([UInt8](repeating: 0x55, count: 5000), at: start)
        #expect(actions == [.failed(.notHCI)])
    }

    @Test("any bytes at all are taken without a trap", arguments: 0..<32 as Range<UInt64>)
    func anyBytes(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var host = HCIHost(role: .init(scan: true, advertise: plan))
        var controller = ScriptedController()
        _ = controller.carry(host.start(at: start), &host, at: start)
        for _ in 0..<200 {
            var bytes = (0..<random.next() % 60).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            // Half of them look like an event of some known kind.
            if random.next() & 1 == 0, bytes.count > 3 {
                bytes[0] = 4
                bytes[1] = [0x0E, 0x0F, 0x3E, 0x3E][Int(random.next() & 3)]
                bytes[2] = UInt8(bytes.count - 3)
                bytes[3] = [0x02, 0x0D][Int(random.next() & 1)]
            }
            _ = host.receive(bytes, at: start)
        }
    }
}
