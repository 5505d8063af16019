/// Works out which beacons a walker can meet next.
///
/// A phone can watch 20 regions at once, so it watches the nearest beacon and its neighbours. For that the graph must
/// be symmetric (who walks there can walk back), connected (no walk leads out of it) and sparse (at most about 16
/// neighbours), with several ways on from each beacon, since one may be missed in passing. It is made so:
///
/// - Stated neighbours are kept, and hold both ways.
/// - A beacon without stated ones gets its six nearest and whatever joins it to the rest by the shortest ways
///   (a minimum spanning tree), both ways again.
/// - Near is meant on foot: each wall on the straight line counts as `wallDetour` metres more. That stands for the
///   walk to the door and back, costs nothing to compute, and does not depend on the width of doors.
enum NeighbourGraph {
    /// The neighbours that a beacon is given when it has fewer.
    static let wanted = 6
    /// No beacon is given more than this, unless the spanning tree needs it.
    static let most = 16
    /// Metres that a wall on the straight line counts for.
    static let wallDetour = 12.0
    /// How many of the nearest beacons on the straight line are looked at for each beacon.
    private static let candidates = 24

    private struct Edge {
        let a: Int
        let b: Int
        let length: Double
    }

    /// The beacons with their neighbours filled in; references must be unique and stated neighbours exist.
    static func complete(_ beacons: [VenueBeacon], walls: [PlanSegment]) -> [VenueBeacon] {
        let index = Dictionary(
            beacons.indices.map { (beacons[$0].reference, $0) }, uniquingKeysWith: { first, _ in first })
        var graph = Graph(count: beacons.count)
        for (a, beacon) in beacons.enumerated() {
            for neighbour in beacon.statedNeighbours {
                if let b = index[neighbour] { graph.join(a, b) }
            }
        }
        let isOpen = beacons.map(\.statedNeighbours.isEmpty)
        let points = beacons.map(\.position)
        let near = nearPairs(points, isOpen: isOpen, walls: walls)
        let tree = spanningTree(points).filter { isOpen[$0.a] || isOpen[$0.b] }
        for edge in near + tree where !graph.isConnected(edge.a, edge.b) { graph.join(edge.a, edge.b) }
        for edge in near {
            let isWanted =
                isOpen[edge.a] && graph.neighbours[edge.a].count < wanted
                || isOpen[edge.b] && graph.neighbours[edge.b].count < wanted
            let isBearable = graph.neighbours[edge.a].count < most && graph.neighbours[edge.b].count < most
            if isWanted, isBearable { graph.join(edge.a, edge.b) }
        }
        return beacons.enumerated().map { number, beacon in
            var beacon = beacon
            let stated = Set(beacon.statedNeighbours)
            let others = graph.neighbours[number].filter { !stated.contains(beacons[$0].reference) }
            beacon.neighbours =
                beacon.statedNeighbours
                + others.sorted { left, right in
                    (beacon.position.distance(to: points[left]), beacons[left].reference)
                        < (beacon.position.distance(to: points[right]), beacons[right].reference)
                }.map { beacons[$0].reference }
            return beacon
        }
    }

    /// Pairs of beacons that are near on the straight line, the nearest on foot first.
    private static func nearPairs(_ points: [PlanPosition], isOpen: [Bool], walls: [PlanSegment]) -> [Edge] {
        var edges: [Edge] = []
        var seen: Set<[Int]> = []
        for a in points.indices where isOpen[a] {
            let nearest = points.indices.filter { $0 != a }
                .map { (distance: points[a].distance(to: points[$0]), index: $0) }
                .sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
                .prefix(candidates)
            for (distance, b) in nearest where seen.insert([min(a, b), max(a, b)]).inserted {
                let line = PlanSegment(from: points[a], to: points[b])
                let crossed = walls.count { $0.crossesDeeply(line) }
                edges.append(Edge(a: min(a, b), b: max(a, b), length: distance + Double(crossed) * wallDetour))
            }
        }
        return edges.sorted { ($0.length, $0.a, $0.b) < ($1.length, $1.a, $1.b) }
    }

    /// The minimum spanning tree over straight lines (Prim), shortest edge first: what joins groups that have no
    /// near pair in common.
    private static func spanningTree(_ points: [PlanPosition]) -> [Edge] {
        guard !points.isEmpty else { return [] }
        var edges: [Edge] = []
        var best = points.map { (distance: $0.distance(to: points[0]), from: 0) }
        var left = Set(points.indices.dropFirst())
        while let next = left.min(by: { (best[$0].distance, $0) < (best[$1].distance, $1) }) {
            left.remove(next)
            edges.append(Edge(a: best[next].from, b: next, length: best[next].distance))
            for other in left {
                let distance = points[next].distance(to: points[other])
                if distance < best[other].distance { best[other] = (distance, next) }
            }
        }
        return edges.sorted { ($0.length, $0.a, $0.b) < ($1.length, $1.a, $1.b) }
    }

    /// An undirected graph that knows which vertices are joined by some path (union by path halving).
    private struct Graph {
        private(set) var neighbours: [Set<Int>]
        private var parent: [Int]

        init(count: Int) {
            neighbours = Array(repeating: [], count: count)
            parent = Array(0..<count)
        }

        mutating func join(_ a: Int, _ b: Int) {
            neighbours[a].insert(b)
            neighbours[b].insert(a)
            parent[root(of: a)] = root(of: b)
        }

        mutating func isConnected(_ a: Int, _ b: Int) -> Bool {
            root(of: a) == root(of: b)
        }

        private mutating func root(of vertex: Int) -> Int {
            var vertex = vertex
            while parent[vertex] != vertex {
                parent[vertex] = parent[parent[vertex]]
                vertex = parent[vertex]
            }
            return vertex
        }
    }
}
