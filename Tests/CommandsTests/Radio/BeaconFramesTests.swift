import ArgumentParser
import Basics
import Beacons
import Foundation
import Presence
import Testing

@testable import Commands

@Suite("The frames that a beacon sends")
struct BeaconFramesTests {
    private static let uuid = "8DEEFBB9-F738-4297-8040-96668BB44281"
    private static let key = String(repeating: "0A", count: 32)

    private func frames(_ arguments: String...) throws -> BeaconFrames {
        try BeaconFrames(try BeaconSendCommand.parse(["--hci", "hci0"] + arguments))
    }

    /// What is sent at an instant, read again.
    private func sent(_ frames: BeaconFrames, at seconds: Int64 = 0, period: Int64 = 60) throws -> [Frame] {
        try frames.payloads(periodSeconds: period)(Timestamp(seconds: seconds)).map { try Frame(advertisement: $0) }
    }

    @Test("an iBeacon with its numbers, and the usual power where none is said")
    func iBeacon() throws {
        let expected = BeaconIdentity(uuid: try #require(UUID128(Self.uuid)), major: 100, minor: 65_535)
        guard case .iBeacon(let usual) = try sent(try frames("--ibeacon", "\(Self.uuid),100,65535"))[0],
            case .iBeacon(let said) = try sent(try frames("--ibeacon", "\(Self.uuid),100,65535,-71"))[0]
        else { throw CommandFailure("no iBeacon") }
        #expect(usual.identity == expected && usual.measuredPower == -59)
        #expect(said.identity == expected && said.measuredPower == -71)
    }

    @Test(
        "what is no frame is refused",
        arguments: [
            ("--ibeacon", "100,1"), ("--ibeacon", "8DEEFBB9,1,2"), ("--ibeacon", "\(uuid),65536,1"),
            ("--ibeacon", "\(uuid),1,2,129"), ("--ibeacon", "\(uuid),1,2,-59,0"), ("--ibeacon", "\(uuid),,1"),
            ("--eddystone-uid", "00112233445566778899,AABBCCDDEE"), ("--eddystone-uid", "001122,AABBCCDDEEFF"),
            ("--eddystone-url", "example.org"), ("--eddystone-url", "https://\(String(repeating: "a", count: 30)).org"),
            ("--eddystone-eid", "\(key),1"), ("--eddystone-eid", "00112233445566778899AABBCCDDEEFF,16"),
            ("--altbeacon", "00"), ("--altbeacon", "\(String(repeating: "0", count: 40)),-59,65536"),
            ("--altbeacon", "\(String(repeating: "0", count: 40)),-59,1,256"),
        ])
    func refused(option: String, value: String) {
        #expect(throws: (any Error).self) { try frames(option, value) }
    }

    @Test("frames take turns in the order in which the options are known, the code at the end")
    func order() throws {
        let frames = try frames(
            "--eddystone-url", "https://example.org", "--ibeacon", "\(Self.uuid),1,2", "--security-key", Self.key,
            "--eddystone-uid", "00112233445566778899,AABBCCDDEEFF", "--altbeacon", String(repeating: "1", count: 40),
            "--eddystone-eid", "00112233445566778899AABBCCDDEEFF,4")
        #expect(!frames.isEmpty)
        let kinds = try sent(frames).map(\.kind.name)
        #expect(kinds == frames.kinds)
        #expect(Set(kinds).count == 6 && kinds.first == FrameKind.iBeacon.name && kinds.last == FrameKind.security.name)
    }

    @Test("the code is that of the instant's window, and changes with the period")
    func code() throws {
        let frames = try frames("--ibeacon", "\(Self.uuid),7,9", "--security-key", Self.key)
        func code(at seconds: Int64, period: Int64) throws -> SecurityCode {
            guard case .security(let frame) = try sent(frames, at: seconds, period: period)[1] else {
                throw CommandFailure("no code")
            }
            #expect(frame.major == 7 && frame.minor == 9)
            return frame.code
        }
        let key = try #require(BeaconKey(bytes: [UInt8](repeating: 0x0A, count: 32)))
        let identity = BeaconIdentity(uuid: try #require(UUID128(Self.uuid)), major: 7, minor: 9)
        let window = SecurityWindow.index(at: Timestamp(seconds: 119), periodSeconds: 60)
        #expect(try code(at: 60, period: 60) == SecurityCode.make(key: key, identity: identity, window: window))
        #expect(try code(at: 60, period: 60) == code(at: 119, period: 60))
        #expect(try code(at: 119, period: 60) != code(at: 120, period: 60))
        #expect(try code(at: 119, period: 30) != code(at: 60, period: 30))
    }

    @Test("an identifier that changes follows the clock of the beacon")
    func ephemeral() throws {
        let frames = try frames("--eddystone-eid", "00112233445566778899AABBCCDDEEFF,4")
        #expect(try sent(frames, at: 0) == sent(frames, at: 15))
        #expect(try sent(frames, at: 15) != sent(frames, at: 16))
    }

    @Test("a key is read from its own file or from that of an import, and nothing of it is told when it cannot be")
    func keyFile() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "cerca-key-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        func kinds(_ content: String, minor: Int = 2) throws -> [String] {
            try Data(content.utf8).write(to: URL(filePath: path))
            var frames = try frames("--ibeacon", "\(Self.uuid),1,\(minor)", "--security-key-file", path)
            try frames.addKey(from: path)
            return frames.kinds
        }
        #expect(try kinds(Self.key + "\n").last == FrameKind.security.name)
        #expect(try kinds("{\"1.1\": \"00\", \"1.2\": \"\(Self.key)\"}").last == FrameKind.security.name)
        for (content, minor) in [
            (Self.key.dropLast() + "", 2), ("{\"1.1\": \"\(Self.key)\"}", 2), ("{\"1.2\": \"0A0A\"}", 2), ("{", 2),
            ("", 2),
        ] {
            let failure = #expect(throws: CommandFailure.self) { try kinds(content, minor: minor) }
            #expect(failure?.reason.contains("0A0A") == false)
        }
    }

