extension Routes {
    /// What a phone must know of a server to trust its batches.
    static let exposure: [Route] = []
}
