import Basics
import Beacons
import Testing

@testable import Radio

/// The bytes were accepted by RootCanal 1.10.0 and Bumble 0.0.236.
@Suite("HCI commands")
struct HCICommandTests {
    @Test("legacy commands have the bytes that two controllers accepted")
    func legacy() {
        #expect(HCICommand(.reset).packet.hexadecimal == "01030c00")
        #expect(HCICommand.setEventMask.packet.hexadecimal == "01010c08ffffffffffffff3f")
        #expect(HCICommand.setLowEnergyEventMask(extended: false).packet.hexadecimal == "010120081f00000000000000")
        #expect(
            HCICommand.setRandomAddress([0xE6, 0xD5, 0xC4, 0xB3, 0xA2, 0xC1]).packet.hexadecimal
                == "01052006e6d5c4b3a2c1")
        #expect(
            HCICommand.setAdvertisingParameters(intervalMilliseconds: 100, random: true).packet.hexadecimal
                == "0106200fa000a0000301000000000000000700")
        let payload = [UInt8](hexadecimal: "0201061aff4c000215e2c56db5dffb48d2b060d0f5a71096e000640007c5") ?? []
        #expect(
            HCICommand.setAdvertisingData(payload).packet.hexadecimal
                == "010820201e0201061aff4c000215e2c56db5dffb48d2b060d0f5a71096e000640007c500")
        #expect(HCICommand.setAdvertisingEnable(true).packet.hexadecimal == "010a200101")
        #expect(
            HCICommand.setScanParameters(ScanTiming(intervalMilliseconds: 10, windowMilliseconds: 10)).packet
                .hexadecimal == "010b200700100010000100")
        #expect(HCICommand.setScanEnable(true).packet.hexadecimal == "010c20020100")
    }

    @Test("extended commands have the lengths and fields of the specification")
    func extended() {
        let parameters = HCICommand.setExtendedAdvertisingParameters(intervalMilliseconds: 100, random: true)
        #expect(
            parameters.packet.hexadecimal
                == "01362019" + "00" + "1000" + "a00000" + "a00000" + "07" + "01" + "00000000000000" + "00" + "7f"
                + "01"
                + "00" + "01" + "00" + "00")
        let requested = HCICommand.setExtendedAdvertisingParameters(
            intervalMilliseconds: 100, random: true, power: -21)
        #expect(requested.parameters[19] == 0xEB)
        #expect(HCICommand(.readAdvertisingPower).packet.hexadecimal == "01072000")
        #expect(HCICommand.setExtendedAdvertisingData([1, 2, 3]).packet.hexadecimal == "0137200700030103010203")
        #expect(HCICommand.setExtendedAdvertisingEnable(true).packet.hexadecimal == "01392006010100000000")
        #expect(HCICommand.setExtendedAdvertisingEnable(false).packet.hexadecimal == "013920020000")
        #expect(
            HCICommand.setExtendedScanParameters(.continuous).packet.hexadecimal == "01412008" + "01000100" + "60006000"
        )
        #expect(HCICommand.setExtendedScanEnable(true).packet.hexadecimal == "01422006" + "010000000000")
    }

    @Test("events too short for their kind are nothing")
    func shortEvents() {
        let complete: [UInt8] = [0x04, 0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00]
        #expect(HCIEvent(complete[...]) == .commandComplete(credits: 1, opcode: .reset, result: [0]))
        for count in 0..<6 {
            #expect(HCIEvent(complete[..<count]) == .other)
        }
        #expect(HCIEvent([0x04, 0x0F, 0x03, 0, 1, 3][...]) == .other)
        #expect(HCIEvent([0x04, 0x10, 0x00][...]) == .other)
    }
}
