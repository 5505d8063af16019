import Basics
import Testing

@testable import Vault

@Suite("Sealed objects")
struct ObjectSealerTests {
    static let vault = RecordID(bytes: [UInt8](0..<16)) ?? .zero
    static let address = ObjectAddress(
        kind: .item, id: RecordID(bytes: [UInt8](16..<32)) ?? .zero, revision: 7)

    static func key(_ seed: UInt64) -> DataKey {
        var random = SplitMix64(seed: seed)
        return DataKey(using: &random)
    }

    static func sealer(_ suite: CipherSuite, key seed: UInt64 = 1, generation: UInt32 = 3) -> ObjectSealer {
        ObjectSealer(key: key(seed), suite: suite, generation: generation, vault: vault)
    }

    @Test("names are found in any case, and each is its own", arguments: CipherSuite.allCases)
    func names(suite: CipherSuite) {
        #expect(CipherSuite(name: suite.name) == suite)
        #expect(CipherSuite(name: suite.name.uppercased()) == suite)
        #expect(CipherSuite(name: suite.name + " ") == nil)
        #expect(suite.isWeak == ![.aes256GCM, .chaCha20Poly1305, .aes256GCMSIV].contains(suite))
    }

    @Test("what was sealed opens, at every length around the blocks", arguments: CipherSuite.allCases)
    func opens(suite: CipherSuite) throws {
        var random = SplitMix64(seed: UInt64(suite.rawValue))
        let sealer = Self.sealer(suite)
        for count in Array(0...70) + [255, 4096, 262_144] {
            let plain = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            let sealed = try sealer.seal(plain, as: Self.address, using: &random)
            #expect(try sealer.open(sealed, as: Self.address) == plain)
            #expect(sealed.count >= plain.count + 28)
        }
    }

    @Test("the same object is never sealed the same way twice", arguments: CipherSuite.allCases)
    func fresh(suite: CipherSuite) throws {
        var random = SplitMix64(seed: 9)
        let sealer = Self.sealer(suite)
        let plain = [UInt8](repeating: 0, count: 512)
        let sealed = try (0..<64).map { _ in try sealer.seal(plain, as: Self.address, using: &random) }
        // Of RC4 that is more than a matter of nonces: of one keystream twice, everything would be known.
        #expect(Set(sealed.map { Array($0[48..<112]) }).count == 64)
    }

    @Test("what belongs elsewhere does not open", arguments: CipherSuite.allCases)
    func bound(suite: CipherSuite) throws {
        var random = SplitMix64(seed: 11)
        let sealer = Self.sealer(suite)
        let sealed = try sealer.seal(Array("secret".utf8), as: Self.address, using: &random)
        var moved: [ObjectAddress] = ObjectKind.allCases.filter { $0 != .item }.map {
            ObjectAddress(kind: $0, id: Self.address.id, revision: Self.address.revision)
        }
        for bit in 0..<128 {
            var bytes = Self.address.id.bytes
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            moved.append(ObjectAddress(kind: .item, id: RecordID(bytes: bytes)!, revision: Self.address.revision))
        }
        for bit in 0..<64 {
            moved.append(
                ObjectAddress(kind: .item, id: Self.address.id, revision: Self.address.revision ^ 1 << UInt64(bit)))
        }
        for address in moved {
            #expect(throws: VaultFault.damaged(address.kind.part)) { try sealer.open(sealed, as: address) }
        }
        for other in CipherSuite.allCases where other != suite {
            #expect(throws: VaultFault.damaged("item")) { try Self.sealer(other).open(sealed, as: Self.address) }
        }
        let others = [
            Self.sealer(suite, key: 2), Self.sealer(suite, generation: 2), Self.sealer(suite, generation: 4),
            ObjectSealer(key: Self.key(1), suite: suite, generation: 3, vault: .zero),
        ]
        for other in others {
            #expect(throws: VaultFault.damaged("item")) { try other.open(sealed, as: Self.address) }
        }
    }

    @Test("every changed, missing or added byte is noticed", arguments: CipherSuite.allCases)
    func unchanged(suite: CipherSuite) throws {
        var random = SplitMix64(seed: 13)
        let sealer = Self.sealer(suite)
        let sealed = try sealer.seal(Array(repeating: 0x41, count: 150), as: Self.address, using: &random)
        for index in sealed.indices {
            for change in [1, 0x80, UInt8.random(in: 1...255, using: &random)] as [UInt8] {
                var changed = sealed
                changed[index] ^= change
                #expect(throws: VaultFault.damaged("item")) { try sealer.open(changed, as: Self.address) }
            }
            #expect(throws: VaultFault.damaged("item")) {
                try sealer.open(Array(sealed[..<index]), as: Self.address)
            }
        }
        #expect(throws: VaultFault.damaged("item")) { try sealer.open(sealed + [0], as: Self.address) }
    }

    @Test("a change from each cipher to each keeps every record", arguments: CipherSuite.allCases)
    func changes(from: CipherSuite) throws {
        for to in CipherSuite.allCases {
            var random = SplitMix64(seed: UInt64(from.rawValue) << 8 | UInt64(to.rawValue))
            let old = Self.sealer(from, generation: 4)
            let new = Self.sealer(to, generation: 5)
            for number in 0..<8 as Range<UInt64> {
                let address = ObjectAddress(kind: .item, id: RecordID(using: &random), revision: number + 1)
                let plain = (0..<(Int(number) * 37)).map { _ in UInt8.random(in: .min ... .max, using: &random) }
                let before = try old.seal(plain, as: address, using: &random)
                let after = try new.seal(try old.open(before, as: address), as: address, using: &random)
                #expect(try new.open(after, as: address) == plain)
                // Neither generation opens the other's, not even when the cipher is the same.
                #expect(throws: VaultFault.self) { try old.open(after, as: address) }
                #expect(throws: VaultFault.self) { try new.open(before, as: address) }
            }
        }
    }

    @Test("a root is sealed with its travel key, and opens at its own sequence only")
    func root() throws {
        var random = SplitMix64(seed: 17)
        let root = Root(
            headerDigest: [UInt8](repeating: 7, count: 32), user: try VaultName("Ana"),
            categories: Category.standard(language: "es"), settings: VaultSettings(),
            travelKey: TravelKey(using: &random))
        let sealer = Self.sealer(.aes256GCM)
        let sealed = try sealer.seal(root, sequence: 12, using: &random)
        #expect(try sealer.openRoot(sealed, sequence: 12) == root)
        #expect(throws: VaultFault.damaged("root")) { try sealer.openRoot(sealed, sequence: 13) }
    }
}
