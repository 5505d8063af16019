import Crypto

/// Into which of the two groups of a campaign an account falls.
///
/// Worked out whenever it is needed, and stored nowhere: the first eight bytes of HMAC-SHA256(secret, account), big-endian,
/// modulo 10,000. It is the same after each sign-in and on each phone, and says nothing about any other campaign.
enum CampaignArm {
    /// Whether the account is one of the `holdOut` of 10,000 that are offered nothing.
    static func isHeldOut(account: [UInt8], secret: [UInt8], holdOut: Int) -> Bool {
        let code = HMAC<SHA256>.authenticationCode(for: account, using: SymmetricKey(data: secret))
        let number = code.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return number % 10_000 < UInt64(holdOut)
    }
}
