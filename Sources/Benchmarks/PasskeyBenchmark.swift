import ArgumentParser
import Basics
import Crypto
import Passkeys

/// `cerca-bench passkeys`: signatures of passkeys, checked as at a sign-in, on one core.
struct BenchPasskeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passkeys", abstract: "Signatures of passkeys (ES256) checked a second on one core.")

    @Option(help: "How long to measure.")
    var seconds = 3.0

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws {
        let benchmark = try PasskeyBenchmark()
        _ = try benchmark.run(seconds: 0.2)
        let result = try benchmark.run(seconds: seconds)
        let perSecond = Int(Double(result.checked) / result.seconds)
        if json {
            let members: [JSONValue.Member] = [
                .init("bench", "passkeys"), .init("perSecond", .count(perSecond)),
                .init("checked", .count(result.checked)), .init("seconds", .number(result.seconds)),
            ]
            print(JSONValue.object(members).compactText)
        } else {
            print("\(perSecond) signatures of passkeys checked a second on one core")
        }
    }
}

/// Checks what a browser sends at a sign-in, from its bytes to the counter that is kept.
struct PasskeyBenchmark {
    private static let answerCount = 64

    private struct Answer {
        let challenge, clientData, authenticatorData, signature: [UInt8]
    }

    private let party = RelyingParty(id: "cerca.example", origins: ["https://cerca.example"])
    private let passkey: Passkey
    private let answers: [Answer]

    /// Signs some answers with a new key.
    init() throws {
        let key = P256.Signing.PrivateKey()
        let point = Array(key.publicKey.rawRepresentation)
        let head: [UInt8] = [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]
        let middle: [UInt8] = [0x22, 0x58, 0x20]
        passkey = try Passkey(
            id: [1], cose: head + point.prefix(32) + middle + point.suffix(32), counter: 0, canBeBackedUp: false)
        let data = Array(party.idHash) + [0x05, 0, 0, 0, 1]
        answers = try (0..<Self.answerCount).map { number in
            let challenge = [UInt8](repeating: UInt8(number), count: 32)
            let clientData = Array(
                #"{"type":"webauthn.get","challenge":"\#(Base64.text(challenge, .url))","origin":"https://cerca.example","crossOrigin":false}"#
                    .utf8)
            let signature = try key.signature(for: data + SHA256.hash(data: clientData))
            return Answer(
                challenge: challenge, clientData: clientData, authenticatorData: data,
                signature: Array(signature.derRepresentation))
        }
    }

    /// Checks for about `seconds`; each answer is right, or the run throws.
    func run(seconds: Double) throws -> (checked: Int, seconds: Double) {
        let clock = ContinuousClock()
        let start = clock.now
        var checked = 0
        repeat {
            for answer in answers {
                _ = try passkey.check(
                    clientData: answer.clientData, authenticatorData: answer.authenticatorData,
                    signature: answer.signature, challenge: answer.challenge, party: party)
            }
            checked += answers.count
        } while clock.now - start < .seconds(seconds)
        return (checked, (clock.now - start) / .seconds(1))
    }
}
