import Basics
import Vault

/// What is to be improved in a vault; it asks nobody, so that no password or digest leaves the device.
struct VaultAudit {
    /// What is wrong with an item.
    enum Finding: String, CaseIterable {
        /// The password withstands few guesses.
        case weak
        /// Other items have the same password.
        case reused
        /// The password has been the same for more than a year.
        case old
        /// A website with a password and without a one-time password.
        case noSecondFactor
        /// The address is not encrypted on its way.
        case insecureAddress

        /// How much an item loses for it, of 100.
        var weight: Int {
            switch self {
            case .weak: 50
            case .reused: 40
            case .old: 10
            case .noSecondFactor: 10
            case .insecureAddress: 15
            }
        }
    }

    /// One item with what is wrong with it.
    struct Entry {
        let item: Item
        let findings: [Finding]
    }

    /// After so many days a password is old.
    static let oldAfterDays: Int64 = 365

    /// The items with findings, in the order in which they came.
    let entries: [Entry]
    /// How many items were looked at.
    let itemCount: Int

    /// Looks at items outside the trash.
    ///
    /// - Parameter isProven: Whether the owner has just opened the vault. Otherwise no password of an item that asks again
    ///   is compared or estimated: by adding a guess, anybody could have it confirmed.
    init(_ items: [Item], isProven: Bool, now: Timestamp) {
        func compared(_ item: Item) -> [String] { isProven || !item.asksAgain ? item.passwords : [] }
        var uses: [String: Int] = [:]
        for item in items {
            for password in Set(compared(item)) { uses[password, default: 0] += 1 }
        }
        // A password that is used ten times is estimated once.
        var weak: [String: Bool] = [:]
        entries = items.compactMap { item in
            var findings: [Finding] = []
            let passwords = compared(item)
            let isWeak = passwords.contains { password in
                if let known = weak[password] { return known }
                let words = [item.title.text] + [item.value(of: .user), item.value(of: .email)].compactMap { $0 }
                let score = PasswordStrength(password, knownWords: words).score
                weak[password] = score < 3
                return score < 3
            }
            if isWeak { findings.append(.weak) }
            if passwords.contains(where: { uses[$0, default: 0] > 1 }) { findings.append(.reused) }
            if let since = item.passwordSince, now.milliseconds(since: since) > Self.oldAfterDays * 86_400_000 {
                findings.append(.old)
            }
            let addresses = item.fields.filter { $0.kind == .url }.map { $0.value.lowercased() }
            let hasCode = item.fields.contains { $0.kind == .oneTimePassword && !$0.value.isEmpty }
            if !item.passwords.isEmpty, !hasCode, addresses.contains(where: { !$0.isEmpty }) {
                findings.append(.noSecondFactor)
            }
            if addresses.contains(where: { $0.hasPrefix("http://") }) { findings.append(.insecureAddress) }
            return findings.isEmpty ? nil : Entry(item: item, findings: findings)
        }
        itemCount = items.count
    }

    /// From 0 to 100: what the items that have a password keep, on the average; 100 when there is none.
    var score: Int {
        guard itemCount > 0 else { return 100 }
        let lost = entries.reduce(0) { $0 + min(100, $1.findings.reduce(0) { $0 + $1.weight }) }
        return 100 - (lost + itemCount - 1) / itemCount
    }

    /// How many items have a finding.
    func count(of finding: Finding) -> Int {
        entries.count { $0.findings.contains(finding) }
    }
}

extension Item {

    /// Since when it has had its password; nil without one.
    fileprivate var passwordSince: Timestamp? {
        guard !passwords.isEmpty else { return nil }
        return history.first { $0.kind == .password }?.until ?? created
    }
}
