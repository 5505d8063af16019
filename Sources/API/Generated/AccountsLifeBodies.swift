// Written by `make api` from the table in API/; edit that, not this.

/// What the code from a mail is to be sent with.
package struct MailboxChallengeBody: APIBody {
    /// What the code is to be sent with.
    package var challenge: String

    /// What the code from a mail is to be sent with.
    package init(challenge: String) {
        self.challenge = challenge
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MailboxChallenge",
        [
            .required("challenge", .text(100))
        ])
}

/// The code from a mail, which proves that its reader has the address.
package struct MailboxProofBody: APIBody {
    /// What the request for the code was answered with.
    package var challenge: String
    /// The six digits from the mail; they work for a day and may be tried five times.
    package var code: String

    /// The code from a mail, which proves that its reader has the address.
    package init(challenge: String, code: String) {
        self.challenge = challenge
        self.code = code
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MailboxProof",
        [
            .required("challenge", .text(100)),
            .required("code", .text(100)),
        ])
}

/// A new password, and what shows that it is the owner who sets it.
package struct PasswordChangeBody: APIBody {
    /// The password of now; an account without one needs a confirmation instead.
    package var password: String?
    /// A code of the second factor, or a recovery code, for an account that asks for one.
    package var code: String?
    /// The new password, 8 to 256 bytes of UTF-8; none of those that are guessed first.
    package var newPassword: String

    /// A new password, and what shows that it is the owner who sets it.
    package init(password: String? = nil, code: String? = nil, newPassword: String) {
        self.password = password
        self.code = code
        self.newPassword = newPassword
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "PasswordChange",
        [
            .optional("password", .text(1000)),
            .optional("code", .text(100)),
            .required("newPassword", .text(1000)),
        ])
}

/// An e-mail address.
package struct AddressBody: APIBody {
    /// The e-mail address; case does not matter.
    package var email: String

    /// An e-mail address.
    package init(email: String) {
        self.email = email
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Address",
        [
            .required("email", .text(1000))
        ])
}

/// A new password, and the token of the link that sets it.
package struct PasswordResetBody: APIBody {
    /// What stands in the link from the mail.
    package var token: String
    /// The new password, 8 to 256 bytes of UTF-8; none of those that are guessed first.
    package var newPassword: String

    /// A new password, and the token of the link that sets it.
    package init(token: String, newPassword: String) {
        self.token = token
        self.newPassword = newPassword
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "PasswordReset",
        [
            .required("token", .text(100)),
            .required("newPassword", .text(1000)),
        ])
}

/// The token of a link from a mail.
package struct LinkTokenBody: APIBody {
    /// What stands in the link from the mail.
    package var token: String

    /// The token of a link from a mail.
    package init(token: String) {
        self.token = token
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "LinkToken",
        [
            .required("token", .text(100))
        ])
}

/// What somebody wants to be called.
package struct DisplayNameBody: APIBody {
    /// The name, up to 60 characters; none takes it away.
    package var displayName: String?

    /// What somebody wants to be called.
    package init(displayName: String? = nil) {
        self.displayName = displayName
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "DisplayName",
        [
            .optional("displayName", .line(1000))
        ])
}
