import FuzzDriver
import Passkeys

/// The entry point of the executable.
@_cdecl("FuzzPasskeys_main")
public func start(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
    drive(count, arguments, fuzzPasskeys)
}

/// One input: a byte that says what it is, and what a browser or an authenticator sent.
@_cdecl("fuzzPasskeys")
public func fuzzPasskeys(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: data, count: size))
    guard let kind = bytes.first else { return 0 }
    let rest = Array(bytes.dropFirst())
    switch kind % 5 {
    case 0: checkValue(rest)
    case 1: checkData(rest)
    case 2: checkKey(rest)
    case 3: checkClientData(rest)
    default: checkAttestation(rest)
    }
    return 0
}

/// A value has one form only: written anew in the shortest way, it is the bytes that it was read from.
private func checkValue(_ bytes: [UInt8]) {
    guard let value = try? CBORValue(parsing: bytes) else { return }
    precondition(written(value) == bytes, "a second form of a value")
    precondition((try? CBORValue(parsing: bytes + [0])) == nil, "bytes after a value")
    precondition((try? CBORValue(parsing: Array(bytes.dropLast()))) == nil, "a value without its end")
}

private func checkData(_ bytes: [UInt8]) {
    guard let data = try? AuthenticatorData(bytes) else { return }
    precondition(data.partyHash.count == 32 && bytes.count >= 37, "data without its head")
    precondition(!data.isBackedUp || data.canBeBackedUp, "a copy of what cannot be copied")
    guard let credential = data.credential else { return }
    precondition((1...AuthenticatorData.longestID).contains(credential.id.count), "a name of no length")
    precondition((try? PasskeyKey(cose: credential.cose)) != nil, "a key that cannot be read again")
    precondition((try? AuthenticatorData(bytes + [0])) == nil, "bytes after the data")
}

/// No signature of zeros is anybody's.
private func checkKey(_ bytes: [UInt8]) {
    guard let key = try? PasskeyKey(cose: bytes), key.algorithm == .es256 else { return }
    precondition(!key.isValid([0x30, 6, 2, 1, 0, 2, 1, 0], for: bytes), "a signature of zeros")
}

private func checkClientData(_ bytes: [UInt8]) {
    guard (try? ClientData(bytes)) != nil else { return }
    precondition(bytes.count <= ClientData.mostBytes, "more than is read")
}

private let party = RelyingParty(id: "localhost", origins: ["http://localhost"])
private let clientData = Array(#"{"type":"webauthn.create","challenge":"AAAA","origin":"http://localhost"}"#.utf8)

private func checkAttestation(_ bytes: [UInt8]) {
    guard
        let passkey = try? Passkey(clientData: clientData, attestation: bytes, challenge: [0, 0, 0], party: party)
    else { return }
    let kept = try? Passkey(
        id: passkey.id, cose: passkey.cose, counter: passkey.counter, canBeBackedUp: passkey.canBeBackedUp)
    precondition(kept != nil, "a passkey that cannot be kept")
}

/// A value in the shortest way.
private func written(_ value: CBORValue) -> [UInt8] {
    switch value {
    case .unsigned(let number): head(0, number)
    case .negative(let number): head(1, number)
    case .bytes(let bytes): head(2, UInt64(bytes.count)) + bytes
    case .text(let text): head(3, UInt64(text.utf8.count)) + text.utf8
    case .array(let elements): head(4, UInt64(elements.count)) + elements.flatMap(written)
    case .map(let entries):
        head(5, UInt64(entries.count)) + entries.flatMap { written($0.key) + written($0.value) }
    case .boolean(let isTrue): [isTrue ? 0xF5 : 0xF4]
    }
}

private func head(_ kind: UInt8, _ number: UInt64) -> [UInt8] {
    switch number {
    case ..<24: [kind << 5 | UInt8(number)]
    case ..<0x100: [kind << 5 | 24, UInt8(number)]
    case ..<0x1_0000: [kind << 5 | 25] + bigEndian(number, 2)
    case ..<0x1_0000_0000: [kind << 5 | 26] + bigEndian(number, 4)
    default: [kind << 5 | 27] + bigEndian(number, 8)
    }
}

private func bigEndian(_ number: UInt64, _ width: UInt64) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
}
