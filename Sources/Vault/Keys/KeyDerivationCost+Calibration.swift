extension KeyDerivationCost {
    /// The cost that takes this device so long, found by trying; never below the floor.
    ///
    /// `measure` derives a key at the cost that it is given and says how many seconds that took, or nil when there was
    /// not enough memory. Memory is what makes guesses in parallel expensive, so it goes up to 256 MiB
    /// first and passes after it. A device that is too slow for the standard cost gets less memory, and one that is too
    /// slow for the floor gets the floor. At most eight derivations are measured, mostly two.
    public static func calibrated(
        seconds wanted: ClosedRange<Double> = 0.4...1, measure: (KeyDerivationCost) -> Double?
    ) -> KeyDerivationCost {
        // In the lower part of the range, so that a busy moment later does not leave it.
        let target = wanted.lowerBound + (wanted.upperBound - wanted.lowerBound) / 3
        var cost = KeyDerivationCost.standard
        // The cost nearest to the range so far, should none come to lie in it.
        var best: (cost: KeyDerivationCost, distance: Double)?
        for _ in 0..<8 {
            guard let seconds = measure(cost), seconds.isFinite else {
                guard cost != .floor else { return .floor }
                cost = KeyDerivationCost(clamped: cost.memoryKiB / 2, floor.passes)
                continue
            }
            if wanted.contains(seconds) { return cost }
            let distance = max(wanted.lowerBound - seconds, seconds - wanted.upperBound)
            if distance < best?.distance ?? .infinity { best = (cost, distance) }
            let next = cost.scaled(by: target / max(seconds, 1e-6))
            guard next != cost else { break }
            cost = next
        }
        return best?.cost ?? .floor
    }

    /// The cost that should take `factor` times as long, within the bounds.
    private func scaled(by factor: Double) -> KeyDerivationCost {
        let work = Double(memoryKiB * passes) * min(factor, 1000)
        let standard = Self.standard
        guard work > Double(standard.memoryKiB * standard.passes) else {
            // Whole MiB, at the fewest passes.
            let memory = Int(work / Double(Self.floor.passes) / 1024) * 1024
            return KeyDerivationCost(clamped: memory, Self.floor.passes)
        }
        let passes = Int((work / Double(standard.memoryKiB)).rounded())
        guard passes > Self.ceiling.passes else { return KeyDerivationCost(clamped: standard.memoryKiB, passes) }
        return KeyDerivationCost(clamped: Int(work / Double(Self.ceiling.passes) / 1024) * 1024, Self.ceiling.passes)
    }
}
