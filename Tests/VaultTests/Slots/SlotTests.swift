import Basics
import Crypto
import Testing

@testable import Vault

@Suite("Slots")
struct SlotTests {
    private static let all: [SlotID] = [1, 2, 3, 4, 5, 6, 7]
    /// Those that do not hold the travel key.
    private static let stay = [HeaderFixture.password, HeaderFixture.tang, HeaderFixture.passkey]

    @Test("every slot gives the data key, and the right ones the travel key")
    func opens() throws {
        let fixture = try HeaderFixture.standard()
        for id in Self.all {
            let keys = try #require(try fixture.opened(id))
            #expect(keys.data == fixture.keys.data)
            #expect(keys.slot == id)
            #expect(keys.travel == (Self.stay.contains(id) ? nil : fixture.keys.travel))
        }
    }

    @Test("a wrong factor fits nothing, and is no fault")
    func wrong() throws {
        var fixture = try HeaderFixture.standard()
        fixture.secrets.password = Password("contrasena")
        fixture.secrets.fix = Fix(latitude: 40.331, longitude: -3.77)
        fixture.secrets.recovery = RecoveryCode(using: &fixture.random)
        fixture.secrets.tang[HeaderFixture.tang] = .random(32, using: &fixture.random)
        fixture.secrets.presence[HeaderFixture.presence] = .random(48, using: &fixture.random)
        fixture.secrets.passkey[HeaderFixture.passkey] = PasskeyEvaluation(bytes: fixture.random.bytes(32))
        for id in Self.all { #expect(try fixture.opened(id) == nil) }
    }

    @Test("of a slot with two factors, both are needed")
    func both() throws {
        var fixture = try HeaderFixture.standard()
        let right = fixture.secrets
        #expect(try fixture.opened(HeaderFixture.together) != nil)
        fixture.secrets.password = Password("x")
        #expect(try fixture.opened(HeaderFixture.together) == nil)
        fixture.secrets = right
        fixture.secrets.fix = Fix(latitude: 40.34, longitude: -3.77)
        #expect(try fixture.opened(HeaderFixture.together) == nil)
        fixture.secrets = right
        fixture.secrets.password = nil
        #expect(throws: VaultFault.missingFactor(.password)) { try fixture.opened(HeaderFixture.together) }
    }

    @Test("on another device only the recovery slot opens a copy, and there for any name")
    func elsewhere() throws {
        var fixture = try HeaderFixture.standard()
        let (other, header) = (DeviceSecrets(using: &fixture.random), fixture.header)
        let nobody = FoldedName(try VaultName("nobody"))
        for id in Self.all {
            let slot = try header.slot(id)
            func open(_ user: FoldedName, _ device: DeviceSecrets?) -> OpenedKeys? {
                try? header.open(slot, with: fixture.secrets, user: user, device: device)
            }
            let isRecovery = id == HeaderFixture.recovery
            #expect(slot.opensAnywhere == isRecovery)
            #expect((open(fixture.user, nil) != nil) == isRecovery)
            #expect((open(fixture.user, other) != nil) == isRecovery)
            #expect((open(nobody, fixture.device) != nil) == isRecovery)
        }
        #expect(throws: VaultFault.noDeviceKeys) {
            try header.open(
                header.slot(HeaderFixture.password), with: fixture.secrets, user: fixture.user, device: nil)
        }
        #expect(throws: VaultFault.noDeviceKeys) {
            try header.open(header.slot(HeaderFixture.place), with: fixture.secrets, user: fixture.user, device: other)
        }
    }

    @Test("what is not at hand is missed by name")
    func missing() throws {
        var fixture = try HeaderFixture.standard()
        fixture.secrets = UnlockSecrets()
        for slot in fixture.header.slots {
            #expect(throws: VaultFault.missingFactor(slot.kinds[0])) { try fixture.opened(slot.id) }
        }
    }

    @Test("a position worse than the cell is refused before anything is tried")
    func coarse() throws {
        var fixture = try HeaderFixture.standard()
        fixture.secrets.fix = Fix(latitude: 40.33, longitude: -3.77, accuracy: 30)
        #expect(throws: VaultFault.place(.tooCoarse(accuracy: 30, limit: 25))) {
            try fixture.opened(HeaderFixture.place)
        }
    }

    @Test("the candidates are the slots whose factors are all at hand")
    func candidates() throws {
        let header = try HeaderFixture.standard().header
        #expect(header.candidates(for: []).isEmpty)
        #expect(header.candidates(for: [.place]).map(\.id) == [1])
        #expect(header.candidates(for: [.place, .password]).map(\.id) == [1, 2, 6])
        #expect(header.candidates(for: [.passkey]).map(\.id) == [7])
        #expect(header.candidates(for: Set(FactorKind.allCases)).map(\.id) == Self.all)
    }

    @Test("a slot keeps the cost and the side that it was made with")
    func ownParameters() throws {
        var fixture = try HeaderFixture.standard()
        fixture.header.cost = .ceiling
        fixture.header.cell = try #require(CellSide(metres: 500))
        fixture.header.cipher = .chaCha20Poly1305
        fixture.header.generation += 1
        // At the ceiling this would take seconds, in cells of 500 m it would not fit.
        for id in Self.all { #expect(try fixture.opened(id)?.data == fixture.keys.data) }
    }

    @Test("without the travel key no slot is made that has to hold it")
    func travelling() throws {
        var fixture = try HeaderFixture.standard()
        let keys = OpenedKeys(data: fixture.keys.data, travel: nil, slot: 2)
        let fix = try #require(fixture.secrets.fix)
        let (password, code) = (try #require(Password("x")), RecoveryCode(using: &fixture.random))
        #expect(throws: VaultFault.travelling) { try fixture.slot(8, [.place([fix])], keys: keys) }
        #expect(throws: VaultFault.travelling) { try fixture.slot(8, [.recovery(code)], keys: keys) }
        #expect(throws: VaultFault.travelling) {
            try fixture.slot(8, [.password(password), .place([fix])], keys: keys)
        }
        _ = try fixture.slot(8, [.password(password)], keys: keys)
    }

    @Test("factors that do not go together, a long label and one slot too many are refused")
    func refused() throws {
        var fixture = try HeaderFixture.standard()
        let (password, code) = (try #require(Password("x")), RecoveryCode(using: &fixture.random))
        for factors in [
            [], [.password(password), .password(password)], [.recovery(code), .password(password)],
        ] as [[NewFactor]] {
            #expect(throws: VaultFault.self) { try fixture.slot(8, factors) }
        }
        let label = String(repeating: "x", count: Slot.labelLimit + 1)
        #expect(throws: VaultFault.tooLarge("slot label")) {
            try fixture.header.makingSlot(
                id: 8, label: label, factors: [.recovery(code)], keys: fixture.keys, user: fixture.user,
                device: fixture.device, on: 0, using: &fixture.random)
        }
        for id in 8...UInt32(VaultHeader.slotLimit) {
            fixture.header.slots.append(try fixture.slot(SlotID(id), [.recovery(code)]))
        }
        #expect(throws: VaultFault.tooLarge("number of slots")) { try fixture.slot(33, [.recovery(code)]) }
        // One of them may still be made anew.
        _ = try fixture.slot(8, [.recovery(code)])
        #expect(try VaultHeader(bytes: fixture.header.encoded()) == fixture.header)
    }

    @Test("the presence slot's key for receipts is the same each time, and its own")
    func receipts() throws {
        let fixture = try HeaderFixture.standard()
        guard case .presence(let factor) = try fixture.header.slot(HeaderFixture.presence).factors[0],
            let given = fixture.secrets.presence[HeaderFixture.presence]
        else {
            Issue.record("no presence slot")
            return
        }
        let key = try factor.receiptKey(for: given)
        #expect(try factor.receiptKey(for: given).rawRepresentation == key.rawRepresentation)
        let other = try HeaderFixture.other().header.slot(HeaderFixture.presence).factors[0]
        guard case .presence(let otherFactor) = other else { return }
        #expect(try otherFactor.receiptKey(for: given).rawRepresentation != key.rawRepresentation)
    }
}
