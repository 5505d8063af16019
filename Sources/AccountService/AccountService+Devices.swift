import API
import Accounts
import Basics
import HTTPKit
import ServiceKit
import Storage

/// A challenge as it goes to a new device, with what is stored of it and the code that goes out by mail.
struct NewChallenge: Sendable {
    let token: String
    let code: DeviceCode
    let stored: DeviceChallenge
}

extension AccountService {
    /// How many devices an account may approve.
    package static let devicesPerAccount = 20
    /// What a device is called that says nothing of itself.
    static let unnamedDevice = "?"

    /// Approves the device that waits, with the code from the mail, and signs it in.
    ///
    /// The challenge stands for the password and the second factor, which were right when it was given. Throws
    /// `wrongCode`, and `challengeEnded` for a challenge that is unknown, ten minutes old or was tried five times.
    package func approveDevice(
        challenge text: String, code typed: String, label: String? = nil
    ) async throws(ServiceError) -> SignedIn {
        guard let challenge = SessionToken(text: text) else { throw .account(.challengeEnded) }
        let now = clock.now()
        var random = random
        let given = SessionToken(using: &random).text
        let label = label.flatMap(AccountLabel.cleaned)
        // The try is counted in a transaction that ends well also when the code is wrong.
        let trail = trail
        let outcome: Approval = try await database.writing { connection in
            let devices = DeviceStore(connection)
            guard let waiting = try devices.attempt(challenge.digest, at: now),
                let email = try AccountStore(connection).email(ofAccount: waiting.account)
            else { return .ended }
            guard let code = DeviceCode(typed: typed), code.matches(waiting.code, for: challenge) else {
                return .wrong(waiting.account)
            }
            let signedIn = newSession(of: waiting.account, email: try EmailAddress(email), at: now)
            guard let digest = waiting.device ?? DeviceToken(given)?.digest else { return .ended }
            let label = label ?? waiting.label
            try devices.deleteChallenges(of: waiting.account)
            try devices.approve(
                digest, of: waiting.account, label: label, day: now.day, atMost: Self.devicesPerAccount)
            try AccountStore(connection).insert(signedIn.session, device: digest, label: label)
            try trail.note(.deviceApproved, of: waiting.account, label: label, connection)
            let publish = try tellOfDevice?(waiting.account, label, Timestamp(day: now.day), now, connection) ?? nil
            return .approved(signedIn, deviceToken: waiting.device == nil ? given : nil, publish)
        }
        switch outcome {
        case .ended: throw .account(.challengeEnded)
        case .wrong(let account):
            failures.count(account, from: nil)
            throw .account(.wrongCode)
        case .approved(var signedIn, let deviceToken, let publish):
            signedIn.deviceToken = deviceToken
            deviceThrottle.succeeded(Self.throttleKey(signedIn.session.accountID))
            cache.keep(signedIn.session, readAt: now)
            publish?()
            return signedIn
        }
    }

    /// Switches the approval of new devices on or off.
    ///
    /// It is off unless somebody wants it: a visitor who has lost the mailbox would be locked out of a shop's offers.
    /// Who holds balances should want it. The device that switches it on is approved; it is given a token unless it
    /// shows one of its own. Switching it off forgets all devices. Throws `noMail` where no mail could ever reach
    /// anybody, and `wrongCredentials`.
    ///
    /// - Returns: The token that the device is to show from now on; nil when it has one of its own, or at the end.
    package func setDeviceApproval(
        _ isOn: Bool, password: String, device: PresentedDevice, of session: Session
    ) async throws(ServiceError) -> String? {
        if isOn, mail?.isAvailable != true { throw .account(.noMail) }
        _ = try await requirePassword(password, of: session)
        let now = clock.now()
        var random = random
        let given = SessionToken(using: &random).text
        let digest = device.token?.digest ?? DeviceToken(given)?.digest ?? []
        let (account, trail) = (session.accountID, trail)
        try await database.writing { connection in
            let (store, devices) = (SignInStore(connection), DeviceStore(connection))
            var rules = try store.rules(of: account)
            if rules.approvesDevices != isOn {
                try trail.note(isOn ? .approvalOn : .approvalOff, of: account, connection)
            }
            rules.approvesDevices = isOn
            try store.setRules(rules, of: account)
            guard isOn else { return try devices.deleteAll(of: account) }
            try devices.approve(
                digest, of: account, label: device.label ?? Self.unnamedDevice, day: now.day,
                atMost: Self.devicesPerAccount)
            try AccountStore(connection).setDevice(digest, ofSession: session.tokenDigest)
        }
        return isOn && device.token == nil ? given : nil
    }

