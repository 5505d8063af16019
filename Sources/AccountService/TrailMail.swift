import API
import Strings

/// The mail that tells an owner of what happened to an account, in the languages of the house.
enum TrailMail {
    /// The subject and the text of the mail; there is neither a link nor an address of the network in it.
    static func text(_ kind: AccountEventKind, label: String, in tag: String) -> (subject: String, text: String) {
        let language = Language(tag: tag) ?? .english
        let lead =
            label.isEmpty || label == AccountService.unnamedDevice
            ? sentence(kind).said(in: language)
            : "\(sentence(kind).said(in: language)) (\(label))"
        return (
            MailStrings.trailSubject.said(in: language),
            """
            \(MailStrings.trailOpening.said(in: language))

                \(lead)

            \(MailStrings.trailClosing.said(in: language))
            """ + "\n"
        )
    }

    /// What happened, in a few words.
    private static func sentence(_ kind: AccountEventKind) -> Phrase {
        switch kind {
        case .deviceNew: MailStrings.trailDeviceNew
        case .factorOn: MailStrings.trailFactorOn
        case .factorOff: MailStrings.trailFactorOff
        case .factorRenewed: MailStrings.trailFactorRenewed
        case .approvalOff: MailStrings.trailApprovalOff
        case .keyMade: MailStrings.trailKeyMade
        case .passwordChanged, .passwordReset: MailStrings.trailPasswordChanged
        case .emailChanged: MailStrings.trailEmailChanged
        case .identityLinked: MailStrings.trailIdentityLinked
        case .identityUnlinked: MailStrings.trailIdentityUnlinked
        case .passkeyAdded: MailStrings.trailPasskeyAdded
        case .passkeyRemoved: MailStrings.trailPasskeyRemoved
        case .archiveMade: MailStrings.trailArchiveMade
        case .withdrawalAsked: MailStrings.trailWithdrawalAsked
        case .withdrawalCancelled: MailStrings.trailWithdrawalCancelled
        case .withdrawalSettled: MailStrings.trailWithdrawalSettled
        case .withdrawalRefused: MailStrings.trailWithdrawalRefused
        case .moneySent: MailStrings.trailMoneySent
        case .bookAdded: MailStrings.trailBookAdded
        case .bookRemoved: MailStrings.trailBookRemoved
        case .bookOnly: MailStrings.trailBookOnly
        case .bookOpening: MailStrings.trailBookOpening
        case .accountMade, .sessionBegun, .sessionFailed, .sessionsEnded, .deviceApproved, .deviceRemoved, .approvalOn,
            .keyRevoked, .emailProved, .emailRestored, .addressesOn, .addressesOff:
            MailStrings.trailOther
        }
    }
}
