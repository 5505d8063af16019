import Basics
import Testing
import Vault

@Suite("Cost of derivation")
struct KeyDerivationCostTests {
    @Test("nothing below the floor or above the ceiling can be said")
    func bounds() {
        #expect(KeyDerivationCost(memoryKiB: 19 * 1024, passes: 2) == .floor)
        #expect(KeyDerivationCost(memoryKiB: 256 * 1024, passes: 2) == .standard)
        #expect(KeyDerivationCost(memoryKiB: 1024 * 1024, passes: 10) == .ceiling)
        for (memory, passes) in [
            (19 * 1024 - 1, 2), (19 * 1024, 1), (8, 1), (0, 0), (-1, 2), (1024 * 1024, 1), (1024 * 1024 + 1, 2),
            (19 * 1024, 11), (Int.max, Int.max), (Int.min, Int.min),
        ] {
            #expect(KeyDerivationCost(memoryKiB: memory, passes: passes) == nil, "\(memory) KiB, \(passes) passes")
        }
    }

    @Test("devices from slow to fast get a cost that takes 0.4 to 1 s, or an end of the bounds", arguments: 0..<64)
    func calibrates(step: Int) {
        // Seconds for one pass over one MiB: from a hundredth of this year's laptops to a hundred times as fast.
        let pace = 1e-1 / Double(1 << (step / 4)) / (1 + Double(step % 4) / 4)
        var tries = 0
        func seconds(_ cost: KeyDerivationCost) -> Double {
            pace * Double(cost.memoryKiB) / 1024 * Double(cost.passes)
        }
        let cost = KeyDerivationCost.calibrated { cost in
            tries += 1
            return seconds(cost)
        }
        let isInRange = (0.4...1).contains(seconds(cost))
        let isTooSlow = cost == .floor && seconds(cost) > 1
        let isTooFast = cost == .ceiling && seconds(cost) < 0.4
        #expect(isInRange || isTooSlow || isTooFast, "\(cost) takes \(seconds(cost)) s")
        #expect(tries <= 8)
        // Passes are spent only once the memory of the standard is.
        #expect(cost.passes == 2 || cost.memoryKiB >= KeyDerivationCost.standard.memoryKiB)
    }

    @Test("whatever is measured, the cost is within the bounds", arguments: 0..<32 as Range<UInt64>)
    func nonsense(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let cost = KeyDerivationCost.calibrated { _ in
            switch UInt8.random(in: 0...6, using: &random) {
            case 0: nil
            case 1: 0
            case 2: .infinity
            case 3: .nan
            case 4: -1
            default: random.uniform() * 3
            }
        }
        #expect(KeyDerivationCost(memoryKiB: cost.memoryKiB, passes: cost.passes) == cost)
    }

    @Test("a device with little memory gets what fits")
    func littleMemory() {
        let cost = KeyDerivationCost.calibrated { cost in
            cost.memoryKiB > 100 * 1024 ? nil : 0.01 * Double(cost.memoryKiB) / 1024
        }
        #expect(cost.memoryKiB <= 100 * 1024)
        #expect(KeyDerivationCost.calibrated { _ in nil } == .floor)
    }
}
