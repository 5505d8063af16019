import Vault

/// Something that knows where this device is.
package protocol PositionSource: Sendable, CustomStringConvertible {
    /// The next positions, oldest first.
    ///
    /// - Parameters:
    ///   - count: how many are wanted; at least 1. Enrolling a place averages several.
    ///   - limit: how long this may take.
    /// - Returns: at least one position, and fewer than `count` when the source gave no more within the time.
    func fixes(_ count: Int, within limit: Duration) async throws(PositionFault) -> [Fix]
}

extension PositionSource {
    /// Where the device is now.
    package func fix(within limit: Duration) async throws(PositionFault) -> Fix {
        guard let fix = try await fixes(1, within: limit).last else { throw .noFix(source: description) }
        return fix
    }

    /// Asks again and again, and ends with the task that listens.
    ///
    /// - Parameters:
    ///   - interval: the pause between one answer and the next question.
    ///   - limit: how long one answer may take.
    package func watch(
        every interval: Duration, within limit: Duration = .seconds(10)
    ) -> AsyncStream<Result<Fix, PositionFault>> {
        let first = FirstTurn()
        return AsyncStream {
            if !first.take() {
                do { try await Task.sleep(for: interval) } catch { return nil }
            }
            do throws(PositionFault) {
                return .success(try await self.fix(within: limit))
            } catch {
                return Task.isCancelled ? nil : .failure(error)
            }
        }
    }

    /// Returns true as soon as the device has left the place, and false when the task ends before that.
    ///
    /// A source that falls silent is no departure: a receiver loses its satellites indoors. Whoever wants to lock then
    /// has the time limit of idleness.
    package func waitUntilLeft(_ departure: Departure, every interval: Duration) async -> Bool {
        var departure = departure
        for await answer in watch(every: interval) {
            if case .success(let fix) = answer, departure.observe(fix) { return true }
        }
        return false
    }
}
