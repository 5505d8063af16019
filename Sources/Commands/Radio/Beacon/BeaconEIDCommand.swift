import ArgumentParser
import Basics
import Beacons
import Crypto
import CryptoExtras
import Foundation
import Strings

/// `cerca beacon eid`: what an Eddystone-EID beacon sends at a time.
struct BeaconEIDCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eid",
        abstract: "Print the identifier that an Eddystone-EID beacon sends at a time, in hexadecimal.")

    @Option(help: ArgumentHelp("The 32 hexadecimal digits that beacon and resolver share.", valueName: "hex"))
    var identityKey: String

    @Option(help: "The identifier changes every 2^EXPONENT seconds, 0 to 15.")
    var exponent: UInt8

    @Option(help: "Seconds on the beacon's clock.")
    var time: UInt32

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard [UInt8](hexadecimal: identityKey)?.count == 16 else {
            throw ValidationError("--identity-key must be 32 hexadecimal digits")
        }
        guard exponent <= 15 else { throw ValidationError("--exponent must be from 0 to 15") }
    }

    func run() throws {
        do {
            let identifier = try EphemeralIdentifier.derive(
                identityKey: [UInt8](hexadecimal: identityKey) ?? [], exponent: exponent, time: time,
                encrypt: BlockCipher.encrypt)
            let digits = identifier.bytes.hexadecimal
            try OutputLines.write(json ? JSONValue.object(["identifier": .string(digits)]).compactText : digits)
        } catch let error as EphemeralIdentifierError {
            throw CommandFailure(DeviceStrings.beaconNoIdentifier(reason: error.code).text)
        }
    }
}

/// AES-128 of one block, for the derivation of ephemeral identifiers.
enum BlockCipher {
    /// The block encrypted; nothing when key or block have a wrong length.
    @Sendable
    static func encrypt(key: [UInt8], block: [UInt8]) -> [UInt8] {
        var block = block
        guard key.count == 16, (try? AES.permute(&block, key: SymmetricKey(data: key))) != nil else { return [] }
        return block
    }
}
