/// How much memory and time one guess at a password or a place takes: the parameters of Argon2id with one lane.
///
/// Each slot carries the cost that it was made with, authenticated; a header that asks for less than the floor, or for
/// more than a device can be made to spend, is refused.
public struct KeyDerivationCost: Hashable, Sendable {
    /// Memory in KiB.
    public let memoryKiB: Int
    /// Passes over the memory.
    public let passes: Int

    /// 19 MiB and 2 passes: what OWASP's Password Storage Cheat Sheet asks for at least.
    public static let floor = KeyDerivationCost(unchecked: 19 * 1024, 2)
    /// 256 MiB and 2 passes: about half a second of one core.
    public static let standard = KeyDerivationCost(unchecked: 256 * 1024, 2)
    /// 1 GiB and 10 passes: the most that a header can make a device spend.
    public static let ceiling = KeyDerivationCost(unchecked: 1024 * 1024, 10)

    /// A cost, or nil when either number is below the floor's or above the ceiling's.
    public init?(memoryKiB: Int, passes: Int) {
        guard (Self.floor.memoryKiB...Self.ceiling.memoryKiB).contains(memoryKiB),
            (Self.floor.passes...Self.ceiling.passes).contains(passes)
        else { return nil }
        self.init(unchecked: memoryKiB, passes)
    }

    /// The cost nearest to these numbers within the bounds.
    init(clamped memoryKiB: Int, _ passes: Int) {
        self.init(
            unchecked: min(max(memoryKiB, Self.floor.memoryKiB), Self.ceiling.memoryKiB),
            min(max(passes, Self.floor.passes), Self.ceiling.passes))
    }

    private init(unchecked memoryKiB: Int, _ passes: Int) {
        self.memoryKiB = memoryKiB
        self.passes = passes
    }
}

extension KeyDerivationCost: CustomStringConvertible {
    /// Memory and passes, such as `256 MiB, 2 passes`.
    public var description: String {
        let memory = memoryKiB % 1024 == 0 ? "\(memoryKiB / 1024) MiB" : "\(memoryKiB) KiB"
        return "\(memory), \(passes) passes"
    }
}
