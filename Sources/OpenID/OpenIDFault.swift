/// Why a sign-in with somebody else's identity does not go on; nothing in it comes from what was received.
package enum OpenIDFault: Error, Hashable, Sendable, CaseIterable {
    /// The provider's document is not as OpenID Connect Discovery says, or speaks for another issuer.
    case wrongDocument
    /// The provider did not answer in time, answered endlessly, pointed elsewhere, or failed.
    case unreachable
    /// The provider refused the code, or asked for something that is not there.
    case refused
    /// The person said no.
    case denied
    /// The answer is from another issuer than the one that was asked.
    case wrongIssuer
    /// What should be a signed token is none.
    case malformedToken
    /// The token says that it is signed in a way that this provider does not sign.
    case wrongAlgorithm
    /// The provider has no such key.
    case unknownKey
    /// The signature is wrong.
    case wrongSignature
    /// The token is for somebody else.
    case wrongAudience
    /// The token was given out to another party.
    case wrongParty
    /// The token has expired.
    case expired
    /// The token is from the future.
    case early
    /// The token answers another question than ours.
    case wrongNonce
    /// The access token is not the one that belongs to the token.
    case wrongAccessToken
    /// What the provider says of the person is of another person.
    case wrongSubject
    /// The provider did not see the person just now, or does not say when it did.
    case notRecent
    /// This is no notice of a sign-out, or it tells of nobody.
    case wrongEvent
}