    @Test("the period is the key file's, as an import or a claim writes it, and none where it says none")
    func keyFilePeriod() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "cerca-key-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        func period(_ content: String) throws -> Int64? {
            try Data(content.utf8).write(to: URL(filePath: path))
            var frames = try frames("--ibeacon", "\(Self.uuid),1,2", "--security-key-file", path)
            try frames.addKey(from: path)
            #expect(frames.kinds.last == FrameKind.security.name)
            return frames.periodSeconds
        }
        #expect(try period(Self.key) == nil)
        #expect(try period("{\"1.2\": \"\(Self.key)\"}") == nil)
        #expect(try period("{\"1.2\": \"\(Self.key)\", \"1.1.period\": \"0008\"}") == nil)
        #expect(try period("{\"1.2\": \"\(Self.key)\", \"1.2.period\": \"0008\"}") == 8)
        #expect(try period("{\"1.2\": \"\(Self.key)\", \"1.2.period\": 8}") == 8)
        #expect(
            try period("{\"venue\": \"A\", \"major\": 1, \"minor\": 2, \"key\": \"\(Self.key)\", \"periodSeconds\": 8}")
                == 8)
        for wrong in ["\"0\"", "0", "86401", "\"x\"", "8.5", "null", "[8]", "-8"] {
            #expect(throws: CommandFailure.self, "\(wrong)") {
                try period("{\"1.2\": \"\(Self.key)\", \"1.2.period\": \(wrong)}")
            }
        }
    }

    @Test("a key goes with an iBeacon, and only one of both forms")
    func keyOptions() {
        #expect(throws: (any Error).self) {
            try frames("--eddystone-url", "https://a.org", "--security-key", Self.key)
        }
        #expect(throws: (any Error).self) {
            try frames("--ibeacon", "\(Self.uuid),1,2", "--security-key", Self.key, "--security-key-file", "f")
        }
    }
}
