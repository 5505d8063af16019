/// Where each order is, by its number.
///
/// Numbers are mostly given in sequence, so an order's entry is found by its number's low bits, without hashing or
/// searching, and consecutive orders share a cache line. What finds its entry taken by an order that still rests goes
/// into a hash table. Nothing is removed when an order leaves: an entry is believed only if the place that it names
/// holds an open order with that number.
struct OrderIndex: ~Copyable {
    private var direct: UnsafeMutablePointer<UInt32>
    private var mask: Int
    /// Low bits of the numbers that are the same in all of them, such as a market's number.
    private var shift: Int64 = 0

    /// The hash table: open addressing, linear probing, 0 is empty.
    private var spill: UnsafeMutablePointer<UInt32>
    private var spillMask: Int
    /// Entries of it that are not 0, believable or not.
    private var spillUsed = 0

    init() {
        mask = 4096 - 1
        direct = Self.table(mask)
        spillMask = 64 - 1
        spill = Self.table(spillMask)
    }

    deinit {
        direct.deallocate()
        spill.deallocate()
    }

    /// The place of an order, or 0 if it does not rest.
    @inline(__always)
    func find(_ id: Int64, in pool: borrowing OrderPool) -> UInt32 {
        let place = direct[entry(id)]
        if place != 0 {
            let slot = pool.slot(place)
            if slot.pointee.id == id, slot.pointee.lots > 0 { return place }
        }
        return spillUsed == 0 ? 0 : findSpilled(id, in: pool)
    }

    /// Notes the place of an order that was not there before and is now.
    @inline(__always)
    mutating func insert(_ id: Int64, at place: UInt32, in pool: borrowing OrderPool) {
        let entry = entry(id)
        let holder = direct[entry]
        if holder == 0 || !isHeld(entry, by: holder, in: pool) {
            direct[entry] = place
        } else {
            insertSpilled(id, at: place, in: pool)
        }
    }

    /// Makes the tables fit for a pool that has grown.
    mutating func grow(with pool: borrowing OrderPool) {
        rebuild(from: pool, shift: commonShift(of: pool))
    }

    @inline(__always)
    private func entry(_ id: Int64) -> Int { Int(truncatingIfNeeded: id &>> shift) & mask }

    /// Whether an entry names an order that rests and belongs there.
    @inline(__always)
    private func isHeld(_ entry: Int, by place: UInt32, in pool: borrowing OrderPool) -> Bool {
        let slot = pool.slot(place)
        return slot.pointee.lots > 0 && self.entry(slot.pointee.id) == entry
    }

    private func probe(_ id: Int64) -> Int {
        // The mixing of SplitMix64, so that numbers with a pattern do not crowd.
        var value = UInt64(bitPattern: id)
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int(truncatingIfNeeded: value ^ (value >> 31)) & spillMask
    }

    @inline(never)
    private func findSpilled(_ id: Int64, in pool: borrowing OrderPool) -> UInt32 {
        var index = probe(id)
        while spill[index] != 0 {
            let slot = pool.slot(spill[index])
            if slot.pointee.id == id, slot.pointee.lots > 0 { return spill[index] }
            index = (index + 1) & spillMask
        }
        return 0
    }

    @inline(never)
    private mutating func insertSpilled(_ id: Int64, at place: UInt32, in pool: borrowing OrderPool) {
        put(id, place, in: pool)
        guard spillUsed * 2 > spillMask else { return }
        let kept = purge(pool)
        guard kept * 8 > pool.slotCapacity else { return }
        let shift = commonShift(of: pool)
        if shift != self.shift { rebuild(from: pool, shift: shift) }
    }

    private mutating func put(_ id: Int64, _ place: UInt32, in pool: borrowing OrderPool) {
        var index = probe(id)
        while spill[index] != 0, pool.slot(spill[index]).pointee.lots > 0 { index = (index + 1) & spillMask }
        if spill[index] == 0 { spillUsed += 1 }
        spill[index] = place
    }

    /// Leaves out of the hash table what is no longer believable, and makes it larger if that is not enough.
    ///
    /// - Returns: About how many entries are left.
    private mutating func purge(_ pool: borrowing OrderPool) -> Int {
        let old = spill
        let count = spillMask + 1
        defer { old.deallocate() }
        var kept = 0
        for index in 0..<count where old[index] != 0 {
            if isSpilled(old[index], in: pool) { kept += 1 } else { old[index] = 0 }
        }
        if kept * 4 > count { spillMask = count * 2 - 1 }
        spill = Self.table(spillMask)
        spillUsed = 0
        for index in 0..<count where old[index] != 0 {
            let id = pool.slot(old[index]).pointee.id
            if findSpilled(id, in: pool) == 0 { put(id, old[index], in: pool) }
        }
        return kept
    }

    /// Whether the order at a place rests and is not found without the hash table.
    private func isSpilled(_ place: UInt32, in pool: borrowing OrderPool) -> Bool {
        let slot = pool.slot(place)
        return slot.pointee.lots > 0 && direct[entry(slot.pointee.id)] != place
    }

    private mutating func rebuild(from pool: borrowing OrderPool, shift: Int64) {
        direct.deallocate()
        spill.deallocate()
        self.shift = shift
        while mask < pool.slotCapacity * 8 { mask = mask * 2 + 1 }
        direct = Self.table(mask)
        var collisions = 0
        pool.forEachPlace { place in
            let entry = entry(pool.slot(place).pointee.id)
            if direct[entry] == 0 { direct[entry] = place } else { collisions += 1 }
        }
        spillMask = 64 - 1
        while spillMask < collisions * 4 { spillMask = spillMask * 2 + 1 }
        spill = Self.table(spillMask)
        spillUsed = 0
        guard collisions > 0 else { return }
        pool.forEachPlace { place in
            if isSpilled(place, in: pool) { put(pool.slot(place).pointee.id, place, in: pool) }
        }
    }

    /// How many low bits all numbers have in common.
    private func commonShift(of pool: borrowing OrderPool) -> Int64 {
        var first: Int64?
        var differences: Int64 = 0
        pool.forEachPlace { place in
            let id = pool.slot(place).pointee.id
            differences |= id ^ (first ?? id)
            first = first ?? id
        }
        return differences == 0 ? shift : Int64(differences.trailingZeroBitCount)
    }

    private static func table(_ mask: Int) -> UnsafeMutablePointer<UInt32> {
        let table = LargeMemory.allocate(byteCount: (mask + 1) * 4).bindMemory(to: UInt32.self, capacity: mask + 1)
        table.initialize(repeating: 0, count: mask + 1)
        return table
    }
}
