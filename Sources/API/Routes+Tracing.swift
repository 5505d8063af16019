extension Routes {
    /// The tracing of one phone: for its owner, and for nobody else.
    static let tracing: [Route] = []
}