    /// The devices that the session's owner has approved, those seen last first.
    package func devices(of session: Session) async throws(ServiceError) -> [KnownDevice] {
        try await database.reading { connection in
            let current = try AccountStore(connection).device(ofSession: session.tokenDigest)
            return try DeviceStore(connection).list(of: session.accountID).map { device in
                KnownDevice(
                    id: Self.shortIdentifier(device.digest), label: device.label,
                    approvedOn: Timestamp(day: device.approvedDay), seenOn: Timestamp(day: device.seenDay),
                    isCurrent: device.digest == current)
            }
        }
    }

    /// Takes the approval of a device back and ends the sessions that were begun on it.
    ///
    /// Throws `AccountError.unknownDevice`.
    package func removeDevice(_ id: String, of session: Session) async throws(ServiceError) {
        let trail = trail
        let ended: [[UInt8]] = try await database.writing { connection in
            let (devices, accounts) = (DeviceStore(connection), AccountStore(connection))
            let device = try devices.list(of: session.accountID).first { Self.shortIdentifier($0.digest) == id }
            guard let device, try devices.delete(device.digest, of: session.accountID) else {
                throw ServiceError.account(.unknownDevice)
            }
            try trail.note(.deviceRemoved, of: session.accountID, label: device.label, connection)
            let digests = try accounts.sessions(of: session.accountID).filter { $0.device == device.digest }
                .map(\.tokenDigest)
            for digest in digests { try accounts.deleteSession(tokenDigest: digest) }
            return digests
        }
        cache.end(ended)
    }

    /// How a digest is named towards its owner; nothing can be done with it but to name it.
    static func shortIdentifier(_ digest: [UInt8]) -> String {
        Array(digest.prefix(12)).hexadecimal
    }

    /// A challenge for a device that is not approved.
    func newChallenge(of account: [UInt8], _ device: PresentedDevice, at now: Timestamp) -> NewChallenge {
        var random = random
        let token = SessionToken(using: &random)
        let code = DeviceCode(using: &random)
        return NewChallenge(
            token: token.text, code: code,
            stored: DeviceChallenge(
                digest: token.digest, account: account, code: code.digest(for: token), device: device.token?.digest,
                label: device.label ?? Self.unnamedDevice, expiresAt: now.advanced(bySeconds: DeviceCode.seconds)))
    }

    /// Lets the mail with the code wait, within the transaction of the challenge.
    func send(
        _ challenge: NewChallenge, to address: EmailAddress, in language: String, at now: Timestamp,
        _ connection: any Connection
    ) throws {
        // Without mail the device cannot be approved now; the sign-in waits for better times, and says no more.
        guard let mail, mail.isAvailable else { throw ServiceError.account(.noMail) }
        let words = DeviceMail.text(code: challenge.code.text, label: challenge.stored.label, in: language)
        try mail.add(
            to: address.text, subject: words.subject, text: words.text, usefulFor: DeviceCode.seconds, at: now,
            in: connection)
    }

    private enum Approval: Sendable {
        case ended
        case wrong([UInt8])
        case approved(SignedIn, deviceToken: String?, (@Sendable () -> Void)?)
    }
}

/// A device that an account has approved, as its owner sees it.
package struct KnownDevice: Hashable, Sendable {
    /// What names it.
    package let id: String
    /// What its owner may recognize it by.
    package let label: String
    /// The beginning of the day on which it was approved.
    package let approvedOn: Timestamp
    /// The beginning of the day on which it was seen last.
    package let seenOn: Timestamp
    /// Whether it is the one that asks.
    package let isCurrent: Bool
}
