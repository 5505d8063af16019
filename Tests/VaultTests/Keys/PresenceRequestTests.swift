import Basics
import Crypto
import CryptoExtras
import Foundation
import Testing

@testable import Vault

/// A presence server, as far as the function goes.
struct PresenceServerSide {
    let secret = P384._VOPRF.PrivateKey()

    var key: [UInt8] { Array(secret.publicKey.compressedRepresentation) }

    func answer(_ blinded: [UInt8]) throws -> (evaluation: [UInt8], proof: [UInt8]) {
        let evaluation = try secret.evaluate(P384._VOPRF.BlindedElement(oprfRepresentation: blinded))
        let bytes = Array(evaluation.rawRepresentation)
        return (Array(bytes.prefix(PresenceRequest.elementCount)), Array(bytes.dropFirst(PresenceRequest.elementCount)))
    }
}

@Suite("Requests to a presence server")
struct PresenceRequestTests {
    private let server = PresenceServerSide()
    private let cell = Cell(row: 7, column: 8, side: .standard)

    private func ask(
        _ user: String = "ana", slot: SlotID = 1, cell: Cell? = nil, server: PresenceServerSide? = nil
    ) throws -> (blinded: [UInt8], given: SymmetricKey) {
        let server = server ?? self.server
        let request = try PresenceRequest(
            user: FoldedName(VaultName(user)), slot: slot, cell: cell, serverKey: server.key)
        let answer = try server.answer(request.blinded)
        return (request.blinded, try request.finish(evaluation: answer.evaluation, proof: answer.proof))
    }

    @Test("the same question has the same answer, and never looks the same")
    func deterministic() throws {
        let (first, second) = (try ask(cell: cell), try ask(cell: cell))
        #expect(first.given == second.given)
        #expect(first.given.byteCount == PresenceRequest.contributionCount)
        #expect(first.blinded != second.blinded)
        #expect(first.blinded.count == PresenceRequest.elementCount)
    }

    @Test("user, slot, cell and server all count")
    func everythingCounts() throws {
        let answers = [
            try ask(), try ask("bea"), try ask(slot: 2), try ask(cell: cell),
            try ask(cell: Cell(row: 8, column: 8, side: .standard)),
            try ask(cell: Cell(row: 7, column: 9, side: .standard)), try ask(server: PresenceServerSide()),
        ]
        #expect(Set(answers.map(\.given.bytes)).count == answers.count)
    }

    @Test("an answer of another key, or to another question, is refused")
    func otherKey() throws {
        let user = FoldedName(try VaultName("ana"))
        let request = try PresenceRequest(user: user, slot: 1, cell: nil, serverKey: server.key)
        let foreign = try PresenceServerSide().answer(request.blinded)
        #expect(throws: VaultFault.invalidProof) {
            try request.finish(evaluation: foreign.evaluation, proof: foreign.proof)
        }
        let other = try PresenceRequest(user: user, slot: 1, cell: nil, serverKey: server.key)
        let answer = try server.answer(other.blinded)
        #expect(throws: VaultFault.invalidProof) {
            try request.finish(evaluation: answer.evaluation, proof: answer.proof)
        }
        // The evaluation of one answer with the proof of another.
        let right = try server.answer(request.blinded)
        #expect(throws: VaultFault.invalidProof) {
            try request.finish(evaluation: right.evaluation, proof: answer.proof)
        }
    }

    @Test("an answer with any byte changed is refused")
    func changed() throws {
        let request = try PresenceRequest(
            user: FoldedName(VaultName("ana")), slot: 1, cell: nil, serverKey: server.key)
        let answer = try server.answer(request.blinded)
        for index in answer.evaluation.indices {
            var evaluation = answer.evaluation
            evaluation[index] ^= 0x01
            #expect(throws: VaultFault.invalidProof) {
                try request.finish(evaluation: evaluation, proof: answer.proof)
            }
        }
        for index in stride(from: 0, to: answer.proof.count, by: 3) {
            var proof = answer.proof
            proof[index] ^= 0x80
            #expect(throws: VaultFault.invalidProof) {
                try request.finish(evaluation: answer.evaluation, proof: proof)
            }
        }
    }

    @Test("answers that are no points and no numbers are refused")
    func nonsense() throws {
        let request = try PresenceRequest(
            user: FoldedName(VaultName("ana")), slot: 1, cell: nil, serverKey: server.key)
        let answer = try server.answer(request.blinded)
        for count in [0, 1, 48, 49, 50, 95, 96, 97, 1000] {
            for byte in [0x00, 0x02, 0xFF] as [UInt8] {
                let bytes = [UInt8](repeating: byte, count: count)
                #expect(throws: VaultFault.invalidProof) {
                    try request.finish(evaluation: bytes, proof: answer.proof)
                }
                #expect(throws: VaultFault.invalidProof) {
                    try request.finish(evaluation: answer.evaluation, proof: bytes)
                }
            }
        }
    }

    @Test("a proof that leads to the point at infinity is refused, and ends nothing")
    func infinity() throws {
        // With challenge 1 and response -k, the points of the proof are -kG + kG and -kC + kC.
        var response = bytes(
            "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973")
        var borrow = 0
        for (index, byte) in server.secret.rawRepresentation.enumerated().reversed() {
            let difference = Int(response[index]) - Int(byte) - borrow
            response[index] = UInt8(truncatingIfNeeded: difference)
            borrow = difference < 0 ? 1 : 0
        }
        let challenge = [UInt8](repeating: 0, count: 47) + [1]
        let request = try PresenceRequest(
            user: FoldedName(VaultName("ana")), slot: 1, cell: nil, serverKey: server.key)
        let answer = try server.answer(request.blinded)
        #expect(throws: VaultFault.invalidProof) {
            try request.finish(evaluation: answer.evaluation, proof: challenge + response)
        }
    }

    @Test("a key that is no point is refused before anything is sent")
    func noKey() throws {
        let user = FoldedName(try VaultName("ana"))
        for key in [
            [], [UInt8](repeating: 0, count: 49), [2] + [UInt8](repeating: 0xFF, count: 48),
            [UInt8](repeating: 4, count: 97),
        ] {
            #expect(throws: VaultFault.invalidPoint) {
                try PresenceRequest(user: user, slot: 1, cell: nil, serverKey: key)
            }
        }
    }
}
