import Basics
import Crypto
import Testing

@testable import Vault

@Suite("The header")
struct VaultHeaderTests {
    @Test("it is read as it was written, whatever stands in it", arguments: 0..<8 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var fixture = try HeaderFixture.standard()
        fixture.random = SplitMix64(seed: seed)
        for cipher in CipherSuite.allCases {
            fixture.header.cipher = cipher
            fixture.header.generation = .random(in: .min ... .max, using: &fixture.random)
            fixture.header.lockoutRule = .allCases.randomElement(using: &fixture.random) ?? .standard
            let bytes = fixture.header.encoded()
            let read = try VaultHeader(bytes: bytes)
            #expect(read == fixture.header)
            #expect(read.encoded() == bytes)
            #expect(read.digest == Array(SHA256.hash(data: bytes)))
            #expect(read.isAuthentic(code: fixture.header.code(under: fixture.keys.data), under: fixture.keys.data))
        }
    }

    @Test("its code holds under its data key alone")
    func code() throws {
        var fixture = try HeaderFixture.standard()
        let code = fixture.header.code(under: fixture.keys.data)
        #expect(code.count == 32)
        let other = DataKey(using: &fixture.random)
        #expect(!fixture.header.isAuthentic(code: code, under: other))
        #expect(!fixture.header.isAuthentic(code: [], under: fixture.keys.data))
        for index in code.indices {
            var changed = code
            changed[index] ^= 1
            #expect(!fixture.header.isAuthentic(code: changed, under: fixture.keys.data))
        }
    }

    @Test("every bit that is changed on purpose is noticed, and every bit of a slot by the slot itself")
    func flips() throws {
        let fixture = try HeaderFixture.standard()
        let bytes = fixture.header.encoded()
        let code = fixture.header.code(under: fixture.keys.data)
        // What the factors give is slow to derive and does not change here: whoever changes a header may even know it.
        var given: [SlotID: [SymmetricKey]] = [:]
        for slot in fixture.header.slots {
            given[slot.id] = try SlotAttempt.contributions(
                for: slot, from: fixture.secrets, user: fixture.user, device: fixture.device)
        }
        #expect(given.count == 7)
        func opens(_ slot: Slot, in header: VaultHeader) throws -> Bool {
            guard let contributions = given[slot.id] else { return false }
            return try header.open(
                slot, contributions: contributions, user: fixture.user, device: fixture.device) != nil
        }
        for slot in fixture.header.slots { #expect(try opens(slot, in: fixture.header)) }

        var read = 0
        let content = bytes.dropLast(VaultHeader.checksumCount)
        for index in content.indices {
            for bit in 0..<8 {
                var changed = Array(content)
                changed[index] ^= 1 << bit
                changed += VaultHeader.checksum(changed)
                guard let header = try? VaultHeader(bytes: changed) else { continue }
                read += 1
                #expect(header.encoded() == changed)
                #expect(!header.isAuthentic(code: code, under: fixture.keys.data), "bit \(bit) of byte \(index)")
                for slot in header.slots where !fixture.header.slots.contains(slot) {
                    #expect(try !opens(slot, in: header), "bit \(bit) of byte \(index), slot \(slot.id)")
                }
            }
        }
        // Most bytes are salts, nonces and sealed keys: decoding alone cannot refuse them.
        #expect(read > 1000)
    }

    @Test("damage to any bit is told from a factor that does not fit")
    func damage() throws {
        let bytes = try HeaderFixture.standard().header.encoded()
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << bit
                #expect(throws: VaultFault.self) { try VaultHeader(bytes: changed) }
            }
        }
    }

    @Test("a slot opens in no other vault and under no other number")
    func moved() throws {
        let fixture = try HeaderFixture.standard()
        let other = try HeaderFixture.other().header
        for slot in fixture.header.slots {
            let contributions = try SlotAttempt.contributions(
                for: slot, from: fixture.secrets, user: fixture.user, device: fixture.device)
            #expect(
                try other.open(slot, contributions: contributions, user: fixture.user, device: fixture.device) == nil)
            let renumbered = try Slot(
                id: 9, label: slot.label, factors: slot.factors, salt: slot.salt, createdOn: slot.createdOn,
                sealed: slot.sealed)
            #expect(
                try fixture.header.open(
                    renumbered, contributions: contributions, user: fixture.user, device: fixture.device) == nil)
        }
    }

    @Test("a header that ends early, goes on, or is none is refused for the right reason")
    func shapes() throws {
        let bytes = try HeaderFixture.standard().header.encoded()
        for count in bytes.indices {
            #expect(throws: VaultFault.truncated) { try VaultHeader(bytes: Array(bytes.prefix(count))) }
        }
        #expect(throws: VaultFault.damaged("header")) { try VaultHeader(bytes: bytes + [0]) }
        #expect(throws: VaultFault.foreign) { try VaultHeader(bytes: Array("SQLite format 3".utf8)) }
        #expect(throws: VaultFault.damaged("header")) {
            try VaultHeader(bytes: [UInt8](repeating: 0, count: VaultHeader.byteLimit + 1))
        }
        var newer = bytes
        newer[5] = 3
        #expect(throws: VaultFault.newer(format: 3)) { try VaultHeader(bytes: newer) }
        newer[5] = 0
        #expect(throws: VaultFault.damaged("header")) { try VaultHeader(bytes: newer) }
    }

    @Test("a cost below the floor is refused wherever it stands")
    func downgrade() throws {
        let bytes = try HeaderFixture.standard().header.encoded()
        let floor = [0, 0, 0x4C, 0, 0, 0, 0, 2] as [UInt8]
        let places = bytes.indices.filter { bytes[$0...].starts(with: floor) }
        // The header's own, the place's, the password's, and both of the slot with two factors.
        #expect(places.count == 5)
        for place in places {
            for (offset, value) in [(2, 0x4B), (7, 1), (7, 0), (7, 11), (0, 1)] as [(Int, UInt8)] {
                var changed = bytes
                changed[place + offset] = value
                #expect(throws: VaultFault.invalidCost) { try VaultHeader(bytes: changed) }
            }
        }
    }

    @Test("two slots of one number are refused")
    func duplicates() throws {
        var header = try HeaderFixture.standard().header
        header.slots.append(header.slots[0])
        #expect(throws: VaultFault.damaged("slots")) { try VaultHeader(bytes: header.encoded()) }
    }

    @Test("random bytes are refused, never more", arguments: 0..<32 as Range<UInt64>)
    func noise(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let valid = try HeaderFixture.standard().header.encoded()
        for _ in 0..<100 {
            // The beginning is right, so that the noise gets as deep as it can.
            let kept = Int.random(in: 0...valid.count, using: &random)
            let noise = random.bytes(Int.random(in: 0...600, using: &random))
            let bytes = Array(valid.prefix(kept)) + noise
            if let header = try? VaultHeader(bytes: bytes) { #expect(header.encoded() == bytes) }
        }
    }
}
