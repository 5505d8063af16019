import Basics
import Beacons
import Radio
import Testing

@Suite("Heard advertisements")
struct HeardAdvertisementTests {
    @Test("the frames are what the data say, and none for what is not a beacon's or is malformed")
    func frame() throws {
        let address = try #require(DeviceAddress("c1:a2:b3:c4:d5:e6"))
        func heard(_ data: [UInt8]) -> HeardAdvertisement {
            HeardAdvertisement(time: Timestamp(seconds: 0), address: address, rssi: nil, data: data)
        }
        let frame = Frame.eddystoneEID(EddystoneEID(powerAtZeroMetres: -1, identifier: EphemeralIdentifier(word: 5)))
        #expect(Array(heard(frame.advertisement + frame.advertisement).frames) == [frame, frame])
        #expect(Array(heard([2, 1, 6]).frames).isEmpty)
        #expect(Array(heard(Array(frame.advertisement.dropLast())).frames).isEmpty)
    }
}
