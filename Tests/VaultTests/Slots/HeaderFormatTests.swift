import Basics
import Testing

@testable import Vault

@Suite("The formats of a header")
struct HeaderFormatTests {
    /// What the program wrote before it knew passkeys, for the seed below.
    private static let first =
        "43564c540001ed0eb8ff18b4413c75abc1449c67bef60100000001003200004c00000000020102000000010004736c6f7400"
        + "00512a4c81d7989e588286265b5436cd528ae5010400109ea1e0978a3556a3104addc5cc1b7d6f005cc8a7b33affe709a308"
        + "86f0ea0b3550494421cbd4a5ee58adfafd37e259a9f180b4b2f6707f9fabbac3c4185e6d2a65b67b300f04d2d1633ef651bc"
        + "9b4bbd1aa916faf53b935d87d110717ae2953c8a834079808e94dd922e61067028000000020004736c6f740000512a2d6694"
        + "042ec5cc631c64ec25f77a58ec0103001800004c00000000027e430a3918c16d52490a14a4771063e9003c5964bef9717c9c"
        + "9dfc8d511a75cf727186f6d83ebe71eb6d8cb916d8982a8b974d1b4bf1c764f77290b7bc79547990dc5fb05f2aee56fc52b1"
        + "a1d29bbc89f58885c04d4b"

    private static let password = "contraseña"

    @Test("a vault without a passkey is written as it was before there were any, byte for byte")
    func unaffected() throws {
        var random = SplitMix64(seed: 12)
        let device = DeviceSecrets(using: &random)
        let keys = OpenedKeys(data: DataKey(using: &random), travel: TravelKey(using: &random), slot: 0)
        var header = VaultHeader(vault: RecordID(using: &random), cipher: .aes256GCM, cost: .floor)
        let user = FoldedName(try VaultName("Lucía"))
        let code = RecoveryCode(using: &random)
        let password = try #require(Password(Self.password))
        for (id, factor) in [(1, .recovery(code)), (2, .password(password))] as [(SlotID, NewFactor)] {
            header.slots.append(
                try header.makingSlot(
                    id: id, label: "slot", factors: [factor], keys: keys, user: user, device: device, on: 20_778,
                    using: &random))
        }
        #expect(header.encoded() == bytes(Self.first))
        let read = try VaultHeader(bytes: bytes(Self.first))
        #expect(read == header && read.format == 1)

        // A passkey beside them raises the number, and leaves the slots that were there as they were.
        let passkey = try PasskeyFactor(credential: [1], salt: random.bytes(PasskeyFactor.saltCount))
        let evaluation = try #require(PasskeyEvaluation(bytes: random.bytes(PasskeyEvaluation.byteCount)))
        let old = header.slots
        header.slots.append(
            try header.makingSlot(
                id: 3, label: "key", factors: [.passkey(passkey, evaluation)], keys: keys, user: user, device: device,
                on: 20_778, using: &random))
        let later = try VaultHeader(bytes: header.encoded())
        #expect(later.format == 2 && Array(later.slots.prefix(2)) == old)
        let secrets = UnlockSecrets(password: password, recovery: code, passkey: [3: evaluation])
        for slot in later.slots {
            #expect(try later.open(slot, with: secrets, user: user, device: device)?.data == keys.data)
        }
        // Without it the vault is again one that older programs read.
        header.slots.removeLast()
        #expect(header.encoded() == bytes(Self.first))
    }

    @Test("a number that does not fit the slots is refused")
    func misfit() throws {
        for (content, number) in [(bytes(Self.first), 2), (try HeaderFixture.standard().header.encoded(), 1)]
            as [([UInt8], UInt8)]
        {
            var changed = Array(content.dropLast(VaultHeader.checksumCount))
            changed[5] = number
            changed += VaultHeader.checksum(changed)
            #expect(throws: VaultFault.damaged("header")) { try VaultHeader(bytes: changed) }
        }
    }
}
