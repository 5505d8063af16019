import Basics
import Beacons
import Testing

@Suite("Advertisements taken apart")
struct AdvertisementTests {
    @Test("flags, name and power of a captured beacon are found")
    func radBeacon() throws {
        // AltBeacon/android-beacon-library AltBeaconParserTest.java @42e672e (Apache-2.0).
        let hexadecimal =
            "02011a1bff1801beac2f234454cf6d4a0fadf2f4911ba9ffa600050003be020e09526164426561636f6e20555342020a03"
        let advertisement = Advertisement(try #require([UInt8](hexadecimal: hexadecimal)))
        #expect(advertisement.flags == 26)
        #expect(advertisement.localName == "RadBeacon USB")
        #expect(advertisement.powerLevel == 3)
        #expect(advertisement.company == 280)
        #expect(advertisement.structures.map(\.type) == [0x01, 0xFF, 0x09, 0x0A])
        #expect(advertisement.error == nil)
        #expect(advertisement.appleMessages.isEmpty)
    }

    @Test("Apple's messages are told apart")
    func apple() throws {
        // secdev/scapy test/contrib/ibeacon.uts @ac38b27.
        let hexadecimal = "02011a1aff4c000c0e009c6b8f40440f1583ec895148b410050318c0b525"
        let messages = Advertisement(try #require([UInt8](hexadecimal: hexadecimal))).appleMessages
        #expect(messages.map(\.type) == [12, 16])
        #expect(messages.map(\.data.hexadecimal) == ["009c6b8f40440f1583ec895148b4", "0318c0b525"])
    }

    @Test("services and their data are found")
    func services() throws {
        let hexadecimal = "0201060503aafe0f180d16aafe30e34549445f74657374"
        let advertisement = Advertisement(try #require([UInt8](hexadecimal: hexadecimal)))
        #expect(advertisement.services == [0xFEAA, 0x180F])
        #expect(advertisement.serviceData(of: 0xFEAA)?.hexadecimal == "30e34549445f74657374")
        #expect(advertisement.serviceData(of: 0x180F) == nil)
    }

    @Test("what stands before a fault is kept, and a stray length byte is none")
    func faults() throws {
        let broken = Advertisement([2, 0x01, 0x1A, 9, 0x09, 0x41])
        #expect(broken.flags == 26 && broken.localName == nil && broken.error == .truncatedStructure)
        let stray = Advertisement([2, 0x01, 0x1A, 9])
        #expect(stray.flags == 26 && stray.error == nil)
        let ended = Advertisement([2, 0x01, 0x1A, 0, 9, 9])
        #expect(ended.structures.count == 1 && ended.error == nil)
    }

    @Test("a shortened name serves where there is no complete one; what is no UTF-8 is replaced")
    func names() {
        #expect(Advertisement([3, 0x08, 0x41, 0x42, 2, 0x09, 0x43]).localName == "C")
        #expect(Advertisement([3, 0x08, 0x41, 0x42]).localName == "AB")
        #expect(Advertisement([2, 0x09, 0xFF]).localName == "\u{FFFD}")
    }

    @Test("structures too small for what they should hold say nothing")
    func small() {
        let advertisement = Advertisement([1, 0x01, 1, 0x0A, 2, 0xFF, 0x4C, 2, 0x16, 0xAA, 2, 0x03, 0xAA])
        #expect(advertisement.flags == nil && advertisement.powerLevel == nil && advertisement.company == nil)
        #expect(advertisement.serviceData(of: 0xFEAA) == nil && advertisement.services.isEmpty)
        #expect(advertisement.error == nil)
        #expect(Advertisement([6, 0xFF, 0x4C, 0x00, 0x10, 0x05, 0x01]).appleMessages.isEmpty)
    }
}
