import Basics

/// The contacts of one day, laid out so that a derived identifier that is none of them is refused at once.
///
/// A bit array, for a day of some thousand contacts small enough for the first cache, lets fewer than two strangers in a
/// hundred pass; these are looked up in buckets. Derived identifiers are spread evenly whatever a hostile phone has
/// sent, and array and buckets are addressed by different bits: so identifiers cannot be chosen that make the look-up
/// slow, not even all in one bucket.
struct DayIndex: Sendable {
    /// The day of the contacts.
    let day: UTCDay
    /// The contacts in the order of their buckets.
    let contacts: [Contact]
    /// The contacts' identifiers, as their bytes lie in memory, in the same order.
    private let identifiers: [Identifier]
    /// Where each bucket begins; one more than there are buckets.
    private let starts: [UInt32]
    private let filter: [UInt64]
    private let bucketMask: UInt64
    private let filterMask: UInt64

    fileprivate struct Identifier: Equatable {
        let first: UInt64
        let second: UInt64
    }

    /// The index of contacts that are all of `day`.
    init(day: UTCDay, contacts unordered: [Contact]) {
        self.day = day
        let bucketCount = Self.powerOfTwo(atLeast: unordered.count, from: 1, to: 1 << 20)
        let filterCount = Self.powerOfTwo(atLeast: 64 * unordered.count, from: 64, to: 1 << 22)
        bucketMask = UInt64(bucketCount - 1)
        filterMask = UInt64(filterCount - 1)

        var filter = [UInt64](repeating: 0, count: filterCount / 64)
        var starts = [UInt32](repeating: 0, count: bucketCount + 1)
        let named = unordered.map { contact in
            (Identifier(first: contact.identifier.high.bigEndian, second: contact.identifier.low.bigEndian), contact)
        }
        for (identifier, _) in named {
            let bit = identifier.first & filterMask
            filter[Int(bit >> 6)] |= 1 << (bit & 63)
            starts[Int(identifier.second & bucketMask) + 1] += 1
        }
        for bucket in 0..<bucketCount { starts[bucket + 1] += starts[bucket] }
        let mask = bucketMask
        let sorted = named.sorted { $0.0.second & mask < $1.0.second & mask }
        self.filter = filter
        self.starts = starts
        identifiers = sorted.map(\.0)
        contacts = sorted.map(\.1)
    }

    private static func powerOfTwo(atLeast count: Int, from least: Int, to most: Int) -> Int {
        var power = least
        while power < count && power < most { power *= 2 }
        return power
    }

    /// Calls `body` with what looks derived identifiers up; it is valid only meanwhile.
    func withLookup(_ body: (Lookup) -> Void) {
        filter.withUnsafeBufferPointer { filter in
            starts.withUnsafeBufferPointer { starts in
                identifiers.withUnsafeBufferPointer { identifiers in
                    body(
                        Lookup(
                            filter: filter, filterMask: filterMask, starts: starts, bucketMask: bucketMask,
                            identifiers: identifiers))
                }
            }
        }
    }

    /// Looks derived identifiers up, without a count of references on the way.
    struct Lookup {
        fileprivate let filter: UnsafeBufferPointer<UInt64>
        fileprivate let filterMask: UInt64
        fileprivate let starts: UnsafeBufferPointer<UInt32>
        fileprivate let bucketMask: UInt64
        fileprivate let identifiers: UnsafeBufferPointer<Identifier>

        /// Calls `found` with the position of each contact that is one of a day's derived identifiers.
        @inline(__always)
        func scan(_ derived: UnsafeRawBufferPointer, found: (Int) -> Void) {
            for group in 0..<Derivation.byteCount / Self.groupByteCount {
                let start = group * Self.groupByteCount
                var passed = passed(derived, from: start)
                while passed != 0 {
                    let offset = start + 16 * passed.trailingZeroBitCount
                    passed &= passed - 1
                    let identifier = Identifier(
                        first: derived.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
                        second: derived.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
                    let bucket = Int(truncatingIfNeeded: identifier.second & bucketMask)
                    for position in Int(starts[bucket])..<Int(starts[bucket + 1])
                    where identifiers[position] == identifier {
                        found(position)
                    }
                }
            }
        }

        /// Which identifiers of a group pass the bit array, one bit for each.
        ///
        /// On its own, and without a branch, this loop runs in registers at the speed of the cache.
        @inline(never)
        private func passed(_ derived: UnsafeRawBufferPointer, from start: Int) -> UInt32 {
            var passed: UInt32 = 0
            for index in 0..<Self.groupCount {
                let bit = derived.loadUnaligned(fromByteOffset: start + 16 * index, as: UInt64.self) & filterMask
                let word = filter[Int(truncatingIfNeeded: bit >> 6)]
                passed |= UInt32(truncatingIfNeeded: (word &>> bit) & 1) &<< UInt32(index)
            }
            return passed
        }

        private static let groupCount = 32
        private static let groupByteCount = 16 * groupCount
    }
}
