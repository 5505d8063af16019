/// Any source of randomness, as one that has a type.
struct Chance: RandomNumberGenerator, Sendable {
    var source: any RandomNumberGenerator & Sendable

    mutating func next() -> UInt64 { source.next() }
}
