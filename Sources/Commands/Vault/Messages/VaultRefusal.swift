import Vault

/// Runs what the vault may refuse, and turns a refusal into the command's end.
///
/// `subject` is what the refusal is about, such as a title that was given; it stands before the reason.
func refusing<Result>(
    _ subject: String? = nil, _ body: () throws(VaultFault) -> Result
) throws(CommandFailure) -> Result {
    do throws(VaultFault) {
        return try body()
    } catch {
        throw error.failure(subject)
    }
}

/// The name that `text` gives, or the command's end.
func vaultName(_ text: String) throws(CommandFailure) -> VaultName {
    do throws(NameFault) {
        return try VaultName(text)
    } catch {
        throw VaultFault.name(error).failure()
    }
}
