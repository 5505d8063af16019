import Basics
import Crypto
import Testing

@testable import Vault

@Suite("Slots of passkeys")
struct PasskeySlotTests {
    /// A header with one slot of a passkey, as Python's `cryptography` made it from the values below.
    private static let header =
        "43564c540002101112131415161718191a1b1c1d1e1f0100000001003200004c000000000201010000000300054c6c617665"
        + "0000512a606162636465666768696a6b6c6d6e6f010600420020c0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7"
        + "d8d9dadbdcdddedf202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f003c7071727374757677"
        + "78797a7bbd646e6e65be423b4ca018cd19193b9adb5ded38d4698672d2b74f25e86d4018bfd05b393a9b8ac55535bee70eaf"
        + "130a6053f2a27051bb99"
    private static let contribution = "e1ba1c303dbd3641dfd85c2b73448d401c5f499a733813d6bd090d9ec13b9a83"
    private static let credential = [UInt8](0xC0..<0xE0)
    private static let salt = [UInt8](0x20..<0x40)
    private static let evaluation = [UInt8](0x40..<0x60)

    private let device: DeviceSecrets
    private let user: FoldedName

    init() throws {
        device = try #require(
            DeviceSecrets(
                device: [UInt8](repeating: 1, count: 32), install: [UInt8](repeating: 2, count: 32)))
        user = FoldedName(try VaultName("Lucía"))
    }

    private func opened(
        _ header: VaultHeader, _ evaluation: some Collection<UInt8>, user: FoldedName? = nil,
        device: DeviceSecrets? = nil
    ) throws -> OpenedKeys? {
        let given = try #require(PasskeyEvaluation(bytes: evaluation))
        return try header.open(
            header.slot(3), with: UnlockSecrets(passkey: [3: given]), user: user ?? self.user,
            device: device ?? self.device)
    }

    @Test("what an authenticator evaluates gives the slot's key as the construction says")
    func vector() throws {
        let evaluation = try #require(PasskeyEvaluation(bytes: Self.evaluation))
        #expect(evaluation.contribution(salt: Self.salt) == SymmetricKey(data: bytes(Self.contribution)))
        let header = try VaultHeader(bytes: bytes(Self.header))
        #expect(header.format == 2 && header.encoded() == bytes(Self.header))
        #expect(
            try header.slot(3).factors
                == [.passkey(PasskeyFactor(credential: Self.credential, salt: Self.salt))])
        #expect(try header.slot(3).holdsTravelKey == false && header.slot(3).opensAnywhere == false)
        let keys = try #require(try opened(header, Self.evaluation))
        #expect(keys.data == DataKey(bytes: [UInt8](0x80..<0xA0)) && keys.travel == nil && keys.slot == 3)
    }

    @Test("any other bit of the evaluation, another user and another device open nothing")
    func wrong() throws {
        let header = try VaultHeader(bytes: bytes(Self.header))
        for index in Self.evaluation.indices {
            for bit in 0..<8 {
                var other = Self.evaluation
                other[index] ^= 1 << bit
                #expect(try opened(header, other) == nil)
            }
        }
        #expect(try opened(header, Self.evaluation, user: FoldedName(try VaultName("Lucia"))) == nil)
        var random = SplitMix64(seed: 3)
        #expect(try opened(header, Self.evaluation, device: DeviceSecrets(using: &random)) == nil)
        let slot = try header.slot(3)
        #expect(throws: VaultFault.missingFactor(.passkey)) {
            try header.open(slot, with: UnlockSecrets(), user: user, device: device)
        }
        let given = try #require(PasskeyEvaluation(bytes: Self.evaluation))
        #expect(throws: VaultFault.noDeviceKeys) {
            try header.open(slot, with: UnlockSecrets(passkey: [3: given]), user: user, device: nil)
        }
    }

    @Test("it comes and goes as it was made, whatever identifier and salt it has", arguments: 0..<16 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let keys = OpenedKeys(data: DataKey(using: &random), travel: nil, slot: 0)
        var header = VaultHeader(vault: RecordID(using: &random), cipher: .aes256GCM, cost: .floor)
        let count = seed == 0 ? PasskeyFactor.credentialLimit : .random(in: 1...200, using: &random)
        let factor = try PasskeyFactor(
            credential: random.bytes(count), salt: random.bytes(PasskeyFactor.saltCount))
        let evaluation = random.bytes(PasskeyEvaluation.byteCount)
        header.slots.append(
            try header.makingSlot(
                id: 3, label: "", factors: [.passkey(factor, try #require(PasskeyEvaluation(bytes: evaluation)))],
                keys: keys, user: user, device: device, on: 20_780, using: &random))
        let read = try VaultHeader(bytes: header.encoded())
        #expect(read == header && read.slots[0].factors == [.passkey(factor)])
        #expect(try opened(read, evaluation)?.data == keys.data)
        #expect(try opened(read, random.bytes(PasskeyEvaluation.byteCount)) == nil)
        // Nothing of what opens it stands in it.
        #expect(!read.encoded().contains(evaluation) && !read.encoded().contains(keys.data.secret.bytes))
        // Of the same evaluation, another salt makes another key.
        let other = try PasskeyFactor(credential: factor.credential, salt: random.bytes(PasskeyFactor.saltCount))
        let slot = read.slots[0]
        let moved = try Slot(
            id: slot.id, label: slot.label, factors: [.passkey(other)], salt: slot.salt, createdOn: slot.createdOn,
            sealed: slot.sealed)
        let given = try #require(PasskeyEvaluation(bytes: evaluation))
        #expect(
            try read.open(moved, with: UnlockSecrets(passkey: [3: given]), user: user, device: device) == nil)
    }

    @Test("on a journey it stays, unless a place goes with it, and then comes back with the rest")
    func journey() throws {
        var fixture = try HeaderFixture.standard()
        let travel = try #require(fixture.keys.travel)
        let (fix, alone) = (try #require(fixture.secrets.fix), try fixture.header.slot(HeaderFixture.passkey))
        let evaluation = try #require(fixture.secrets.passkey[HeaderFixture.passkey])
        let factor = try PasskeyFactor(credential: [1], salt: Self.salt)
        let together = try fixture.slot(8, [.place([fix]), .passkey(factor, evaluation)])
        #expect(together.holdsTravelKey)
        for slots in [[alone, together], [together]] {
            var header = fixture.header
            header.slots.removeAll { $0.id == HeaderFixture.passkey }
            let others = header.slots
            header.slots += slots
            let journey = try header.depart(returning: .presence, travel: travel, using: &fixture.random)
            #expect(header.slots.contains(alone) == slots.contains(alone))
            #expect(!header.slots.contains(together))
            // Older programs read what is left when no passkey is.
            #expect(header.format == (slots.contains(alone) ? 2 : 1))
            try header.arrive(from: journey, travel: travel)
            #expect(header.slots == others + slots && header.format == 2)
        }
    }

    @Test("an identifier or a salt out of bounds is no passkey")
    func bounds() throws {
        let salt = Self.salt
        for count in [0, PasskeyFactor.credentialLimit + 1] {
            #expect(throws: VaultFault.tooLarge("passkey")) {
                try PasskeyFactor(credential: [UInt8](repeating: 1, count: count), salt: salt)
            }
        }
        for count in [0, 31, 33] {
            #expect(throws: VaultFault.damaged("passkey")) {
                try PasskeyFactor(credential: [1], salt: [UInt8](repeating: 1, count: count))
            }
        }
    }

    @Test("an evaluation is 32 bytes, or 64 small hexadecimal digits, and is never shown")
    func evaluations() throws {
        let evaluation = try #require(PasskeyEvaluation(bytes: Self.evaluation))
        let digits = Self.evaluation.map { "0123456789abcdef".digits($0) }.joined()
        #expect(PasskeyEvaluation(hexadecimal: digits) == evaluation)
        for text in [
            "", String(digits.dropLast()), digits + "0", String(digits.dropLast()) + "g",
            String(digits.dropLast()) + "A", String(digits.dropLast(2)) + "ñ",
        ] {
            #expect(PasskeyEvaluation(hexadecimal: text) == nil, "\(text)")
        }
        for count in [0, 31, 33] {
            #expect(PasskeyEvaluation(bytes: [UInt8](repeating: 1, count: count)) == nil)
        }
        #expect("\(evaluation)" == "[passkey evaluation]" && String(reflecting: evaluation) == "[passkey evaluation]")
    }
}

extension String {
    /// Two of these sixteen digits for a byte.
    fileprivate func digits(_ byte: UInt8) -> String {
        let digits = Array(self)
        return String([digits[Int(byte >> 4)], digits[Int(byte & 15)]])
    }
}

extension [UInt8] {
    /// Whether these bytes stand in it, one after the other.
    fileprivate func contains(_ part: [UInt8]) -> Bool {
        indices.contains { self[$0...].starts(with: part) }
    }
}
