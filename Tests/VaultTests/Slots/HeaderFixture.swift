import Basics
import Crypto

@testable import Vault

/// A vault's header with a slot of each kind and one of several, and everything that opens them.
struct HeaderFixture {
    var random: SplitMix64
    let device: DeviceSecrets
    let user: FoldedName
    let keys: OpenedKeys
    var header: VaultHeader
    var secrets: UnlockSecrets

    /// Which slot is which.
    static let place: SlotID = 1
    static let password: SlotID = 2
    static let recovery: SlotID = 3
    static let tang: SlotID = 4
    static let presence: SlotID = 5
    static let together: SlotID = 6
    static let passkey: SlotID = 7

    // Each takes five derivations, so those that every test uses are made once.
    private static let first = Result { try HeaderFixture(seed: 1) }
    private static let second = Result { try HeaderFixture(seed: 2) }

    /// The fixture that most tests begin with.
    static func standard() throws -> HeaderFixture { try first.get() }

    /// Another vault of another device.
    static func other() throws -> HeaderFixture { try second.get() }

    private init(seed: UInt64) throws {
        random = SplitMix64(seed: seed)
        device = DeviceSecrets(using: &random)
        user = FoldedName(try VaultName("Lucía"))
        keys = OpenedKeys(data: DataKey(using: &random), travel: TravelKey(using: &random), slot: 0)
        header = VaultHeader(vault: RecordID(using: &random), cipher: .aes256GCM, cost: .floor)

        let code = RecoveryCode(using: &random)
        guard let fix = Fix(latitude: 40.33, longitude: -3.77, accuracy: 5), let password = Password("contraseña"),
            let beacon = PresenceFactor.Beacon(uuid: [UInt8](0..<16), major: 3, minor: 4)
        else { throw VaultFault.doesNotOpen }
        let tangServer = try TangServerSide(using: &random)
        let made = try McCallumRelyea.provision(serverKey: tangServer.key, using: &random)
        let tang = try TangFactor(
            url: "http://tang.example", thumbprint: "aBc-_09", clientPoint: made.clientPoint, serverKey: tangServer.key)
        let presenceKey = SymmetricKey.random(48, using: &random)
        let presence = try PresenceFactor(
            server: "https://cerca.example", slotOnServer: RecordID(using: &random),
            serverKey: PresenceServerSide().key,
            beacon: beacon, using: &random)
        let passkey = try PasskeyFactor(
            credential: random.bytes(16), salt: random.bytes(PasskeyFactor.saltCount))
        guard let evaluation = PasskeyEvaluation(bytes: random.bytes(PasskeyEvaluation.byteCount)) else {
            throw VaultFault.doesNotOpen
        }

        secrets = UnlockSecrets(
            fix: fix, password: password, recovery: code, tang: [Self.tang: made.contribution],
            presence: [Self.presence: presenceKey], passkey: [Self.passkey: evaluation])
        for (id, factors) in [
            (Self.place, [NewFactor.place([fix, fix])]), (Self.password, [.password(password)]),
            (Self.recovery, [.recovery(code)]), (Self.tang, [.tang(tang, made.contribution)]),
            (Self.presence, [.presence(presence, presenceKey)]),
            (Self.together, [.place([fix]), .password(password)]),
            (Self.passkey, [.passkey(passkey, evaluation)]),
        ] {
            header.slots.append(try slot(id, factors))
        }
    }

    /// A new slot, which is not in the header yet.
    mutating func slot(_ id: SlotID, _ factors: [NewFactor], keys other: OpenedKeys? = nil) throws -> Slot {
        try header.makingSlot(
            id: id, label: "slot \(id)", factors: factors, keys: other ?? keys, user: user, device: device, on: 20_778,
            using: &random)
    }

    /// What opening a slot with everything at hand gives.
    func opened(_ id: SlotID) throws -> OpenedKeys? {
        try header.open(header.slot(id), with: secrets, user: user, device: device)
    }
}
