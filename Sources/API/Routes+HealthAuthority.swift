extension Routes {
    /// The console of the health authority.
    static let healthAuthority: [Route] = []
}
