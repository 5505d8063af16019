import HTTPTypes

extension Routes {
    /// One's own vault in a browser on the same machine: only `cerca vault open` has these.
    static let vaultDesk: [Route] = []
}
