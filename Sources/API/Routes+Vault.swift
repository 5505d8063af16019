import HTTPTypes

extension Routes {
    /// Presence for a vault's slot, and sealed records on their way between the devices of one account.
    static let vault: [Route] = []
}
