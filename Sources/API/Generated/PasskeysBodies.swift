// Written by `make api` from the table in API/; edit that, not this.
import Basics

/// What a passkey is to answer.
package struct PasskeyChallengeBody: APIBody {
    /// 32 random bytes, base64url.
    package var challenge: String
    /// The host name that passkeys of this server are bound to.
    package var party: String

    /// What a passkey is to answer.
    package init(challenge: String, party: String) {
        self.challenge = challenge
        self.party = party
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "PasskeyChallenge",
        [
            .required("challenge", .text(100)),
            .required("party", .text(253)),
        ])
}

/// What a browser gives when somebody uses a passkey; bytes are base64url.
package struct PasskeyAssertionBody: APIBody {
    /// What names the passkey.
    package var credential: String
    /// What the browser says, `clientDataJSON`.
    package var clientData: String
    /// What the authenticator says.
    package var authenticatorData: String
    /// Its signature over both.
    package var signature: String
    /// What names the account, `userHandle`; needed to sign in.
    package var user: String?
    /// What you will recognize the device by.
    package var deviceLabel: String?

    /// What a browser gives when somebody uses a passkey; bytes are base64url.
    package init(
        credential: String, clientData: String, authenticatorData: String, signature: String, user: String? = nil,
        deviceLabel: String? = nil
    ) {
        self.credential = credential
        self.clientData = clientData
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.user = user
        self.deviceLabel = deviceLabel
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "PasskeyAssertion",
        [
            .required("credential", .text(1400)),
            .required("clientData", .text(6000)),
            .required("authenticatorData", .text(2000)),
            .required("signature", .text(1000)),
            .optional("user", .text(100)),
            .optional("deviceLabel", .text(1000)),
        ])
}

/// What an authenticator is to make a new passkey for.
package struct NewPasskeyChallengeBody: APIBody {
    /// 32 random bytes, base64url.
    package var challenge: String
    /// The host name that passkeys of this server are bound to.
    package var party: String
    /// What names the account, 16 bytes, base64url.
    package var user: String
    /// The e-mail address, by which you recognize the account on the authenticator.
    package var name: String
    /// What you want to be called, or the address.
    package var displayName: String
    /// The kinds of keys that are taken, as COSE numbers them, the best first.
    package var algorithms: [Int]
    /// Your passkeys, base64url: an authenticator that has one of them makes no second.
    package var known: [String]

    /// What an authenticator is to make a new passkey for.
    package init(
        challenge: String, party: String, user: String, name: String, displayName: String, algorithms: [Int],
        known: [String]
    ) {
        self.challenge = challenge
        self.party = party
        self.user = user
        self.name = name
        self.displayName = displayName
        self.algorithms = algorithms
        self.known = known
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "NewPasskeyChallenge",
        [
            .required("challenge", .text(100)),
            .required("party", .text(253)),
            .required("user", .text(100)),
            .required("name", .text(254)),
            .required("displayName", .text(254)),
            .required("algorithms", .list(of: .integer(.min ... .max), atMost: 10)),
            .required("known", .list(of: .text(1400), atMost: 20)),
        ])
}

/// What a browser gives when somebody makes a passkey; bytes are base64url.
package struct NewPasskeyBody: APIBody {
    /// What the browser says, `clientDataJSON`.
    package var clientData: String
    /// What the authenticator says, `attestationObject`.
    package var attestation: String
    /// What you will recognize the passkey by.
    package var label: String?

    /// What a browser gives when somebody makes a passkey; bytes are base64url.
    package init(clientData: String, attestation: String, label: String? = nil) {
        self.clientData = clientData
        self.attestation = attestation
        self.label = label
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "NewPasskey",
        [
            .required("clientData", .text(6000)),
            .required("attestation", .text(8000)),
            .optional("label", .line(1000)),
        ])
}

/// What a passkey is called.
package struct PasskeyNameBody: APIBody {
    /// The new name.
    package var label: String

    /// What a passkey is called.
    package init(label: String) {
        self.label = label
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "PasskeyName",
        [
            .required("label", .line(1000))
        ])
}

/// A passkey of yours.
package struct PasskeyBody: APIBody {
    /// What names it here.
    package var id: String
    /// What names it on its authenticator, base64url.
    package var credential: String
    /// What you call it.
    package var label: String
    /// The beginning of the day on which it was added.
    package var madeOn: Timestamp
    /// The beginning of the day on which it was last used.
    package var usedOn: Timestamp?

    /// A passkey of yours.
    package init(id: String, credential: String, label: String, madeOn: Timestamp, usedOn: Timestamp? = nil) {
        self.id = id
        self.credential = credential
        self.label = label
        self.madeOn = madeOn
        self.usedOn = usedOn
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Passkey",
        [
            .required("id", .text(100)),
            .required("credential", .text(1400)),
            .required("label", .text(100)),
            .required("madeOn", .dateTime),
            .optional("usedOn", .dateTime),
        ])
}

/// Your passkeys.
package struct PasskeysBody: APIBody {
    /// Those added last come first.
    package var passkeys: [PasskeyBody]
    /// The host name that passkeys of this server are bound to; missing when it has none, and so offers no passkeys.
    package var party: String?

    /// Your passkeys.
    package init(passkeys: [PasskeyBody], party: String? = nil) {
        self.passkeys = passkeys
        self.party = party
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Passkeys",
        [
            .required("passkeys", .list(of: PasskeyBody.schema, atMost: 20)),
            .optional("party", .text(253)),
        ])
}
