import Crypto
import Testing

@testable import Passkeys

@Suite struct PasskeyTests {
    @Test func theFixtureHasEachKind() throws {
        #expect(Ceremony.all.count == 6)
        let kinds = Set(try Ceremony.all.map { try $0.passkey().key.algorithm })
        #expect(kinds == Set(PasskeyKey.Algorithm.allCases))
    }

    @Test(arguments: Ceremony.all)
    func whatOthersMadeIsTaken(ceremony: Ceremony) throws {
        let passkey = try ceremony.passkey()
        let kept = try Passkey(
            id: passkey.id, cose: passkey.cose, counter: passkey.counter, canBeBackedUp: passkey.canBeBackedUp)
        let counter = try kept.check(
            clientData: ceremony.signInClientData, authenticatorData: ceremony.authenticatorData,
            signature: ceremony.signature, challenge: ceremony.signInChallenge, party: ceremony.party)
        #expect(counter == 0 || counter > passkey.counter)
    }

    /// One bit anywhere in what was signed, or in the signature.
    @Test(arguments: Ceremony.all)
    func aChangedBitIsRefused(ceremony: Ceremony) throws {
        let passkey = try ceremony.passkey()
        func check(_ clientData: [UInt8], _ data: [UInt8], _ signature: [UInt8]) throws {
            _ = try passkey.check(
                clientData: clientData, authenticatorData: data, signature: signature,
                challenge: ceremony.signInChallenge, party: ceremony.party)
        }
        let (client, data, signature) = (ceremony.signInClientData, ceremony.authenticatorData, ceremony.signature)
        for index in stride(from: 0, to: client.count, by: 5) {
            var changed = client
            changed[index] ^= 1
            #expect(throws: PasskeyFault.self) { try check(changed, data, signature) }
        }
        for index in data.indices {
            var changed = data
            changed[index] ^= 1
            #expect(throws: PasskeyFault.self) { try check(client, changed, signature) }
        }
        for index in stride(from: 0, to: signature.count, by: 7) {
            var changed = signature
            changed[index] ^= 1
            #expect(throws: PasskeyFault.wrongSignature) { try check(client, data, changed) }
        }
        #expect(throws: PasskeyFault.wrongSignature) { try check(client, data, []) }
    }

