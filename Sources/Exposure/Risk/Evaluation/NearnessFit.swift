extension RiskRule.NearnessModel {
    /// How strongly the slopes are held back, in the weight of so many windows.
    static let ridge = 100.0

    /// The model that recordings teach, or nil when they hold no near or no far window.
    ///
    /// In each recording near windows weigh as much together as far ones do: how many people sat close at lunch is no
    /// property of radio. Each model of transmitter weighs with the root of its windows, so that the most common one
    /// does not speak for all. The weights have the mean 1.
    public static func fitted(to recordings: [RecordedEncounters]) -> RiskRule.NearnessModel? {
        var examples: [(features: [Double], isTrue: Bool, weight: Double, model: String)] = []
        for recording in recordings {
            let near = recording.windows.count { $0.isNear }
            let half = Double(recording.windows.count) / 2
            for window in recording.windows {
                guard
                    let features = RiskRule.NearnessFeatures(
                        window: window.heard, epoch: window.epoch, surroundings: window.surroundings)
                else { continue }
                let alike = window.isNear ? near : recording.windows.count - near
                examples.append(
                    (
                        features.values, window.isNear, half / Double(alike),
                        window.readings.first?.transmitterModel ?? ""
                    ))
            }
        }
        let counts = Dictionary(examples.map { ($0.model, 1) }, uniquingKeysWith: +)
        for index in examples.indices {
            examples[index].weight /= Double(counts[examples[index].model] ?? 1).squareRoot()
        }
        let mean = examples.reduce(0) { $0 + $1.weight } / Double(examples.count)
        let fit = LogisticRegression.fit(
            examples.map { ($0.features, $0.isTrue, $0.weight / mean) }, ridge: ridge)
        return fit.map { RiskRule.NearnessModel(intercept: $0.intercept, slopes: $0.slopes) }
    }
}
