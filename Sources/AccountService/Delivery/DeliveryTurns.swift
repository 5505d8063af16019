/// Whose turn it is to have something handed over by one way.
///
/// Each owner has a few places and never more, so that one whose servers are slow takes only those; whatever ends makes
/// room at once. The last quarter of the places is for owners who have none.
struct DeliveryTurns {
    private let lane: DeliveryLane
    private var running = 0
    private var runningOf: [String: Int] = [:]

    /// Nothing is handed over yet.
    init(_ lane: DeliveryLane) {
        self.lane = lane
    }

    private var mostOfOwner: Int { running < lane.width * 3 / 4 ? lane.widthOfOwner : 1 }

    /// How many places are free.
    var room: Int { lane.width - running }

    /// The owners who can have no more now.
    var waitingOwners: [String] {
        let most = mostOfOwner
        return runningOf.filter { $0.value >= most }.map(\.key).sorted()
    }

    /// Takes a place for an owner; false when there is none.
    mutating func begin(_ owner: String) -> Bool {
        guard room > 0, runningOf[owner, default: 0] < mostOfOwner else { return false }
        running += 1
        runningOf[owner, default: 0] += 1
        return true
    }

    /// Gives an owner's place back.
    mutating func end(_ owner: String) {
        guard let count = runningOf[owner] else { return }
        running -= 1
        runningOf[owner] = count > 1 ? count - 1 : nil
    }
}