    @Test(arguments: [
        (SampleAuthenticator.clientData("webauthn.get"), PasskeyFault.wrongType),
        (SampleAuthenticator.clientData("webauthn.create", challenge: [7]), .wrongChallenge),
        (SampleAuthenticator.clientData("webauthn.create", origin: "https://cerca.example.net"), .wrongOrigin),
        (SampleAuthenticator.clientData("webauthn.create", origin: "http://cerca.example"), .wrongOrigin),
        (SampleAuthenticator.clientData("webauthn.create", origin: "https://cerca.example:444"), .wrongOrigin),
        (SampleAuthenticator.clientData("webauthn.create", more: #","crossOrigin":true"#), .crossOrigin),
        (
            SampleAuthenticator.clientData(
                "webauthn.create", more: #","crossOrigin":false,"topOrigin":"https://cerca.example""#), .crossOrigin
        ),
        (SampleAuthenticator.clientData("webauthn.create", more: #","crossOrigin":"no""#), .malformed),
        (SampleAuthenticator.clientData("webauthn.create", more: #","origin":"https://evil.example""#), .malformed),
        (Array("{}".utf8), .malformed), ([], .malformed), ([UInt8](repeating: 0x20, count: 5000), .malformed),
    ])
    func whatTheBrowserSaysIsChecked(clientData: [UInt8], fault: PasskeyFault) throws {
        #expect(throws: fault) { try SampleAuthenticator().register(clientData: clientData) }
    }

    @Test func whatTheAuthenticatorSaysIsChecked() throws {
        func fault(_ change: (inout SampleAuthenticator) -> Void) -> PasskeyFault? {
            var sample = SampleAuthenticator()
            change(&sample)
            do { _ = try sample.register() } catch { return error }
            return nil
        }
        #expect(fault { _ in } == nil)
        #expect(fault { $0.partyID = "evil.example" } == .wrongParty)
        #expect(fault { $0.flags = 0x04 } == .notPresent)
        #expect(fault { $0.flags = 0x01 } == .notVerified)
        #expect(fault { $0.flags = 0x15 } == .wrongBackup)
        #expect(fault { $0.flags = 0x1D } == nil)
        #expect(fault { $0.appended = [0] } == .malformed)
        #expect(fault { $0.flags = 0x85 } == .malformed)
        #expect(
            fault {
                $0.flags = 0x85; $0.appended = [0xA1, 0x61, 0x61, 0xF5]
            } == nil)
        #expect(
            fault {
                $0.flags = 0x85; $0.appended = [0xA2, 0x61, 0x61, 0xF5, 0x61, 0x61, 0xF5]
            } == .malformed)
        #expect(
            fault {
                $0.flags = 0x85; $0.appended = [0xF5]
            } == .malformed)
        #expect(fault { $0.id = [] } == .malformed)
        #expect(fault { $0.id = .init(repeating: 1, count: 1023) } == nil)
        #expect(fault { $0.id = .init(repeating: 1, count: 1024) } == .malformed)
        #expect(fault { $0.cose = [0xA0] } == .unsupportedKey)
        #expect(fault { $0.statement = [0xA1, 0x61, 0x61, 0xF5] } == .wrongAttestation)
        #expect(fault { $0.format = [0x66] + Array("packed".utf8) } == .wrongAttestation)
        #expect(fault { $0.format = [0x68] + Array("fido-u2f".utf8) } == .wrongAttestation)
    }

    @Test func aStatementSignedByAnotherKeyIsRefused() throws {
        let ceremony = try #require(Ceremony.all.last)
        // The last byte of the statement's signature lies before the data, whose head is 12 bytes.
        var attestation = ceremony.attestation
        let mark = try #require(
            attestation.indices.first { attestation[$0...].starts(with: Array("authData".utf8)) })
        attestation[mark - 2] ^= 1
        #expect(throws: PasskeyFault.wrongAttestation) {
            try Passkey(
                clientData: ceremony.clientData, attestation: attestation, challenge: ceremony.challenge,
                party: ceremony.party)
        }
    }

    @Test func bytesAroundAnAttestationAreRefused() throws {
        let ceremony = try #require(Ceremony.all.first)
        func register(_ attestation: [UInt8]) throws(PasskeyFault) {
            _ = try Passkey(
                clientData: ceremony.clientData, attestation: attestation, challenge: ceremony.challenge,
                party: ceremony.party)
        }
        #expect(throws: PasskeyFault.malformed) { try register(ceremony.attestation + [0]) }
        for count in 0..<ceremony.attestation.count {
            #expect(throws: PasskeyFault.malformed) { try register(Array(ceremony.attestation.prefix(count))) }
        }
    }

    @Test func signingInIsChecked() throws {
        var sample = SampleAuthenticator()
        let passkey = try sample.register()
        sample.counter = 2
        #expect(try sample.signIn(passkey) == 2)
        func fault(_ flags: UInt8? = nil, _ clientData: [UInt8] = SampleAuthenticator.clientData("webauthn.get"))
            -> PasskeyFault?
        {
            do { _ = try sample.signIn(passkey, clientData: clientData, flags: flags) } catch {
                return error as? PasskeyFault
            }
            return nil
        }
        #expect(fault(nil, SampleAuthenticator.clientData("webauthn.create")) == .wrongType)
        #expect(fault(nil, SampleAuthenticator.clientData("webauthn.get", challenge: [])) == .wrongChallenge)
        #expect(fault(nil, SampleAuthenticator.clientData("webauthn.get", origin: "null")) == .wrongOrigin)
        #expect(
            fault(nil, SampleAuthenticator.clientData("webauthn.get", more: #","crossOrigin":true"#)) == .crossOrigin)
        #expect(fault(0x04) == .notPresent)
        #expect(fault(0x01) == .notVerified)
        #expect(fault(0x15) == .wrongBackup)
        #expect(fault(0x0D) == .wrongBackup)
        #expect(fault(0x45) == .wrongCredential)
        sample.partyID = "evil.example"
        #expect(fault() == .wrongParty)
        #expect(throws: PasskeyFault.wrongSignature) {
            try SampleAuthenticator(counter: 3).signIn(passkey)
        }
    }

    @Test func aCounterGrowsOrIsNone() throws {
        var sample = SampleAuthenticator()
        sample.counter = 5
        var passkey = try sample.register()
        for counter: UInt32 in [5, 4, 0] {
            sample.counter = counter
            #expect(throws: PasskeyFault.counterBack) { try sample.signIn(passkey) }
        }
        sample.counter = 6
        #expect(try sample.signIn(passkey) == 6)
        passkey.counter = 0
        sample.counter = 0
        #expect(try sample.signIn(passkey) == 0)
    }
}
