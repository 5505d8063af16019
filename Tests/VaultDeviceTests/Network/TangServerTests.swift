import Crypto
import Foundation
import NIOHTTP1
import Testing
import Vault

@testable import VaultDevice

@Suite("A Tang server over HTTP")
struct TangServerTests {
    private let signer = P521.Signing.PrivateKey()

    private func advertisement() throws -> [UInt8] {
        try FakeTang.advertisement(
            [try FakeTang.verifying(signer), JSONWebKey(exchanging: try FakeTang.generator())], signedBy: [signer])
    }

    private func thumbprint() throws -> String {
        try #require(JSONWebKey(exchanging: try FakeTang.generator()).thumbprint)
    }

    private func factor(address: String) throws -> (factor: TangFactor, contribution: SymmetricKey) {
        var random = SystemRandomNumberGenerator()
        return try TangAdvertisement(try advertisement(), from: address).factor(using: &random)
    }

    private func recover(_ factor: TangFactor, timeout: Duration = .seconds(30)) async throws -> SymmetricKey {
        var random = SystemRandomNumberGenerator()
        return try await TangServer.recover(factor, timeout: timeout, using: &random)
    }

    @Test("what was bound is found again, as often as it is asked for")
    func round() async throws {
        let tang = try await FakeTang.start(FakeTang.sound(try advertisement(), thumbprint: try thumbprint()))
        var random = SystemRandomNumberGenerator()
        let trusted = try #require(try FakeTang.verifying(signer).thumbprint)
        let bound = try await TangServer(address: tang.address + "/").provision(trusting: trusted, using: &random)
        #expect(bound.factor.url == tang.address)
        #expect(bound.factor.thumbprint == (try thumbprint()))
        for _ in 0..<3 { #expect(try await recover(bound.factor) == bound.contribution) }
        try await tang.stop()
    }

    @Test("a server without the trusted key gets no secret")
    func trust() async throws {
        let tang = try await FakeTang.start(FakeTang.sound(try advertisement(), thumbprint: try thumbprint()))
        let server = try TangServer(address: tang.address)
        let own = try await server.advertisement().signingThumbprints
        await #expect(throws: NetworkFactorFault.notTrusted(server: tang.address, thumbprints: own)) {
            var random = SystemRandomNumberGenerator()
            return try await server.provision(trusting: try thumbprint(), using: &random).factor
        }
        try await tang.stop()
    }

    @Test("a server that answers with another point gives another key")
    func otherPoint() async throws {
        let other = try factor(address: "http://x").factor.clientPoint
        let body = Array(try JSONEncoder().encode(JSONWebKey(exchanging: other)))
        let tang = try await FakeTang.start { _, _, _ in (200, body) }
        let bound = try factor(address: tang.address)
        #expect(try await recover(bound.factor) != bound.contribution)
        try await tang.stop()
    }

    @Test(
        "a server that answers with something else is told from one that is away",
        arguments: [
            (200, "{}", NetworkFactorFault.malformed(server: "", reason: "it is not a point on P-521")),
            (
                200, #"{"kty":"EC","crv":"P-521","x":"AA","y":"AA"}"#,
                .malformed(server: "", reason: "it is not a point on P-521")
            ),
            (
                200, String(repeating: " ", count: 70_000),
                .malformed(server: "", reason: "it is longer than any answer can be")
            ),
            (404, "", .unknownKey(server: "")), (400, "", .refused(server: "", status: 400)),
            (500, "", .refused(server: "", status: 500)), (302, "", .refused(server: "", status: 302)),
            (201, "{}", .refused(server: "", status: 201)),
        ])
    func answers(status: Int, body: String, fault: NetworkFactorFault) async throws {
        let tang = try await FakeTang.start { _, _, _ in (UInt(status), Array(body.utf8)) }
        let bound = try factor(address: tang.address)
        let thrown = await #expect(throws: NetworkFactorFault.self) { try await recover(bound.factor) }
        #expect(thrown?.description.replacingOccurrences(of: tang.address, with: "") == fault.description)
        try await tang.stop()
    }

    @Test("nobody there, and somebody who does not answer, are said to be out of reach")
    func away() async throws {
        let tang = try await FakeTang.start { _, _, _ in (200, []) }
        try await tang.stop()
        await #expect(throws: NetworkFactorFault.unreachable(server: tang.address)) {
            try await TangServer(address: tang.address).advertisement()
        }
        let silent = try await SpeakingServer.start(saying: "")
        let address = "http://127.0.0.1:\(silent.port)"
        await #expect(throws: NetworkFactorFault.unreachable(server: address)) {
            try await TangServer(address: address, timeout: .milliseconds(300)).advertisement()
        }
        try await silent.stop()
    }

    @Test(
        "what names no server is refused",
        arguments: [
            "", "tang", "tang:80", "ftp://tang", "http://", "http:///adv", "http://user:secret@tang", "http://tang?x",
            "http://tang#x", "http://ta ng", "http://tang\n", "http://tañg", "file:///etc/passwd",
            "http://tang/" + String(repeating: "x", count: 600),
        ])
    func noServer(address: String) {
        #expect(throws: NetworkFactorFault.notAServer) { try TangServer(address: address) }
    }

    @Test(
        "hosts, ports and paths name servers",
        arguments: ["http://tang", "https://tang.example:8443", "http://[::1]:80", "http://10.0.0.1/tang/"])
    func servers(address: String) throws {
        let server = try TangServer(address: address)
        #expect(server.address == (address.hasSuffix("/") ? String(address.dropLast()) : address))
    }
}
