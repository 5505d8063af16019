import Accounts
import Basics
import Testing

@Suite struct RequestSignatureTests {
    /// Vectors of the Rust client of API v1.
    @Test(arguments: [
        (
            "1525053829", "/v1/orders/active", "",
            "eb2dfb910f14efee5184000c228ba095cd40ff4db24a1dfd9c52977478b9739b4409b6bc85a2fd6cdfd5c2361092c4b1"
        ),
        (
            "1525055728", "/v1/orders/create", "0.3ethclp10000buy",
            "08ec7ce100a196d36970a77f7eee46c2e319e03edb953b0c05e5e9605b5c0d95cc7759f1a074f817f54527f618e90a1e"
        ),
    ])
    func publishedSignaturesAreMade(timestamp: String, path: String, values: String, signature: String) {
        let message = RequestSignature.message(timestamp: timestamp, path: path, values: values)
        #expect(RequestSignature.hex(secret: "SFT23GSD", message: message) == signature)
    }

    @Test func aSecretSignsTheSameEachTimeItIsUsed() {
        let secret = SigningSecret("s3cret")
        let first = secret.signature(of: Array("one".utf8))
        #expect(secret.signature(of: Array("two".utf8)) != first)
        #expect(secret.signature(of: Array("one".utf8)) == first)
        #expect(RequestSignature.hex(secret: "s3cret", message: Array("one".utf8)) == first)
    }

    @Test func aSecretShowsItselfNowhere() {
        let secret = SigningSecret("s3cret")
        #expect("\(secret) \(String(reflecting: secret))" == "[signing secret] [signing secret]")
        #expect(Mirror(reflecting: secret).children.isEmpty)
    }
}

@Suite struct SignedRequestTests {
    private let secret = SigningSecret("SFT23GSD")
    private let now = Timestamp(milliseconds: 1_525_055_728_000)
    private let path = "/v2/transfer"

    private func signature(_ values: String, timestamp: String = "1525055728") -> String {
        secret.signature(of: RequestSignature.message(timestamp: timestamp, path: path, values: values))
    }

    private func verify(
        _ signature: String, timestamp: String = "1525055728", body: String? = nil, now: Timestamp? = nil
    ) throws -> SignedRequest {
        try SignedRequest.verify(
            signature: signature, timestamp: timestamp, path: path,
            form: try body.map { try FormFields(parsing: Array($0.utf8)) }, secret: secret, now: now ?? self.now)
    }

    /// What the clients sign for one memo: python 0.0.5, python 1.0.4 and node.
    @Test(arguments: ["1.5a+b%2Bc%C3%A9", "1.5a+b+cé", "1.5a b+cé"])
    func eachOfTheThreeFormsOfValuesIsRight(values: String) throws {
        let request = try verify(signature(values), body: "memo=a+b%2Bc%C3%A9&amount=1.5")
        #expect(request.signedAt == now)
        #expect(request.signature.count == RequestSignature.byteCount)
    }

    @Test(arguments: ["1.5a%20b+c", "a b+c1.5", "1.5", ""])
    func otherValuesAreWrong(values: String) {
        #expect(throws: SignatureFault.wrong) { try verify(signature(values), body: "memo=a+b%2Bc&amount=1.5") }
    }

    @Test func aGetSignsNoValues() throws {
        _ = try verify(signature(""))
        #expect(throws: SignatureFault.wrong) { try verify(signature("ETHCLP")) }
    }

    @Test func theTextOfTheTimestampIsSigned() throws {
        let timestamp = "1525055728.653658683"
        let request = try verify(signature("", timestamp: timestamp), timestamp: timestamp)
        #expect(request.signedAt == Timestamp(milliseconds: 1_525_055_728_653))
        #expect(throws: SignatureFault.wrong) {
            try verify(signature("", timestamp: timestamp), timestamp: "1525055728.653658680")
        }
    }

    @Test(arguments: [-30_000, -1, 0, 30_000] as [Int64])
    func clocksMayBeThirtySecondsApart(milliseconds: Int64) throws {
        _ = try verify(signature(""), now: now.advanced(byMilliseconds: milliseconds))
    }

    @Test(arguments: [-30_001, 30_001, 1 << 62, -(1 << 62)] as [Int64])
    func anOlderOrLaterRequestIsStale(milliseconds: Int64) {
        #expect(throws: SignatureFault.stale) {
            try verify(signature(""), now: now.advanced(byMilliseconds: milliseconds))
        }
    }

    @Test func aSignatureExpiresWhenItIsStale() throws {
        let request = try verify(signature(""))
        _ = try verify(signature(""), now: request.expiresAt.advanced(byMilliseconds: -1))
        #expect(throws: SignatureFault.stale) { try verify(signature(""), now: request.expiresAt) }
    }

    @Test(arguments: ["", "abc", "0x5af", "-1525055728", "1525055728.", ".5", "1e9", "1525055728 ", "٣", "1.5.2"])
    func whatIsNoTimestampIsMalformed(timestamp: String) {
        #expect(throws: SignatureFault.malformed) { try verify(signature(""), timestamp: timestamp) }
    }

    @Test func aTimestampOfAnyLengthDoesNoHarm() {
        #expect(SignedRequest.instant(String(repeating: "9", count: 12)) != nil)
        #expect(SignedRequest.instant(String(repeating: "9", count: 13)) == nil)
        #expect(SignedRequest.instant("1." + String(repeating: "0", count: 40)) == nil)
        #expect(SignedRequest.instant("1.5") == Timestamp(milliseconds: 1500))
        #expect(SignedRequest.instant("1.05") == Timestamp(milliseconds: 1050))
        #expect(SignedRequest.instant("0001.0009") == Timestamp(milliseconds: 1000))
    }

    @Test func whatIsNoSignatureIsMalformed() {
        let right = signature("")
        for wrong in ["", String(right.dropLast()), right + "00", "g" + right.dropFirst()] {
            #expect(throws: SignatureFault.malformed) { try verify(wrong) }
        }
    }

    /// .NET's BitConverter writes capital digits.
    @Test func capitalDigitsAreASignature() throws {
        #expect(throws: Never.self) { try verify(signature("").uppercased()) }
    }
}
