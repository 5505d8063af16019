import Basics

extension DeltaMaker {
    /// The delta of two arrays: what is the same at both ends, then the longest common subsequence, then moves.
    func arrayChange(_ left: [JSONValue], _ right: [JSONValue]) -> JSONValue? {
        guard !left.isShared(with: right) else { return nil }
        var matching = ArrayMatching(left, right, self)
        var delta = ArrayDelta()
        let shorter = min(left.count, right.count)
        var head = 0
        while head < shorter, matching.matches(head, head) {
            if let change = change(left[head], right[head]) { delta.change(at: head, change) }
            head += 1
        }
        var tail = 0
        while tail < shorter - head {
            let (one, other) = (left.count - 1 - tail, right.count - 1 - tail)
            guard matching.matches(one, other) else { break }
            if let change = change(left[one], right[other]) { delta.change(at: other, change) }
            tail += 1
        }
        matching.trim(head..<left.count - tail, head..<right.count - tail)
        if matching.left.isEmpty {
            for index in matching.right { delta.insert(right[index], at: index) }
        } else if matching.right.isEmpty {
            for index in matching.left { delta.remove(left[index], at: index) }
        } else {
            changeBetweenEnds(left, right, matching, &delta)
        }
        return delta.json
    }

    private func changeBetweenEnds(
        _ left: [JSONValue], _ right: [JSONValue], _ matching: ArrayMatching, _ delta: inout ArrayDelta
    ) {
        let pairs = matching.commonSubsequence()
        var removed = RemovedItems(matching, keeping: pairs)
        var next = 0
        for index in matching.right {
            let from: Int
            if next < pairs.count, pairs[next].right == index {
                from = pairs[next].left
                next += 1
            } else if detectsMoves, let moved = removed.take(matching: index) {
                from = moved
                delta.move(from: from, to: index)
            } else {
                delta.insert(right[index], at: index)
                continue
            }
            if let change = change(left[from], right[index]) { delta.change(at: index, change) }
        }
        for index in removed.indices { delta.remove(left[index], at: index) }
    }
}
