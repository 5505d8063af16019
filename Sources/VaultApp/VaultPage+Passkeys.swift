import API
import Basics
import HTTPKit
import Vault
import VaultDevice

extension VaultPage {
    /// What the authenticator of a passkey evaluated, for the slots of that passkey; none for a passkey of no slot.
    static func evaluations(
        _ proof: VaultPagePasskeyProofBody?, for locked: LockedVault
    ) throws -> [SlotID: PasskeyEvaluation] {
        guard let proof else { return [:] }
        let credential = try credential(proof.credential, at: "$.passkey.credential")
        let evaluation = try evaluation(proof.evaluation, at: "$.passkey.evaluation")
        let slots = locked.slots.filter { $0.passkey?.credential == credential }
        return Dictionary(slots.map { ($0.id, evaluation) }) { first, _ in first }
    }

    /// A passkey that was made and used just now; it stands alone, and in one slot of a vault.
    func newPasskey(_ made: VaultPageNewPasskeyBody, beside others: [NewFactor]) throws -> NewFactor {
        guard others.isEmpty else {
            throw BodyError.invalid([Fault(path: "$.passkey", message: "stands alone")])
        }
        let credential = try Self.credential(made.credential, at: "$.passkey.credential")
        let evaluation = try Self.evaluation(made.evaluation, at: "$.passkey.evaluation")
        guard let salt = [UInt8](hexadecimal: made.salt) else {
            throw BodyError.invalid([Fault(path: "$.passkey.salt", message: "is no salt")])
        }
        return try with { vault throws(VaultFault) in
            // Its authenticator is asked for one salt: of two slots, one would never open.
            guard !vault.header.slots.contains(where: { $0.passkey?.credential == credential }) else {
                throw .invalidSlot("this passkey has a slot already")
            }
            return .passkey(try PasskeyFactor(credential: credential, salt: salt), evaluation)
        }
    }

    private static func credential(_ text: String, at path: String) throws -> [UInt8] {
        guard let bytes = Base64.bytes(text, .url), (1...PasskeyFactor.credentialLimit).contains(bytes.count) else {
            throw BodyError.invalid([Fault(path: path, message: "is not the identifier of a passkey")])
        }
        return bytes
    }

    private static func evaluation(_ text: String, at path: String) throws -> PasskeyEvaluation {
        guard let evaluation = PasskeyEvaluation(hexadecimal: text) else {
            throw BodyError.invalid([Fault(path: path, message: "must be 64 small hexadecimal digits")])
        }
        return evaluation
    }
}

extension VaultPagePasskeyBody {
    /// A passkey as the page asks for it.
    init(_ factor: PasskeyFactor) {
        self.init(credential: Base64.text(factor.credential, .url), salt: factor.salt.hexadecimal)
    }
}
