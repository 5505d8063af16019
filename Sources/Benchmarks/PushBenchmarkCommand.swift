import ArgumentParser
import Basics
import Commands
import Crypto
import Foundation
import Network

/// `cerca-bench push`: messages to devices, encrypted as they travel, on one core.
struct BenchPushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push", abstract: "Encrypted messages to devices a second on one core.")

    @Option(help: "How long to measure.")
    var seconds = 3.0

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard (0.1...600).contains(seconds) else { throw ValidationError("--seconds must be 0.1 to 600") }
    }

    func run() throws {
        let secret = [UInt8](repeating: 7, count: DeviceKeys.secretBytes)
        // Many devices, as a server has them; each is a point of its own.
        let devices = (0..<64).compactMap { _ in
            DeviceKeys(point: Array(P256.KeyAgreement.PrivateKey().publicKey.x963Representation), secret: secret)
        }
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: 300)
        let clock = ContinuousClock()
        let start = clock.now
        var (messages, bytes) = (0, 0)
        while clock.now - start < .seconds(seconds) {
            for device in devices {
                do throws(PushFault) {
                    bytes += try MessageEncryption.encrypt(text, for: device).count
                } catch {
                    throw CommandFailure("a message cannot be encrypted")
                }
                messages += 1
            }
        }
        let measured = (clock.now - start) / .seconds(1)
        let perSecond = Int64(Double(messages) / measured)
        if json {
            print(
                JSONValue.object([
                    "bench": "push", "perSecond": .integer(perSecond), "messages": .count(messages),
                    "bytes": .count(bytes), "seconds": .number(measured),
                ]).compactText)
        } else {
            print("\(perSecond) messages a second on one core, \(bytes / messages) bytes each")
        }
    }
}
