import Basics
import Testing

@testable import Radio

@Suite("Transport addresses")
struct TransportAddressTests {
    @Test(
        "the three kinds are read and written alike",
        arguments: [
            ("tcp:127.0.0.1:9402", TransportAddress.tcp(host: "127.0.0.1", port: 9402)),
            ("tcp:[::1]:65535", .tcp(host: "::1", port: 65_535)),
            ("serial:/dev/ttyACM0,115200", .serial(path: "/dev/ttyACM0", baud: 115_200)),
            ("serial:/dev/with,comma,9600", .serial(path: "/dev/with,comma", baud: 9600)),
            ("hci0", .hci(index: 0)),
            ("hci12", .hci(index: 12)),
        ])
    func known(text: String, address: TransportAddress) throws {
        #expect(try TransportAddress(text) == address)
        #expect(address.description == text)
    }

    @Test(
        "what is wrong is said",
        arguments: [
            ("", TransportAddressError.unknownKind), ("udp:1:2", .unknownKind), ("tcp:host", .missingPort),
            ("tcp:host:", .notAPort), ("tcp:host:0", .notAPort), ("tcp:host:65536", .notAPort),
            ("tcp:host:-1", .notAPort), ("tcp::80", .notAHost), ("tcp:::1:80", .notAHost),
            ("serial:/dev/ttyS0", .missingBaud), ("serial:/dev/ttyS0,", .notABaud), ("serial:/dev/ttyS0,0", .notABaud),
            ("serial:ttyS0,9600", .notAPath), ("hci", .notAnIndex), ("hcix", .notAnIndex), ("hci65535", .notAnIndex),
            ("hci99999999999999999999", .notAnIndex),
        ])
    func wrong(text: String, error: TransportAddressError) {
        #expect(throws: error) { try TransportAddress(text) }
    }
}

@Suite("Back-off")
struct BackOffTests {
    @Test("waits double up to half a minute and vary", arguments: 0..<16 as Range<UInt64>)
    func doubles(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let waits = (0..<12).map { BackOff.standard.delay(afterFailures: $0, using: &random) }
        for (failures, wait) in waits.enumerated() {
            let longest = min(Duration.seconds(1) * (1 << failures), .seconds(30))
            #expect(wait >= max(longest / 2, .milliseconds(500)) && wait <= longest)
        }
        #expect(Set(waits.suffix(5)).count > 1)
        #expect(BackOff.standard.delay(afterFailures: .max, using: &random) <= .seconds(30))
    }
}
