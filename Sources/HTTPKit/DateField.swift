import Basics
import Synchronization

/// The time of the server's clock as the header field Date has it (RFC 9110 section 5.6.7).
///
/// Phones compare it with their own clock before they believe what they fetched; so it is the clock by which the server
/// decides, whatever the system's shows. One text serves for a second.
final class DateField: Sendable {
    private struct Shown {
        var second = Int64.min
        var text = ""
    }

    private let clock: ServerClock
    private let shown = Mutex(Shown())

    /// The dates of a clock.
    init(_ clock: ServerClock) {
        self.clock = clock
    }

    /// The date now.
    var text: String {
        let second = clock.now().seconds
        return shown.withLock { shown in
            if shown.second != second { shown = Shown(second: second, text: HTTPDate.text(ofSecond: second)) }
            return shown.text
        }
    }
}
