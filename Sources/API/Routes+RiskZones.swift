extension Routes {
    /// Areas and venues with what is known of their risk.
    static let riskZones: [Route] = []
}
