/// How what happens to people comes to their streams on this server.
package struct EventFigures: Sendable, Equatable {
    /// Events that were told to streams here, wherever they happened.
    package var told = 0
    /// How often the other servers were asked to look, since something had happened here.
    package var hintsSent = 0
    /// How often another server asked this one.
    package var hintsReceived = 0
    /// How long ago everything was read that had happened on any server; 0 where there is one server.
    package var secondsBehind: Double = 0
}

/// Up to when everything was read that had happened.
///
/// Rows do not say when something happened. So it is kept of one look when it was and which transactions had ended by then;
/// once all of these are read, with whatever began before them, everything was that had happened by that look.
struct EventProgress: Sendable {
    /// When everything had happened that was read.
    private(set) var readUntil: ContinuousClock.Instant
    /// A look of which not everything was read yet.
    private var mark: (instant: ContinuousClock.Instant, newest: Int64)?

    /// Everything is read that had happened until `instant`.
    init(at instant: ContinuousClock.Instant) {
        readUntil = instant
    }

    /// Takes note of a look at `instant`.
    ///
    /// - Parameters:
    ///   - newest: The first transaction of which nothing was to be seen yet.
    ///   - end: The position before which everything was read.
    mutating func looked(at instant: ContinuousClock.Instant, newest: Int64, readTo end: EventPosition) {
        if let mark, end.transaction >= mark.newest {
            readUntil = mark.instant
            self.mark = nil
        }
        if end.transaction >= newest {
            readUntil = instant
            mark = nil
        } else if mark.map({ newest < $0.newest }) ?? true {
            // A database that was put back to an older state counts transactions from there.
            mark = (instant, newest)
        }
    }
}
