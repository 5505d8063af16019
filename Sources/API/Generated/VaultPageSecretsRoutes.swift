// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Shows one concealed value of an item.
    package static let vaultPageReveal = Endpoint<VaultPageRevealBody, VaultPageValueBody>(
        "vaultPageReveal", .post, "/api/vault/page/items/{id}/reveal", "Shows one concealed value of an item.")
    /// Gives a field the value that it had before.
    package static let vaultPageRestoreValue = Endpoint<VaultPageRevealBody, VaultPageItemBody>(
        "vaultPageRestoreValue", .post, "/api/vault/page/items/{id}/history",
        "Gives a field the value that it had before.")
    /// Shows the one-time codes of an item.
    package static let vaultPageCodes = Endpoint<NoBody, VaultPageCodesBody>(
        "vaultPageCodes", .post, "/api/vault/page/items/{id}/codes", "Shows the one-time codes of an item.")
    /// Shows the next one-time code of a field that counts, and uses it up.
    package static let vaultPageNextCode = Endpoint<VaultPageRevealBody, VaultPageCodeBody>(
        "vaultPageNextCode", .post, "/api/vault/page/items/{id}/codes/next",
        "Shows the next one-time code of a field that counts, and uses it up.")
    /// Keeps a file with an item.
    package static let vaultPageAttach = Endpoint<VaultPageFileBody, VaultPageItemBody>(
        "vaultPageAttach", .post, "/api/vault/page/items/{id}/attachments", "Keeps a file with an item.", status: 201)
    /// Gives a file back.
    package static let vaultPageAttachment = Endpoint<NoBody, VaultPageFileBody>(
        "vaultPageAttachment", .post, "/api/vault/page/items/{id}/attachments/{attachment}", "Gives a file back.")
    /// Removes a file from an item.
    package static let vaultPageDetach = Endpoint<NoBody, VaultPageItemBody>(
        "vaultPageDetach", .delete, "/api/vault/page/items/{id}/attachments/{attachment}",
        "Removes a file from an item.")
    /// Makes a password.
    package static let vaultPageGenerate = Endpoint<VaultPageRecipeBody, VaultPageValueBody>(
        "vaultPageGenerate", .post, "/api/vault/page/generate", "Makes a password.")
    /// Estimates the strength of a password.
    package static let vaultPageEstimate = Endpoint<VaultPageEstimateBody, VaultPageStrengthBody>(
        "vaultPageEstimate", .post, "/api/vault/page/estimate", "Estimates the strength of a password.")

    /// These, in the order in which documents list them.
    static let vaultPageSecretsRoutes: [Route] = [
        vaultPageReveal.route, vaultPageRestoreValue.route, vaultPageCodes.route, vaultPageNextCode.route,
        vaultPageAttach.route, vaultPageAttachment.route, vaultPageDetach.route, vaultPageGenerate.route,
        vaultPageEstimate.route,
    ]
}
