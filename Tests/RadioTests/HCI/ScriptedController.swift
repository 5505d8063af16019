import Basics

@testable import Radio

/// A controller that answers as a table says, and notes what it was asked.
struct ScriptedController {
    enum Answer {
        /// Command Complete with this result, status first.
        case complete([UInt8])
        /// Command Status.
        case status(UInt8)
        case silence
    }

    /// Answers that differ from success without more.
    var answers: [HCIOpcode: Answer] = [
        .readLocalVersion: .complete([0, 11, 0, 0, 11, 0x02, 0x01, 0, 0]),
        .readLowEnergyFeatures: .complete([0, 0, 0x10, 0, 0, 0, 0, 0, 0]),
        .readAddress: .complete([0, 1, 2, 3, 4, 5, 6]),
        .random: .complete([0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x06, 0x77, 0x88]),
    ]
    var credits: UInt8 = 1
    private(set) var asked: [HCICommand] = []

    var opcodes: [HCIOpcode] { asked.map(\.opcode) }

    mutating func answer(_ packet: [UInt8]) -> [UInt8] {
        let opcode = HCIOpcode(rawValue: UInt16(packet[1]) | UInt16(packet[2]) << 8)
        asked.append(HCICommand(opcode, Array(packet.dropFirst(4))))
        let number = [UInt8(opcode.rawValue & 0xFF), UInt8(opcode.rawValue >> 8)]
        switch answers[opcode] ?? .complete([0]) {
        case .complete(let result): return [0x04, 0x0E, UInt8(3 + result.count), credits] + number + result
        case .status(let status): return [0x04, 0x0F, 4, status, credits] + number
        case .silence: return []
        }
    }

    /// Carries bytes both ways until the host is quiet; what it wants besides.
    mutating func carry(_ actions: [HCIHost.Action], _ host: inout HCIHost, at now: Timestamp) -> [HCIHost.Action] {
        var open = actions
        var left: [HCIHost.Action] = []
        while !open.isEmpty {
            let action = open.removeFirst()
            guard case .send(let packet) = action else {
                left.append(action)
                continue
            }
            let reply = answer(packet)
            if !reply.isEmpty { open += host.receive(reply, at: now) }
        }
        return left
    }

    /// Lets time pass in the steps that the host asks for, up to an instant.
    mutating func pass(until end: Timestamp, _ host: inout HCIHost) -> [HCIHost.Action] {
        var left: [HCIHost.Action] = []
        while let next = host.nextDeadline, next <= end {
            left += carry(host.tick(at: next), &host, at: next)
        }
        return left
    }
}

extension [HCIHost.Action] {
    var capabilities: ControllerCapabilities? {
        for case .ready(let capabilities) in self { return capabilities }
        return nil
    }

    var failure: HCIError? {
        for case .failed(let error) in self { return error }
        return nil
    }

    var heard: [HeardAdvertisement] {
        compactMap { action in
            if case .heard(let advertisement) = action { advertisement } else { nil }
        }
    }
}
