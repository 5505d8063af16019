import Strings

/// The mails about identities elsewhere, in the languages of the house.
enum IdentityMail {
    /// The mail with the code that shows whose an address is.
    static func code(_ code: String, provider: String, in tag: String) -> (subject: String, text: String) {
        let language = Language(tag: tag) ?? .english
        return (
            MailStrings.identitySubject.said(in: language),
            """
            \(MailStrings.identityOpening(provider: provider).said(in: language))

                \(code)

            \(MailStrings.identityClosing.said(in: language))
            """ + "\n"
        )
    }

    /// The mail that tells that an identity opens the account from now on.
    static func linked(provider: String, in tag: String) -> (subject: String, text: String) {
        let language = Language(tag: tag) ?? .english
        return (
            MailStrings.identityLinkedSubject.said(in: language),
            MailStrings.identityLinkedText(provider: provider).said(in: language) + "\n"
        )
    }
}
