import Basics
import Exposure

/// For how long one person was near another on one day, truly, in the windows in which phones count.
///
/// A phone knows another one for a quarter of an hour under one identifier, and cuts that into windows of five minutes
/// from the first moment on; three windows near are a warning (see `RiskRule`). So the truth that warnings are compared
/// with counts the same windows: those of which at least half was spent near. Fifteen minutes on end are always three.
struct NearWindows {
    /// How many windows of one day are long enough.
    static let enough = 3
    /// How many seconds of a window make it one that was spent near.
    private static let half: Int16 = 150

    /// The seconds near, all together.
    private(set) var seconds: Int32 = 0
    /// Windows of quarters of an hour that are over.
    private var closed = 0
    /// The current quarter of an hour, when both were first near in it, and for how many seconds of each window.
    private var epoch = Timestamp(milliseconds: .min)
    private var begin = Timestamp(milliseconds: .min)
    private var current: (Int16, Int16, Int16) = (0, 0, 0)

    /// Takes note of a second near.
    mutating func note(at now: Timestamp) {
        seconds += 1
        let epoch = Epoch.begin(of: now)
        if epoch != self.epoch {
            closed = count
            self.epoch = epoch
            begin = now
            current = (0, 0, 0)
        }
        switch now.milliseconds(since: begin) / RiskRule.windowMilliseconds {
        case 0: current.0 += 1
        case 1: current.1 += 1
        default: current.2 += 1
        }
    }

    /// The windows that were spent near.
    var count: Int {
        let open = [current.0, current.1, current.2].count { $0 >= Self.half }
        return closed + open
    }
}
