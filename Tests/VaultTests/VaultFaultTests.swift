import Testing
import Vault

@Suite("Faults of the vault")
struct VaultFaultTests {
    private static let all: [VaultFault] = [
        .damaged("header"), .truncated, .foreign, .newer(format: 2), .older(sequence: 1, seen: 2), .noVault,
        .vaultExists, .busy, .storage("input/output error"), .full, .doesNotOpen, .lockedOut(seconds: 300), .stopped,
        .noDeviceKeys, .noLockoutRecord, .place(.noFix), .place(.tooCoarse(accuracy: 30.04, limit: 25)),
        .place(.scattered(distance: 1000, limit: 200)), .missingFactor(.tang), .locked, .unknownSlot(3), .lastSlot,
        .invalidSlot("the recovery code stands alone"), .invalidPoint, .invalidProof, .invalidCost, .derivationFailed,
        .weakCipher(.des), .travelling, .tooLarge("slot label"), .name(.blank), .nameTaken("Web"), .unknownRecord,
        .ambiguous("Mail"), .emptyItem, .protectedCategory,
    ]

    @Test("each has a code of its own, which never changes with what it carries")
    func codes() {
        #expect(Set(Self.all.map(\.code)).count == Self.all.count)
        #expect(Self.all.allSatisfy { $0.code.hasPrefix("vault.") })
        #expect(VaultFault.lockedOut(seconds: 1).code == VaultFault.lockedOut(seconds: 2).code)
    }

    @Test("each says in one line what is the matter")
    func lines() {
        #expect(Set(Self.all.map(\.description)).count == Self.all.count)
        for fault in Self.all {
            #expect(!fault.description.isEmpty)
            #expect(fault.description.split(whereSeparator: \.isNewline).count == 1)
            #expect(!fault.description.hasSuffix("."))
        }
        #expect(
            "\(VaultFault.place(.tooCoarse(accuracy: 30.04, limit: 25)))"
                == "the position is known to 30.0 m only, and the cell asks for 25.0 m")
    }
}
