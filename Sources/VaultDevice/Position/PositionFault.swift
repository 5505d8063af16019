/// Why a source of positions gave none.
///
/// None of these is a failed attempt to unlock: nothing was tried.
package enum PositionFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// Nobody answers at this host and port, or the device does not open.
    case unreachable(source: String, reason: String)
    /// The file or device does not exist.
    case notFound(path: String)
    /// The file or device may not be read by this user.
    case notPermitted(path: String)
    /// What answers is no gpsd of a protocol that is understood here.
    case notGPSD(source: String)
    /// The source gave no position within the time.
    case noFix(source: String)
    /// The receiver sees too few satellites: its positions have no height, and are off by more than they say.
    case flatFix(source: String)
    /// The source gives positions without saying how accurate they are.
    case noAccuracy(source: String)
    /// The connection or line broke.
    case broken(source: String)
    /// The caller did not want the position any more.
    case stopped

    /// The reason in one line.
    package var description: String {
        switch self {
        case .unreachable(let source, let reason): "no position: cannot reach \(source): \(reason)"
        case .notFound(let path): "no position: there is no \(path)"
        case .notPermitted(let path): "no position: no permission to read \(path)"
        case .notGPSD(let source): "no position: \(source) is not a gpsd that is understood here"
        case .noFix(let source): "no position: \(source) has no fix"
        case .flatFix(let source): "no position: \(source) sees too few satellites for a three-dimensional fix"
        case .noAccuracy(let source): "no position: \(source) does not say how accurate its positions are"
        case .broken(let source): "no position: the connection to \(source) broke"
        case .stopped: "no position: stopped"
        }
    }
}
