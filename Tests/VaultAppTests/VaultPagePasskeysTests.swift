import API
import Basics
import HTTPKit
import Testing
import Vault

@testable import VaultApp

@Suite("Passkeys at the vault's page")
struct VaultPagePasskeysTests {
    private static let credential = Base64.text([UInt8](1...20), .url)
    private static let salt = [UInt8](repeating: 7, count: 32).hexadecimal
    private static let evaluation = [UInt8](repeating: 9, count: 32).hexadecimal
    private static let other = [UInt8](repeating: 8, count: 32).hexadecimal

    /// A slot that is asked for with a passkey.
    private static func slot(
        _ label: String = "Llave", credential: String = credential, salt: String = salt,
        evaluation: String = evaluation, password: String? = nil
    ) -> VaultPageNewSlotBody {
        VaultPageNewSlotBody(
            label: label, usesPlace: false, password: password,
            passkey: VaultPageNewPasskeyBody(credential: credential, salt: salt, evaluation: evaluation))
    }

    private static func proof(
        _ evaluation: String = evaluation, of credential: String = credential
    ) -> VaultPagePasskeyProofBody {
        VaultPagePasskeyProofBody(credential: credential, evaluation: evaluation)
    }

    private static func opening(_ proof: VaultPagePasskeyProofBody = proof()) -> VaultPageUnlockBody {
        Place.opening(nil, passkey: proof)
    }

    @Test("one that was added is told of at the door, opens the vault, and is gone when it is removed")
    func life() async throws {
        let place = try await Place()
        let item = try await place.add("Correo", password: "s3cret")
        let made = try await place.page.addSlot(Self.slot())
        let slot = try #require(made.slots.last)
        #expect(slot.factors == ["passkey"] && slot.label == "Llave" && slot.isRemovable)
        #expect(slot.credential == Self.credential && made.slots.dropLast().allSatisfy { $0.credential == nil })
        await place.page.lock()
        let vault = try #require(await place.page.state().vaults.first)
        #expect(vault.ways.contains(["passkey"]))
        #expect(vault.passkeys.map(\.credential) == [Self.credential] && vault.passkeys.map(\.salt) == [Self.salt])
        #expect(try await place.page.unlock(Self.opening()).state == .open)
        #expect(try await place.page.item(item.id).title == "Correo")
        #expect(try await place.page.configuration().slots.last?.isCurrent == true)
        let left = try await place.page.removeSlot(String(slot.id))
        #expect(!left.slots.contains { $0.factors.contains("passkey") })
        await place.page.lock()
        let wrong = ProblemCode.vaultWrongSecret.rawValue
        #expect(await refusal { _ = try await place.page.unlock(Self.opening()) } == wrong)
        #expect(await place.page.state().vaults.first?.passkeys.isEmpty == true)
    }

    @Test("another evaluation and another passkey open nothing, and tell nothing")
    func wrong() async throws {
        let place = try await Place()
        _ = try await place.page.addSlot(Self.slot())
        await place.page.lock()
        let stranger = Base64.text([UInt8](2...21), .url)
        for proof in [Self.proof(Self.other), Self.proof(of: stranger)] {
            do {
                _ = try await place.page.unlock(Self.opening(proof))
                Issue.record("it opened")
            } catch let answer as ProblemAnswer {
                #expect(answer.problem.code == ProblemCode.vaultWrongSecret.rawValue && answer.problem.detail == nil)
            }
        }
        #expect(await place.page.state().vaults.first?.failures == 0)
        #expect(try await place.page.unlock(Self.opening()).state == .open)
    }

    @Test("it stands alone, in one slot, and is refused when it is none; nothing is kept then")
    func refused() async throws {
        let place = try await Place()
        let before = try await place.page.configuration().slots.count
        let large = Base64.text([UInt8](repeating: 1, count: PasskeyFactor.credentialLimit + 1), .url)
        for body in [
            Self.slot(password: "another password"), Self.slot(credential: ""), Self.slot(credential: "a b"),
            Self.slot(credential: large), Self.slot(salt: String(Self.salt.dropLast(2))),
            Self.slot(evaluation: String(Self.evaluation.dropLast())), Self.slot(evaluation: ""),
        ] {
            #expect(await refusal { _ = try await place.page.addSlot(body) } != nil)
        }
        #expect(try await place.page.configuration().slots.count == before)
        _ = try await place.page.addSlot(Self.slot())
        let again = Self.slot("Otra", salt: Self.other)
        #expect(
            await refusal { _ = try await place.page.addSlot(again) } == ProblemCode.vaultInvalidElement.rawValue)
        #expect(try await place.page.configuration().slots.count == before + 1)
        await place.page.lock()
        for proof in [Self.proof("", of: Self.credential), Self.proof(of: "?"), Self.proof(of: "")] {
            #expect(await refusal { _ = try await place.page.unlock(Self.opening(proof)) } != nil)
        }
        #expect(await refusal { _ = try await place.page.addSlot(Self.slot()) } == ProblemCode.vaultLocked.rawValue)
    }

    @Test("it proves the owner to an item that asks again; another evaluation does not")
    func asksAgain() async throws {
        let place = try await Place()
        _ = try await place.page.addSlot(Self.slot())
        let item = try await place.add("Banco", password: "s3cret", asksAgain: true)
        let reveal = VaultPageRevealBody(field: 1)
        func confirm(_ proof: VaultPagePasskeyProofBody) -> VaultPageConfirmBody {
            VaultPageConfirmBody(passkey: proof, usesPlace: false)
        }
        let wrong = ProblemCode.vaultWrongSecret.rawValue
        #expect(await refusal { try await place.page.confirm(confirm(Self.proof(Self.other))) } == wrong)
        #expect(await refusal { _ = try await place.page.reveal(item.id, reveal) } == wrong)
        try await place.page.confirm(confirm(Self.proof()))
        #expect(try await place.page.reveal(item.id, reveal).value == "s3cret")
    }
}
