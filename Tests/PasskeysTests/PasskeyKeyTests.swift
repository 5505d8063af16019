import Crypto
import Testing

@testable import Passkeys

@Suite struct PasskeyKeyTests {
    private func map(_ entries: KeyValuePairs<Int, CBORValue>) -> CBORValue {
        .map(entries.map { CBORValue.Entry(key: .integer($0), value: $1) })
    }

    private func isRefused(_ map: CBORValue) -> Bool {
        do { _ = try PasskeyKey(map) } catch { return true }
        return false
    }

    @Test func aKeyHasTheMembersOfItsKindAndNoOthers() throws {
        let point = Array(P256.Signing.PrivateKey().publicKey.rawRepresentation)
        let (x, y) = (CBORValue.bytes(Array(point.prefix(32))), CBORValue.bytes(Array(point.suffix(32))))
        let (two, one) = (CBORValue.unsigned(2), CBORValue.unsigned(1))
        let es256 = CBORValue.integer(-7)
        #expect(!isRefused(map([1: two, 3: es256, -1: one, -2: x, -3: y])))
        #expect(isRefused(map([1: two, 3: es256, -1: one, -2: x])))
        #expect(isRefused(map([1: two, 3: es256, -1: one, -2: x, -3: y, 2: .bytes([1])])))
        #expect(isRefused(map([1: two, 3: .integer(-8), -1: one, -2: x, -3: y])))
        #expect(isRefused(map([1: two, 3: .integer(-35), -1: one, -2: x, -3: y])))
        #expect(isRefused(map([1: two, 3: es256, -1: two, -2: x, -3: y])))
        // Not on the curve; too short; with the sign in place of the coordinate.
        #expect(isRefused(map([1: two, 3: es256, -1: one, -2: x, -3: x])))
        #expect(isRefused(map([1: two, 3: es256, -1: one, -2: x, -3: .bytes(Array(point.suffix(31)))])))
        #expect(isRefused(map([1: two, 3: es256, -1: one, -2: x, -3: .boolean(true)])))
        #expect(isRefused(.array([])))
    }

    @Test func aModulusHasAUsualSizeAndTheUsualExponent() throws {
        func key(_ modulus: [UInt8], exponent: [UInt8] = [1, 0, 1]) -> CBORValue {
            map([1: .unsigned(3), 3: .integer(-257), -1: .bytes(modulus), -2: .bytes(exponent)])
        }
        let modulus = [UInt8](repeating: 0xC1, count: 256)
        #expect(!isRefused(key(modulus)))
        #expect(isRefused(key(Array(modulus.prefix(128)))))
        #expect(isRefused(key([0] + modulus)))
        #expect(isRefused(key([0x7F] + modulus.dropFirst())))
        #expect(isRefused(key(modulus, exponent: [3])))
        #expect(isRefused(key([UInt8](repeating: 0xC1, count: 1024))))
    }

    @Test func anEd25519KeyHasThirtyTwoBytes() throws {
        func key(_ bytes: [UInt8]) -> CBORValue {
            map([1: .unsigned(1), 3: .integer(-8), -1: .unsigned(6), -2: .bytes(bytes)])
        }
        let bytes = Array(Curve25519.Signing.PrivateKey().publicKey.rawRepresentation)
        #expect(!isRefused(key(bytes)))
        #expect(isRefused(key(bytes + [0])))
    }
}
