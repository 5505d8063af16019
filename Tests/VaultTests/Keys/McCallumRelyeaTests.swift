import Basics
import Crypto
import Testing

@testable import Vault

/// A Tang server, as far as the arithmetic goes.
struct TangServerSide {
    let secret: CurveScalar
    let key: ECPoint521

    init(using random: inout SplitMix64) throws {
        secret = try CurveScalar(using: &random)
        key = try CurvePoint(generatorTimes: secret).affine()
    }

    func answer(_ request: ECPoint521) throws -> ECPoint521 {
        try CurvePoint(request).times(secret).affine()
    }
}

@Suite("McCallum-Relyea")
struct McCallumRelyeaTests {
    // NIST SP 800-186, section 3.2.1.5.
    private static let generator = (
        x: bytes(
            "00c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dbaa14b5e77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66"
        ),
        y: bytes(
            "011839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c97ee72995ef42640c550b9013fad0761353c7086a272c24088be94769fd16650"
        )
    )

    @Test(
        "what was made is recovered through the server, each time by another request", arguments: 0..<8 as Range<UInt64>
    )
    func recovers(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let server = try TangServerSide(using: &random)
        let made = try McCallumRelyea.provision(serverKey: server.key, using: &random)
        var requests: Set<ECPoint521> = []
        for _ in 0..<3 {
            let recovery = try McCallumRelyea.Recovery(clientPoint: made.clientPoint, using: &random)
            let found = try recovery.finish(answer: server.answer(recovery.request), serverKey: server.key)
            #expect(found == made.contribution)
            requests.insert(recovery.request)
        }
        #expect(requests.count == 3)
        #expect(!requests.contains(made.clientPoint))
    }

    @Test("another server, another answer or another key gives something else")
    func differs() throws {
        var random = SplitMix64(seed: 9)
        let (server, other) = (try TangServerSide(using: &random), try TangServerSide(using: &random))
        let made = try McCallumRelyea.provision(serverKey: server.key, using: &random)
        #expect(try McCallumRelyea.provision(serverKey: server.key, using: &random).contribution != made.contribution)
        let recovery = try McCallumRelyea.Recovery(clientPoint: made.clientPoint, using: &random)
        let answer = try server.answer(recovery.request)
        #expect(try recovery.finish(answer: other.answer(recovery.request), serverKey: server.key) != made.contribution)
        #expect(try recovery.finish(answer: answer, serverKey: other.key) != made.contribution)
        #expect(try recovery.finish(answer: recovery.request, serverKey: server.key) != made.contribution)
        #expect(try recovery.finish(answer: answer, serverKey: server.key) == made.contribution)
    }

    @Test("the algebra is that of a group")
    func algebra() throws {
        var random = SplitMix64(seed: 3)
        let generator = try CurvePoint(ECPoint521(x: Self.generator.x, y: Self.generator.y))
        let (a, b) = (try CurveScalar(using: &random), try CurveScalar(using: &random))
        let (aG, bG) = (try CurvePoint(generatorTimes: a), try CurvePoint(generatorTimes: b))
        #expect(try generator.times(a).affine() == aG.affine())
        #expect(try aG.times(b).affine() == bG.times(a).affine())
        #expect(try aG.plus(bG).affine() == bG.plus(aG).affine())
        #expect(try aG.plus(bG).minus(bG).affine() == aG.affine())
        #expect(try aG.plus(aG).minus(aG).affine() == aG.affine())
        #expect(try aG.affine() != bG.affine())
    }

    @Test("it agrees with the key agreement of another library")
    func agreement() throws {
        var random = SplitMix64(seed: 4)
        let theirs = P521.KeyAgreement.PrivateKey()
        let raw = Array(theirs.publicKey.rawRepresentation)
        let serverKey = try ECPoint521(x: Array(raw.prefix(66)), y: Array(raw.suffix(66)))
        let scalar = try CurveScalar(using: &random)
        let point = try CurvePoint(generatorTimes: scalar).affine()
        let shared = try theirs.sharedSecretFromKeyAgreement(
            with: P521.KeyAgreement.PublicKey(rawRepresentation: point.x + point.y))
        #expect(try CurvePoint(serverKey).times(scalar).affine().x == shared.withUnsafeBytes { Array($0) })
    }

    @Test("a point off the curve, the point at infinity and coordinates of another length are refused")
    func invalid() throws {
        let (x, y) = Self.generator
        _ = try ECPoint521(x: x, y: y)
        var wrong = y
        wrong[65] ^= 1
        let zeros = [UInt8](repeating: 0, count: 66)
        let ones = [UInt8](repeating: 0xFF, count: 66)
        for (x, y) in [
            (x, wrong), (y, x), (zeros, zeros), (ones, ones), (x, ones), ([], []), (Array(x.dropFirst()), y),
            (x, Array(y.dropFirst())), (x + [0], y), ([0] + x, [0] + y),
        ] {
            #expect(throws: VaultFault.invalidPoint) { try ECPoint521(x: x, y: y) }
        }
    }

    @Test("an answer that leaves the point at infinity is refused")
    func infinity() throws {
        var random = SplitMix64(seed: 5)
        let server = try TangServerSide(using: &random)
        let made = try McCallumRelyea.provision(serverKey: server.key, using: &random)
        // A server that knows e would answer eS; with S = G and the request of C = -(-C) one can be made.
        let recovery = try McCallumRelyea.Recovery(clientPoint: made.clientPoint, using: &random)
        let blinding = try CurvePoint(recovery.request).minus(CurvePoint(made.clientPoint)).affine()
        let generator = try ECPoint521(x: Self.generator.x, y: Self.generator.y)
        #expect(throws: VaultFault.invalidPoint) {
            try recovery.finish(answer: blinding, serverKey: generator)
        }
        let point = try CurvePoint(blinding)
        #expect(throws: VaultFault.invalidPoint) { try point.minus(point).affine() }
    }

    @Test("scalars are below the order, and the seed decides them")
    func scalars() throws {
        var (first, second) = (SplitMix64(seed: 6), SplitMix64(seed: 6))
        for _ in 0..<50 {
            let points = (
                try CurvePoint(generatorTimes: CurveScalar(using: &first)).affine(),
                try CurvePoint(generatorTimes: CurveScalar(using: &second)).affine()
            )
            #expect(points.0 == points.1)
        }
    }
}
