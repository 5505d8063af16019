import Statistics
import Testing

@Suite("Queues and chi-square")
struct QueueTests {
    @Test("Erlang's waits are the reference's", arguments: [(4, 0.865, 8.65), (5, 0.462, 0.92)])
    func erlang(_ servers: Int, _ waiting: Double, _ minutes: Double) throws {
        let line = try WaitingLine(arrivals: 1.5, service: 0.4, servers: servers)
        #expect(rounded(line.waiting) == waiting)
        guard case .minutes(let wait) = line.wait else {
            Issue.record("the queue should not grow")
            return
        }
        #expect(rounded(wait, 2) == minutes)
    }

    @Test("a queue that more enter than leave grows", arguments: [1, 2, 3])
    func grows(_ servers: Int) throws {
        let line = try WaitingLine(arrivals: 1.2, service: 0.4, servers: servers)
        #expect(line.wait == .grows)
        #expect(line.waiting == 1)
    }

    @Test("ten thousand servers overflow nothing")
    func many() throws {
        let line = try WaitingLine(arrivals: 9990, service: 1, servers: 10_000)
        #expect(line.waiting > 0 && line.waiting < 1)
    }

    @Test("Little's law goes both ways")
    func little() throws {
        #expect(try Queue.present(arrivals: 2, minutes: 7) == 14)
        #expect(try Queue.minutes(present: 14, departures: 2) == 7)
    }

    @Test("impossible queues are refused")
    func refused() {
        #expect(throws: StatisticsError.impossibleQueue) { try WaitingLine(arrivals: 0, service: 1, servers: 1) }
        #expect(throws: StatisticsError.impossibleQueue) { try WaitingLine(arrivals: 1, service: .nan, servers: 1) }
        #expect(throws: StatisticsError.impossibleQueue) { try WaitingLine(arrivals: 1, service: 1, servers: 0) }
        #expect(throws: StatisticsError.impossibleQueue) { try Queue.minutes(present: 1, departures: 0) }
        #expect(throws: StatisticsError.impossibleQueue) { try Queue.present(arrivals: .infinity, minutes: 1) }
    }

    /// Made by `scipy.stats.chi2.sf`.
    @Test(
        "chi-square's upper tail is scipy's",
        arguments: [
            (3.841_458_820_694_124, 1, 0.05), (10.827_566_170_662_733, 1, 0.001), (18.307_038_053_275_146, 10, 0.05),
            (0.5, 3, 0.918_891_411_654_675_7), (30, 12, 0.002_792_429_332_700_9), (124.342, 100, 0.050_000_715_8),
        ])
    func chiSquare(_ statistic: Double, _ degrees: Int, _ chance: Double) throws {
        #expect(abs(try ChiSquare.upperTail(statistic, degrees: degrees) - chance) < 1e-6)
    }

    @Test("an impossible chi-square is refused, and none at all is certain")
    func chiSquareEdges() throws {
        #expect(try ChiSquare.upperTail(0, degrees: 4) == 1)
        #expect(throws: StatisticsError.impossibleChiSquare) { try ChiSquare.upperTail(-1, degrees: 1) }
        #expect(throws: StatisticsError.impossibleChiSquare) { try ChiSquare.upperTail(.nan, degrees: 1) }
        #expect(throws: StatisticsError.impossibleChiSquare) { try ChiSquare.upperTail(1, degrees: 0) }
    }
}
