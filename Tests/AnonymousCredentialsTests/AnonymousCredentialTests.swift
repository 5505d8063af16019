import Testing

@testable import AnonymousCredentials

/// One credential, many presentations, none twice.
struct AnonymousCredentialTests {
    private let month = Array("month".utf8)

    private func credential(of issuer: CredentialIssuer) throws -> AnonymousCredential {
        let request = try #require(CredentialRequest(context: issuer.context, publicKey: issuer.publicKey))
        #expect(request.bytes.count == CredentialRequest.byteCount)
        let response = try #require(issuer.issue(request.bytes))
        #expect(response.count == CredentialRequest.responseByteCount)
        return try #require(request.credential(from: response))
    }

    private func present(_ thing: [UInt8], with credential: inout AnonymousCredential) throws -> [UInt8] {
        let made = credential.present(thing)
        return try #require(made)
    }

    @Test("a second presentation for the same thing has the same tag; those for two things have nothing in common")
    func tags() throws {
        let issuer = CredentialIssuer(context: month)
        let stored = try #require(CredentialIssuer(context: month, secret: issuer.secret))
        var one = try credential(of: issuer)
        var copy = one
        var other = try credential(of: issuer)
        let (first, second, third) = (
            try present([1], with: &one), try present([1], with: &copy), try present([1], with: &other)
        )
        #expect(first.count == AnonymousCredential.presentationByteCount)
        let again = one.present([1])
        #expect(again == nil)
        let tag = try #require(issuer.tag(of: first, for: [1]))
        #expect(first != second)
        #expect(stored.tag(of: second, for: [1]) == tag)
        #expect(issuer.tag(of: third, for: [1]) != tag)
        let fourth = try present([2], with: &one)
        #expect(issuer.tag(of: fourth, for: [2]) != tag)
    }

    @Test("what was made for another thing, context or key, and what was changed, is not valid")
    func forged() throws {
        let issuer = CredentialIssuer(context: month)
        var credential = try credential(of: issuer)
        let presentation = try present([1], with: &credential)
        #expect(issuer.tag(of: presentation, for: [2]) == nil)
        let other = try #require(CredentialIssuer(context: Array("next".utf8), secret: issuer.secret))
        #expect(other.tag(of: presentation, for: [1]) == nil)
        #expect(CredentialIssuer(context: month).tag(of: presentation, for: [1]) == nil)
        for position in stride(from: 0, to: presentation.count, by: 17) {
            var changed = presentation
            changed[position] ^= 1
            #expect(issuer.tag(of: changed, for: [1]) == nil)
        }
        #expect(issuer.tag(of: Array(presentation.dropLast()), for: [1]) == nil)
        #expect(issuer.issue(presentation) == nil)
    }
}
