import API
import Basics
import Beacons
import Crypto
import Foundation
import HTTPTypes
import TestServer
import Testing
import Vault

@Suite("The vault over HTTP")
struct VaultRouteTests {
    private static let vault = String(repeating: "ab", count: 16)

    private func text(_ body: some APIBody) throws -> String {
        String(decoding: try body.json(), as: UTF8.self)
    }

    private func record(_ digits: String, replaces: Int = 0, _ bytes: [UInt8]) -> VaultChangeBody {
        VaultChangeBody(
            id: String(repeating: digits, count: 16), replaces: replaces, sealed: Data(bytes).base64EncodedString())
    }

    @Test("a slot is made, evaluated, confirmed, locked and removed")
    func slots() async throws {
        try await Site.with { site in
            let token = try await site.signUp()
            let uuid = site.world.uuid.description
            let made = try await site.ask(
                .post, "/api/vault/slots",
                try text(VaultSlotRequestBody(uuid: uuid, major: 100, minor: 1, isStrict: false)), token: token)
            #expect(made.status == 201)
            let slot = try made.body(VaultSlotBody.self)
            let serverKey = try #require([UInt8](hexadecimal: slot.publicKey))
            var random = SplitMix64(seed: 1)
            let factor = try PresenceFactor(
                server: "http://localhost", slotOnServer: try #require(RecordID(slot.id)), serverKey: serverKey,
                beacon: try #require(
                    PresenceFactor.Beacon(uuid: site.world.uuid.bytes, major: 100, minor: 1)), using: &random)
            let user = try VaultName("Ana").folded
            func evaluate() async throws -> (Answer, PresenceRequest) {
                let request = try PresenceRequest(user: user, slot: 1, cell: nil, serverKey: serverKey)
                let sighting = try SightingBody(json: Array(try site.sighting(100, 1).utf8))
                let body = VaultEvaluationRequestBody(sighting: sighting, blinded: request.blinded.hexadecimal)
                return (
                    try await site.ask(
                        .post, "/api/vault/slots/\(slot.id)/evaluations", try text(body), token: token), request
                )
            }
            let (answer, request) = try await evaluate()
            let evaluation = try answer.body(VaultEvaluationBody.self)
            let key = try request.finish(
                evaluation: try #require([UInt8](hexadecimal: evaluation.evaluation)),
                proof: try #require([UInt8](hexadecimal: evaluation.proof)))
            let signing = try factor.receiptKey(for: key)
            let path = "/api/vault/slots/\(slot.id)"
            let keyBody = VaultReceiptKeyBody(publicKey: Array(signing.publicKey.rawRepresentation).hexadecimal)
            #expect(try await site.ask(.put, "\(path)/receipt-key", try text(keyBody), token: token).status == 204)
            let message = Array("cerca.vault/receipt".utf8) + factor.slotOnServer.bytes
            let signature = try signing.signature(
                for: message + (try #require([UInt8](hexadecimal: evaluation.attempt))))
            let receipt = VaultReceiptBody(
                attempt: evaluation.attempt, signature: Array(signature).hexadecimal)
            #expect(try await site.ask(.post, "\(path)/receipts", try text(receipt), token: token).status == 204)
            #expect(
                try await site.ask(.post, "\(path)/receipts", try text(receipt), token: token).code
                    == "vault.invalid_element")
            #expect(try await evaluate().0.code == "presence.replayed")
            for _ in 0..<3 {
                site.world.clock.advance(seconds: 60)
                #expect(try await evaluate().0.status == 200)
            }
            site.world.clock.advance(seconds: 60)
            let locked = try await evaluate().0
            #expect(locked.status == 429 && locked.code == "vault.locked_out")
            #expect(locked.headers[.retryAfter] == "240")
            #expect(try await site.ask(.delete, path, token: token).status == 204)
            #expect(try await site.ask(.delete, path, token: token).code == "vault.unknown")
            #expect(try await evaluate().0.code == "vault.unknown")
        }
    }

    @Test("records travel, in requests larger than others may be, and conflicts are told")
    func records() async throws {
        try await Site.with { site in
            let token = try await site.signUp()
            let path = "/api/vaults/\(Self.vault)"
            let large = [UInt8](repeating: 7, count: VaultLimits.recordBytes)
            let changes = VaultChangesBody(changes: [record("01", large), record("02", [1, 2, 3])])
            let put = try await site.ask(.post, "\(path)/records", try text(changes), token: token)
            #expect(try put.body(VaultCursorBody.self).cursor == 2)
            #expect(
                try await site.ask(.post, "\(path)/records", try text(changes), token: token).code == "vault.conflict")
            let first = try await site.ask(.get, "\(path)/records", token: token).body(VaultRecordsBody.self)
            #expect(first.records.map(\.sealed) == [Data(large).base64EncodedString()] && first.hasMore)
            let second = try await site.ask(.get, "\(path)/records?after=\(first.cursor)", token: token)
                .body(VaultRecordsBody.self)
            #expect(second.records.map(\.version) == [1] && second.cursor == 2 && !second.hasMore)
            let one = String(repeating: "02", count: 16)
            #expect(
                try await site.ask(.get, "\(path)/record/\(one)", token: token).body(VaultRecordBody.self).sealed
                    == "AQID")
            #expect(try await site.ask(.get, "\(path)/join", token: token).code == "vault.unknown")
            #expect(
                try await site.ask(.put, "\(path)/join", try text(VaultJoinBody(header: "AQID")), token: token).status
                    == 204)
            #expect(
                try await site.ask(.get, "\(path)/join", token: token).body(VaultJoinBody.self).header == "AQID")
            let listed = try await site.ask(.get, "/api/vaults", token: token).body(VaultsBody.self)
            #expect(listed.vaults.map(\.id) == [Self.vault] && listed.vaults.first?.records == 2)
            #expect(try await site.ask(.delete, path, token: token).status == 204)
            #expect(try await site.ask(.get, "\(path)/records", token: token).code == "vault.unknown")
        }
    }

    @Test("nobody is served without a session, and hostile input is refused as a value")
    func hostile() async throws {
        try await Site.with { site in
            for route in [
                "/api/vaults", "/api/vaults/\(Self.vault)/records", "/api/vaults/\(Self.vault)/join",
            ] {
                #expect(try await site.ask(.get, route).code == "accounts.not_signed_in")
            }
            let token = try await site.signUp()
            func post(_ body: String) async throws -> String? {
                try await site.ask(.post, "/api/vaults/\(Self.vault)/records", body, token: token).code
            }
            let digits = String(repeating: "01", count: 16)
            #expect(try await post(#"{"changes":[]}"#) == "request.invalid")
            #expect(try await post(#"{"changes":[{"id":"01","replaces":0,"sealed":"AQID"}]}"#) == "request.invalid")
            for sealed in ["", "A", "AQ*D", "AQI"] {
                let body = #"{"changes":[{"id":"\#(digits)","replaces":0,"sealed":"\#(sealed)"}]}"#
                #expect(try await post(body) == "request.invalid", "\(sealed)")
            }
            #expect(
                try await post(#"{"changes":[{"id":"\#(digits)","replaces":-1,"sealed":"AQID"}]}"#)
                    == "request.invalid")
            let flood = String(repeating: " ", count: VaultLimits.requestBytes + 1)
            #expect(try await post(flood) == "request.too_large")
            for path in ["records?after=-1", "records?after=x", "records?after=99999999999999999999", "records?aftr=1"]
            {
                #expect(
                    try await site.ask(.get, "/api/vaults/\(Self.vault)/\(path)", token: token).code
                        == "request.invalid")
            }
            #expect(try await site.ask(.get, "/api/vaults/ab/records", token: token).code == "vault.unknown")
            #expect(
                try await site.ask(.get, "/api/vaults/\(Self.vault)/record/zz", token: token).code
                    == "vault.unknown_record")
            let large = Data([UInt8](repeating: 0, count: VaultLimits.joinBytes + 1)).base64EncodedString()
            #expect(
                try await site.ask(
                    .put, "/api/vaults/\(Self.vault)/join", try text(VaultJoinBody(header: large)), token: token
                ).code == "request.invalid")
        }
    }
}
