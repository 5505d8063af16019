/// How long a vault or a presence slot stays locked after failures in a row.
public enum LockoutRule: UInt8, CaseIterable, Sendable {
    /// From the third failure, 300 s times the failures less two: 300, 600, 900 …
    case standard = 1
    /// From the third failure, 300 s times the failures: 900, 1,200, 1,500 …
    case strict = 2

    /// So many failures in a row stop a vault: only the recovery code opens it then.
    ///
    /// Source: NIST SP 800-63B section 5.2.2.
    public static let stop = 100

    /// Seconds to wait after the last of so many failures in a row.
    public func seconds(afterFailures failures: Int) -> Int64 {
        guard failures >= 3 else { return 0 }
        // Whoever counts has stopped long before; the bound keeps the product in range for whatever is asked.
        let counted = Int64(min(failures, 1_000_000))
        return switch self {
        case .standard: 300 * (counted - 2)
        case .strict: 300 * counted
        }
    }
}
