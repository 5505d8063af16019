import Accounts
import HTTPKit

import struct Vault.PasswordStrength

/// What a password must be that somebody chooses now; those of before go on being good.
enum NewPassword {
    /// How many guesses a password must stand, as a decimal logarithm: a thousand is what a stranger may try in a month.
    static let leastGuessesLog10 = 3.0

    /// The password that `text` is, for the account with an address.
    ///
    /// There are no rules about kinds of characters: refused is what is among the first thousand guesses of anybody who
    /// knows the address, as a common password, a repetition, a sequence or the address itself. Throws
    /// `passwordTooShort`, `passwordTooLong` and `passwordGuessable`.
    static func checked(_ text: String, for address: EmailAddress) throws(ServiceError) -> Password {
        let password: Password
        do { password = try Password(text) } catch { throw .account(error) }
        let strength = PasswordStrength(text, knownWords: [address.text])
        guard strength.guessesLog10 >= leastGuessesLog10 else { throw .account(.passwordGuessable) }
        return password
    }
}
