extension Routes {
    /// News and questions, for everybody.
    static let publications: [Route] = []
}
