#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// From which noised count on a cell of an open set may be shown, such as a path through a centre.
///
/// That a cell of an open set is there at all says that somebody made it; below this the noise alone could not have.
package enum ShownThreshold {
    /// The threshold D + D / epsilon · ln(D / (2 delta)), where `delta` is the chance to show what only one person made.
    package static func exact(_ noise: DiscreteLaplace, delta: Double) throws(StatisticsError) -> Double {
        guard delta > 0, delta < 0.5 else { throw .impossibleShare }
        let sensitivity = Double(noise.sensitivity)
        return sensitivity + sensitivity / noise.budget.epsilon * log(sensitivity / (2 * delta))
    }

    /// The same as the smallest whole count that may be shown.
    package static func count(_ noise: DiscreteLaplace, delta: Double) throws(StatisticsError) -> Int {
        Int(try exact(noise, delta: delta).rounded(.up))
    }
}
