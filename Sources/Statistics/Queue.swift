/// How long people wait: Little's law for any steady queue, and Erlang's formula for one with several servers.
package enum Queue {
    /// How many are in a steady queue where `arrivals` come each minute and stay for `minutes`: L = λ W.
    package static func present(arrivals: Double, minutes: Double) throws(StatisticsError) -> Double {
        guard arrivals >= 0, arrivals.isFinite, minutes >= 0, minutes.isFinite else { throw .impossibleQueue }
        return arrivals * minutes
    }

    /// How long each stays where `present` are there and `departures` leave each minute: W = L / λ.
    package static func minutes(present: Double, departures: Double) throws(StatisticsError) -> Double {
        guard present >= 0, present.isFinite, departures > 0, departures.isFinite else { throw .impossibleQueue }
        return present / departures
    }
}

/// A queue with `servers` who each serve at the same rate and people who come by chance: M/M/s.
///
/// A. K. Erlang, 1917. The sum is built up by Erlang's loss formula, so that no factorial is ever written out.
package struct WaitingLine: Equatable, Sendable {
    /// How long people wait on average.
    package enum Wait: Equatable, Sendable {
        /// Minutes before being served.
        case minutes(Double)
        /// More come than can be served: the queue grows, and has no average.
        case grows
    }

    /// The chance to have to wait at all; 1 when the queue grows.
    package let waiting: Double
    /// How long the wait is on average, over those too who do not wait.
    package let wait: Wait

    /// A line where `arrivals` come each minute, and each of `servers`, 1 to 10,000, serves `service` people a minute.
    package init(arrivals: Double, service: Double, servers: Int) throws(StatisticsError) {
        guard arrivals > 0, arrivals.isFinite, service > 0, service.isFinite, (1...10_000).contains(servers) else {
            throw .impossibleQueue
        }
        let load = arrivals / service
        let share = load / Double(servers)
        // A load that differs from full only by the rounding of its decimals is full.
        guard share < 1 - 1e-12 else {
            waiting = 1
            wait = .grows
            return
        }
        var loss = 1.0
        for count in 1...servers { loss = load * loss / (Double(count) + load * loss) }
        waiting = loss / (1 - share * (1 - loss))
        wait = .minutes(waiting / (Double(servers) * service - arrivals))
    }
}
