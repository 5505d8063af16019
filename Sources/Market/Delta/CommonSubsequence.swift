extension ArrayMatching {
    /// A pair of items that are the same: the indices in the whole arrays.
    struct Pair: Equatable {
        var left: Int
        var right: Int
    }

    /// As many comparisons as are made one by one; beyond, the pairs that match are looked up.
    private static let mostCells = 65_536

    /// A longest common subsequence of the parts between the common ends, in order.
    ///
    /// In small arrays it is the one that jsondiffpatch finds. In large ones it is as long, except when an item equals
    /// more than `mostCandidates` others.
    func commonSubsequence() -> [Pair] {
        left.count * right.count <= Self.mostCells ? subsequenceByTable() : subsequenceByCandidates()
    }

    /// The textbook's table of lengths, walked back with jsondiffpatch's choice between equal ways.
    private func subsequenceByTable() -> [Pair] {
        let width = right.count + 1
        var lengths = [Int32](repeating: 0, count: (left.count + 1) * width)
        for row in 1...left.count {
            for column in 1...right.count {
                let cell = row * width + column
                if matches(left.lowerBound + row - 1, right.lowerBound + column - 1) {
                    lengths[cell] = lengths[cell - width - 1] + 1
                } else {
                    lengths[cell] = max(lengths[cell - width], lengths[cell - 1])
                }
            }
        }
        var pairs: [Pair] = []
        var (row, column) = (left.count, right.count)
        while row > 0, column > 0 {
            let pair = Pair(left: left.lowerBound + row - 1, right: right.lowerBound + column - 1)
            if matches(pair.left, pair.right) {
                pairs.append(pair)
                row -= 1
                column -= 1
            } else if lengths[row * width + column - 1] > lengths[(row - 1) * width + column] {
                column -= 1
            } else {
                row -= 1
            }
        }
        return pairs.reversed()
    }

    /// So many equal items are looked at for each one: those nearest to its own place.
    private static let mostCandidates = 64

    /// Hunt and Szymanski's way: the longest increasing sequence among the pairs that match, in time of their number.
    private func subsequenceByCandidates() -> [Pair] {
        let lists = rightIndices(right)
        // Of each length the pair that ends such a sequence furthest to the left, and before each pair the one before it.
        var ends: [Int] = []
        var links: [(pair: Pair, before: Int)] = []
        for one in left {
            for other in candidates(of: one, lists).reversed() {
                var (low, high) = (0, ends.count)
                while low < high {
                    let middle = (low + high) / 2
                    if links[ends[middle]].pair.right < other { low = middle + 1 } else { high = middle }
                }
                links.append((Pair(left: one, right: other), low > 0 ? ends[low - 1] : -1))
                if low == ends.count { ends.append(links.count - 1) } else { ends[low] = links.count - 1 }
            }
        }
        var pairs: [Pair] = []
        var link = ends.last ?? -1
        while link >= 0 {
            pairs.append(links[link].pair)
            link = links[link].before
        }
        return pairs.reversed()
    }

    /// The items of the right part that match one of the left, in order.
    private func candidates(of one: Int, _ lists: [[Int]]) -> [Int] {
        let place = one - left.lowerBound + right.lowerBound
        var found: [Int] = []
        if let itemClass = leftClass(one) {
            let list = lists[itemClass]
            var range = 0..<list.count
            if list.count > Self.mostCandidates {
                let near = list.partitioningIndex { $0 >= place }
                let start = min(max(near - Self.mostCandidates / 2, 0), list.count - Self.mostCandidates)
                range = start..<start + Self.mostCandidates
            }
            found = list[range].filter { matches(one, $0) }
        }
        if right.contains(place), matches(one, place), !found.contains(place) {
            found.append(place)
            found.sort()
        }
        return found
    }
}

extension [Int] {
    /// The first index whose element is on the far side of a condition that, once true, stays true.
    fileprivate func partitioningIndex(_ condition: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
