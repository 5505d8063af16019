/// What is to happen next in simulated time: a binary heap with the earliest entry on top.
struct Agenda: Sendable {
    struct Entry: Sendable {
        /// Microseconds of simulated time.
        var time: Int64
        var device: Int32
        var set: UInt8
        /// The entry counts only while its advertising set is at the same start.
        var generation: UInt32

        /// Equal instants go by device and set, so that a run repeats exactly.
        fileprivate func precedes(_ other: Entry) -> Bool {
            (time, device, set) < (other.time, other.device, other.set)
        }
    }

    private var heap: [Entry] = []

    var first: Entry? { heap.first }

    mutating func insert(_ entry: Entry) {
        heap.append(entry)
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].precedes(heap[parent]) else { break }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    mutating func removeFirst() -> Entry? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        guard !heap.isEmpty else { return first }
        heap[0] = last
        var parent = 0
        while true {
            let left = 2 * parent + 1
            guard left < heap.count else { break }
            let right = left + 1
            let child = right < heap.count && heap[right].precedes(heap[left]) ? right : left
            guard heap[child].precedes(heap[parent]) else { break }
            heap.swapAt(child, parent)
            parent = child
        }
        return first
    }

    /// Moves everything by the same time, which keeps the order.
    mutating func shift(by microseconds: Int64) {
        for index in heap.indices { heap[index].time += microseconds }
    }
}
