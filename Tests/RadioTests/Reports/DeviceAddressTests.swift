import Basics
import Radio
import Testing

@Suite("Device addresses")
struct DeviceAddressTests {
    @Test("the air has the last written byte first")
    func order() throws {
        let address = try #require(DeviceAddress(littleEndian: [0xE6, 0xD5, 0xC4, 0xB3, 0xA2, 0xC1], kind: .random))
        #expect(address.description == "c1:a2:b3:c4:d5:e6")
        #expect(address == DeviceAddress("C1:A2:B3:c4:d5:e6"))
        #expect(address.littleEndianBytes == [0xE6, 0xD5, 0xC4, 0xB3, 0xA2, 0xC1])
        #expect(address != DeviceAddress("c1:a2:b3:c4:d5:e6", kind: .public))
    }

    @Test(
        "what is no address is refused",
        arguments: [
            "", "c1:a2:b3:c4:d5", "c1:a2:b3:c4:d5:e6:", "c1-a2-b3-c4-d5-e6", "c1:a2:b3:c4:d5:g6", "c1a2:b3:c4:d5:e67",
        ])
    func refusals(text: String) {
        #expect(DeviceAddress(text) == nil)
    }

    @Test("bytes and text come back", arguments: 0..<32 as Range<UInt64>)
    func roundTrip(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let address = DeviceAddress(value: random.next(), kind: .public)
        #expect(DeviceAddress(littleEndian: address.littleEndianBytes, kind: .public) == address)
        #expect(DeviceAddress(address.description, kind: .public) == address)
        #expect(DeviceAddress(littleEndian: address.littleEndianBytes.dropLast(), kind: .public) == nil)
    }
}
