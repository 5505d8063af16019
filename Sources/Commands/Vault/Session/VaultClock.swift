import Basics
import Radio

/// What time it is for the vault's commands.
enum VaultClock {
    /// The wall clock.
    static var now: Timestamp {
        Controller.systemClock()
    }

    /// The number of the day since 1970, which is all that a slot keeps of when it was made.
    static var today: Int32 { Int32(clamping: now.seconds / 86_400) }
}

extension Timestamp {
    /// The day as `2026-11-21`, for tables.
    var dayText: String { String(rfc3339.prefix(10)) }
}
