// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Lists the ciphers that a vault can have.
    package static let vaultPageCiphers = Endpoint<NoBody, VaultPageCiphersBody>(
        "vaultPageCiphers", .get, "/api/vault/page/ciphers", "Lists the ciphers that a vault can have.")
    /// Looks for weak, reused and old passwords.
    package static let vaultPageFindings = Endpoint<NoBody, VaultPageFindingsBody>(
        "vaultPageFindings", .post, "/api/vault/page/audit", "Looks for weak, reused and old passwords.")
    /// Tells how the open vault is set up.
    package static let vaultPageConfiguration = Endpoint<NoBody, VaultPageConfigurationBody>(
        "vaultPageConfiguration", .get, "/api/vault/page/configuration", "Tells how the open vault is set up.")
    /// Changes what the owner prefers; what is the same changes nothing.
    package static let vaultPageSetPreferences = Endpoint<VaultPagePreferencesBody, VaultPageConfigurationBody>(
        "vaultPageSetPreferences", .put, "/api/vault/page/preferences",
        "Changes what the owner prefers; what is the same changes nothing.")
    /// Seals every record anew with another cipher, all or nothing.
    package static let vaultPageSetCipher = Endpoint<VaultPageCipherChoiceBody, VaultPageConfigurationBody>(
        "vaultPageSetCipher", .put, "/api/vault/page/cipher",
        "Seals every record anew with another cipher, all or nothing.")
    /// Makes a way in, which needs every factor that is given.
    package static let vaultPageAddSlot = Endpoint<VaultPageNewSlotBody, VaultPageConfigurationBody>(
        "vaultPageAddSlot", .post, "/api/vault/page/slots", "Makes a way in, which needs every factor that is given.",
        status: 201)
    /// Removes a way in; never the last one.
    package static let vaultPageRemoveSlot = Endpoint<NoBody, VaultPageConfigurationBody>(
        "vaultPageRemoveSlot", .delete, "/api/vault/page/slots/{id}", "Removes a way in; never the last one.")
    /// Changes the password; no record is touched.
    package static let vaultPageSetPassword = Endpoint<VaultPagePasswordBody, VaultPageConfigurationBody>(
        "vaultPageSetPassword", .put, "/api/vault/page/password", "Changes the password; no record is touched.")
    /// Makes a new recovery code and gives it, once; the old one opens nothing any more.
    package static let vaultPageRenewRecovery = Endpoint<NoBody, VaultPageRecoveryBody>(
        "vaultPageRenewRecovery", .post, "/api/vault/page/recovery",
        "Makes a new recovery code and gives it, once; the old one opens nothing any more.")

    /// These, in the order in which documents list them.
    static let vaultPageSettingsRoutes: [Route] = [
        vaultPageCiphers.route, vaultPageFindings.route, vaultPageConfiguration.route, vaultPageSetPreferences.route,
        vaultPageSetCipher.route, vaultPageAddSlot.route, vaultPageRemoveSlot.route, vaultPageSetPassword.route,
        vaultPageRenewRecovery.route,
    ]
}
