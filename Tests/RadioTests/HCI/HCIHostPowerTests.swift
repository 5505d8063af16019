import Basics
import Testing

@testable import Radio

@Suite("HCI host: the power that advertisements state")
struct HCIHostPowerTests {
    private let start = Timestamp(milliseconds: 1_000_000)

    /// A payload that is the stated power, or empty of one.
    private static func stating(_ power: Int8?) -> [UInt8] {
        power.map { [2, 0x0A, UInt8(bitPattern: $0)] } ?? [2, 0x01, 0x06]
    }

    private func plan(requesting power: Int8? = nil) -> AdvertisingPlan {
        AdvertisingPlan(intervalMilliseconds: 100, requesting: power) { _, stated in
            AdvertisingMoment(payloads: [Self.stating(stated)])
        }
    }

    /// Sets a controller up and gives what it was asked, what it can do, and the payloads that it was given.
    private func run(
        _ plan: AdvertisingPlan, scan: Bool = false, extended: Bool = true, _ opcode: HCIOpcode,
        _ answer: ScriptedController.Answer
    ) -> (controller: ScriptedController, capabilities: ControllerCapabilities?, payloads: [[UInt8]]) {
        var host = HCIHost(role: .init(scan: scan, advertise: plan))
        var controller = ScriptedController()
        if !extended { controller.answers[.readLowEnergyFeatures] = .complete([0, 0, 0, 0, 0, 0, 0, 0, 0]) }
        controller.answers[opcode] = answer
        var actions = controller.carry(host.start(at: start), &host, at: start)
        actions += controller.pass(until: start.advanced(bySeconds: 3), &host)
        #expect(actions.failure == nil)
        let payloads = controller.asked.compactMap { command -> [UInt8]? in
            switch command.opcode {
            case .setAdvertisingData: Array(command.parameters[1..<1 + Int(command.parameters[0])])
            case .setExtendedAdvertisingData: Array(command.parameters[4...])
            default: nil
            }
        }
        return (controller, actions.capabilities, payloads)
    }

    @Test("an extended controller is believed, whatever it was asked for", arguments: [nil, -21, 8] as [Int8?])
    func selected(requested: Int8?) {
        let (controller, capabilities, payloads) = run(
            plan(requesting: requested), scan: true, .setExtendedAdvertisingParameters, .complete([0, 0xF0]))
        let parameters = controller.asked.first { $0.opcode == .setExtendedAdvertisingParameters }
        #expect(parameters?.parameters[19] == UInt8(bitPattern: requested ?? 0x7F))
        #expect(capabilities?.advertisingPower == -16)
        #expect(payloads == [Self.stating(-16)])
        #expect(!controller.opcodes.contains(.readAdvertisingPower))
    }

    @Test(
        "one that says nothing of use leaves what it was asked for, or nothing",
        arguments: [[0], [0, 0x7F], [0, 21], [0, 0x80]] as [[UInt8]])
    func notTold(answer: [UInt8]) {
        let silent = run(plan(), .setExtendedAdvertisingParameters, .complete(answer))
        #expect(silent.capabilities != nil && silent.capabilities?.advertisingPower == nil)
        #expect(silent.payloads == [Self.stating(nil)])
        let asked = run(plan(requesting: -21), .setExtendedAdvertisingParameters, .complete(answer))
        #expect(asked.payloads == [Self.stating(-21)])
    }

    @Test("a controller of Bluetooth 4 is asked what it sends with, and its owner knows better")
    func legacy() {
        let told = run(plan(), extended: false, .readAdvertisingPower, .complete([0, 4]))
        #expect(told.capabilities?.advertisingPower == 4 && told.payloads == [Self.stating(4)])
        let order = told.controller.opcodes.filter {
            [.setAdvertisingParameters, .readAdvertisingPower, .setAdvertisingData].contains($0)
        }
        #expect(order == [.setAdvertisingParameters, .readAdvertisingPower, .setAdvertisingData])
        let overridden = run(plan(requesting: -3), extended: false, .readAdvertisingPower, .complete([0, 4]))
        #expect(overridden.payloads == [Self.stating(-3)])
    }

    @Test("one that does not know the question still advertises", arguments: [true, false])
    func unknownQuestion(answers: Bool) {
        let (_, capabilities, payloads) = run(
            plan(), extended: false, .readAdvertisingPower, answers ? .status(HCIStatus.unknownCommand) : .silence)
        #expect(capabilities?.advertisingPower == nil && payloads == [Self.stating(nil)])
    }

    @Test("a plan that states no power asks nobody")
    func unstated() {
        let plain = AdvertisingPlan(intervalMilliseconds: 100) { _ in [[2, 1, 6]] }
        let (controller, _, _) = run(plain, extended: false, .readAdvertisingPower, .complete([0, 4]))
        #expect(!controller.opcodes.contains(.readAdvertisingPower))
    }

    @Test("while the power is awaited an address changes, and never meets the payload before it")
    func changingAddress() {
        let addresses = [0x1111_1111_1111, 0x2222_2222_2222].map { DeviceAddress(value: $0, kind: .random) }
        let change = start.advanced(byMilliseconds: 500)
        let plan = AdvertisingPlan(intervalMilliseconds: 100, requesting: nil) { now, _ in
            let number = now < change ? 0 : 1
            return AdvertisingMoment(payloads: [[2, 1, UInt8(number)]], address: addresses[number])
        }
        let controller = run(plan, extended: false, .readAdvertisingPower, .silence).controller
        var address: [UInt8] = []
        var payload: [UInt8] = []
        var sent: [[UInt8]] = []
        for command in controller.asked {
            switch command.opcode {
            case .setRandomAddress: address = command.parameters
            case .setAdvertisingData: payload = Array(command.parameters[1...3])
            case .setAdvertisingEnable where command.parameters == [1]: sent.append(address + payload)
            default: break
            }
        }
        #expect(!sent.isEmpty)
        for each in sent { #expect(each == addresses[Int(each[8])].littleEndianBytes + [2, 1, each[8]]) }
    }
}
