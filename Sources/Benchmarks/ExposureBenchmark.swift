import Basics
import Exposure

/// Measures a phone's work with a day's published keys: identifiers derived and compared with what it has heard.
///
/// Each observation is of another identifier, the worst case for the comparison. They are spread evenly over the days,
/// and every key was published on the first of them, so that each key is derived for each day. A hundred observations,
/// or a tenth of them when they are few, are of published keys: a run that does not find exactly these has failed.
struct ExposureBenchmark {
    /// What a run measured.
    struct Result: Sendable {
        /// Identifiers derived and compared in one pass over all keys and days.
        let identifiers: Int
        /// How long one core took to derive and compare them, in seconds.
        let oneCoreSeconds: Double
        /// How long all cores took together, in seconds.
        let allCoresSeconds: Double
        /// How long the whole job took on all cores, in seconds: from observations to days to warn of.
        let jobSeconds: Double
        /// How many observations of published keys were hidden, and found.
        let matches: Int
        /// How many days there are to warn of.
        let exposureDays: Int

        /// Identifiers a second on one core.
        var oneCorePerSecond: Double { Double(identifiers) / oneCoreSeconds }
        /// Identifiers a second on all cores.
        var allCoresPerSecond: Double { Double(identifiers) / allCoresSeconds }
    }

    /// The matches were not those that had been hidden.
    struct WrongMatches: Error {}

    private let batch: KeyBatch
    private let observations: [Observation]
    private let planted: Set<Identifier128>
    private let days: Int
    private let today: UTCDay

    /// A workload of so many keys and observations over so many days; nil when a count is not positive.
    init?(keys: Int, days: Int, observations count: Int, seed: UInt64) {
        guard keys > 0, days > 0, count > 0 else { return nil }
        var random = SplitMix64(seed: seed)
        let today = UTCDay(number: 20_778)
        let first = today.advanced(by: -days)
        let published = (0..<keys).map { _ in PublishedKey(key: DayKey(using: &random), day: first) }
        guard let batch = KeyBatch(release: today.begin, keys: published) else { return nil }
        var planted: Set<Identifier128> = []
        let step = max(count / 100, 10)
        let observations = (0..<count).map { index in
            let day = first.advanced(by: index % days)
            var identifier = Identifier128(high: random.next(), low: random.next())
            if index / days % step == 0, let key = published.randomElement(using: &random),
                let known = key.identifiers(on: day)?.randomElement(using: &random)
            {
                identifier = known
                planted.insert(known)
            }
            let time = day.begin.advanced(byMilliseconds: Int64.random(in: 0..<UTCDay.milliseconds, using: &random))
            return Observation(time: time, identifier: identifier, transmitPower: -20, rssi: -70)
        }
        self.batch = batch
        self.observations = observations
        self.planted = planted
        self.days = min(days, count)
        self.today = today
    }

    /// Measures each figure `rounds` times and takes the middle one.
    ///
    /// - Throws: `WrongMatches` when the planted observations, or others, were found.
    func run(rounds: Int = 3) async throws(WrongMatches) -> Result {
        let matcher = Matcher(contacts: contacts())
        var oneCore: [Duration] = []
        var allCores: [Duration] = []
        var job: [Duration] = []
        var exposureDays = 0
        let clock = ContinuousClock()
        for _ in 0..<max(rounds, 1) {
            let start = clock.now
            try check(matcher.matches(in: batch))
            let middle = clock.now
            try check(await matcher.concurrentMatches(in: batch))
            let end = clock.now
            let matches = await Matcher(contacts: contacts()).concurrentMatches(in: batch)
            exposureDays = RiskRule.original.exposureDays(matched: matches, today: today).count
            job.append(clock.now - end)
            oneCore.append(middle - start)
            allCores.append(end - middle)
            try check(matches)
        }
        return Result(
            identifiers: batch.keys.count * days * DayKey.identifiersPerDay, oneCoreSeconds: middle(oneCore),
            allCoresSeconds: middle(allCores), jobSeconds: middle(job), matches: planted.count,
            exposureDays: exposureDays)
    }

    private func contacts() -> [Contact] {
        ContactBuilder.contacts(from: observations, rule: .original, until: today.begin).contacts
    }

    private func check(_ matches: [Contact]) throws(WrongMatches) {
        guard Set(matches.map(\.identifier)) == planted else { throw WrongMatches() }
    }

    private func middle(_ durations: [Duration]) -> Double {
        durations.sorted()[durations.count / 2] / .seconds(1)
    }
}
